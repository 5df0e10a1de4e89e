/**
 * What the features of `features/` fill: the runtime names what it needs of each, and knows none of them. Lenient mode fills
 * `LenientMode` of `runtime.ts`.
 */
import type { Limits } from '../errors/limits.ts'
import type { SurfaceError } from '../errors/surface-error.ts'
import type { ProtocolVersion } from '../protocol/message.ts'
import type { LineWatcher } from '../stream/lines.ts'
import type { SavedInput } from '../surface/saved-input.ts'
import type { Surfaces } from '../surface/surfaces.ts'
import type { ActedOn, Source } from './delivery.ts'
import type { HostCalls, OnEvent } from './host-calls.ts'
import type { Intake } from './intake.ts'
import type { Progressive, Sync } from './options.ts'
import type { Trace } from './trace.ts'

/** What an unfinished text belongs to. */
export interface OpenSource {
  readonly source: Source
  /** The messages may stand in a list, or in an object with a list of one of these names. Default: the text is one message. */
  readonly lists?: readonly string[] | undefined
}

/** What drafts need of a runtime. */
export interface ProgressiveHost {
  readonly limits: Limits
  readonly lenient: object | undefined
  readonly surfaces: Pick<Surfaces, 'check'>
  readonly parseLine: Intake['parseLine']
  readonly find: Intake['find']
  /** Runs a task; who follows what it changed is notified behind it. */
  readonly run: (task: () => void) => void
  /** What comes may move what is under the pointer. */
  readonly arrived: () => void
}

/** What `Progressive` is within: gives what watches the lines of one source; nothing where nobody watches a page. */
export interface ProgressiveMode extends Progressive {
  readonly watch: (host: ProgressiveHost, source: OpenSource) => LineWatcher
}

export interface SyncOptions {
  /** The source has ended: components that never came are reported. Default false. */
  readonly done?: boolean | undefined
  /**
   * The text of what the source is still writing: JSON of a message, of a list of messages, or of an object with such a list. What
   * is whole of it is shown as a draft, on surfaces that there are; pass the same text with more behind it as it grows. Without
   * it the draft goes. Needs `progressive`; without it nothing is shown.
   */
  readonly open?: string | undefined
  /** What is wrong with what holds the messages: each is reported once. */
  readonly warnings?: readonly SurfaceError[] | undefined
  /** Sends the events of the source's surfaces, from now on; `onEvent` of the runtime gets them as well. */
  readonly onEvent?: OnEvent | undefined
  /** See `ApplyOptions`. */
  readonly answerTo?: ActedOn | undefined
}

/** What a runtime has with `sync`. */
export interface SyncMethods {
  /**
   * Takes the messages that one source holds now, as often as it likes: a chat's message at each render, a tool's output as
   * it grows. What is the same does nothing; what is new is applied; any other list takes this source's surfaces back and is
   * applied anew. What the user typed stays wherever the same place is still bound. The messages are compared by identity
   * first, then by value: pass new objects for what has changed.
   *
   * `messages`: parsed, or texts of one message each. `source`: its name, see `ApplyOptions.source`; `options.open`: what it is
   * still writing. A fault is reported once, not at each call.
   */
  sync(source: string, messages: readonly unknown[], options?: SyncOptions): void
  /** The surfaces of the source go, and what was typed into them. */
  drop(source: string): void
  /**
   * What the user typed on all surfaces, as JSON for the host to store. Fields that hide their text, such as passwords, are left
   * out unless `obscured` is true, also where such a field was bound since it was typed. Input in fields without a binding is not included.
   */
  userInput(options?: { readonly obscured?: boolean | undefined }): SavedInput
  /**
   * Puts back what `userInput` gave, as the user's, as surfaces appear: each value once, and only where a component is still
   * bound to its place. `saved` may be of any shape: what is no saved input is left out.
   */
  restoreInput(saved: unknown): void
}

export interface Synced {
  readonly methods: SyncMethods
  /** Part of each task of the runtime. `over`: nothing more comes from what it took. */
  restore(over: boolean): void
}

/** What `Sync` is within. */
export interface SyncMode extends Sync {
  keepReports(host: KeptReports['report'], trace: Trace): KeptReports
  create(parts: SyncParts): Synced
}

export type Reported = readonly [error: SurfaceError, version: ProtocolVersion | undefined]

/** Reports, and those that are kept back while a source is applied. */
export interface KeptReports {
  readonly report: (error: SurfaceError, version?: ProtocolVersion) => void
  /** Runs a task, and gives what it would have reported. */
  during(task: () => void): readonly Reported[]
}

export interface SyncParts extends Pick<HostCalls, 'own' | 'disown'> {
  readonly intake: Pick<Intake, 'takeParsed' | 'takeLine' | 'answer' | 'find' | 'takeBack' | 'end'>
  readonly surfaces: Pick<Surfaces, 'list' | 'find' | 'renew'>
  readonly reports: KeptReports
  /** Runs a task of the runtime. `name`: the method that was called. */
  readonly take: (name: string, task: () => void) => void
  /** Makes what reads unfinished text, in a runtime that shows some. */
  readonly watch: (source: OpenSource) => LineWatcher | undefined
  /** The source of this name. */
  readonly sourceOf: (key: string) => Source
  readonly forget: (key: string) => void
}
