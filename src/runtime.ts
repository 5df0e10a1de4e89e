/** The whole pipe as one object: chunks in, surfaces and client events out. */
import type { Catalog } from './catalog/catalog.ts'
import { createConsoleReport } from './console.ts'
import { environmentOf } from './environment.ts'
import { defaultLimits, type Limits } from './errors/limits.ts'
import { createHostCalls, type RuntimeListener } from './host-calls.ts'
import { createIntake, isCut, type OnOther } from './intake.ts'
import { mapMembers } from './json/value.ts'
import type { Binding } from './live/binding.ts'
import { checkOptions, type Lenient, type RuntimeOptions, syncHint } from './options.ts'
import type { ProgressiveMode } from './progressive.ts'
import {
  type CapabilityOptions,
  type ClientCapabilities,
  type ClientDataModel,
  clientCapabilities,
  clientDataModel,
} from './protocol/capabilities.ts'
import type { EnvelopeRepairs } from './protocol/decode.ts'
import { encode } from './protocol/encode.ts'
import type { ClientEvent, Outgoing } from './protocol/message.ts'
import type { ClientMessage } from './protocol/wire.ts'
import { createQueue } from './queue.ts'
import { type Chunk, createLineSplitter, type Line, type LineWatcher, toChunk } from './stream/lines.ts'
import { takeLines } from './stream/prose.ts'
import { notAChunk, type ReadResult, readLines, type Source } from './stream/read.ts'
import type { SavedInput } from './surface/saved-input.ts'
import type { Surface } from './surface/surface.ts'
import type { SurfaceRepairs } from './surface/surface-parts.ts'
import { createSurfaces } from './surface/surfaces.ts'
import type { SyncMethods, SyncMode, SyncOptions } from './sync.ts'

export type { RuntimeListener } from './host-calls.ts'
export type { Lenient, RuntimeOptions } from './options.ts'

export interface ReadOptions {
  /** Ends the reading and cancels the source. What was read stays; nothing is reported. */
  readonly signal?: AbortSignal | undefined
  /**
   * Takes the JSON lines that are no surface messages, in their order among them: the text of a chat, say. A line is a
   * message if it has a key that is a message's name, or near one, or a `version` such as `v0.9`; so is a list of such.
   * What `onOther` throws is the host's to see and does not end the reading. Default: such lines are reported.
   */
  readonly onOther?: OnOther | undefined
}

export interface Runtime {
  /**
   * Takes the next piece of the stream, text or UTF-8 bytes, cut anywhere; or a list of whole lines, with or without their
   * ends. Anything else is reported: `STREAM_FAILED`.
   */
  push(chunk: Chunk | ArrayBuffer | ArrayBufferView | readonly string[]): void
  /**
   * Ends the stream of `push`: an unfinished last line is applied or reported, and missing parts of the surfaces that
   * `push` and `apply` fed are reported.
   */
  end(): void
  /** Reads a source to its end, giving the browser its turn. Never rejects: a failure is reported, an abort is not. */
  read(source: Source, options?: ReadOptions): Promise<ReadResult>
  /** Takes a parsed message, an array of them, or `{messages: […]}`. The objects are copied, not kept. */
  apply(messages: unknown): void
  /**
   * Needs `createRuntime({ sync })`, with `sync` of `surface-runtime/sync`; throws a `TypeError` without it.
   *
   * Takes the messages that one source holds now, as often as it likes: a chat's message at each render, a tool's output as
   * it grows. What is the same does nothing; what is new is applied; any other list takes this source's surfaces back and is
   * applied anew. What the user typed stays wherever the same place is still bound. The messages are compared by identity
   * first, then by value: pass new objects for what has changed.
   *
   * `messages`: parsed, or texts of one message each. `key`: names the source; `options.open`: what it is still writing. A surface that another source has begun moves to the source that begins it anew, as the newest
   * answer; one that a stream has begun stays the stream's. A fault is reported once, not at each call.
   */
  sync(key: string, messages: readonly unknown[], options?: SyncOptions): void
  /** The surfaces of the source go, and what was typed into them. This and what follows needs `createRuntime({ sync })` too. */
  drop(key: string): void
  /** The surfaces that a source of `sync` has begun, in their order. */
  surfacesOf(key: string): Binding<readonly Surface[]>
  /**
   * What the user typed on all surfaces, as JSON for the host to store. Fields that hide their text, such as passwords, are left
   * out unless `obscured` is true. Input in fields without a binding is not included.
   */
  userInput(options?: { readonly obscured?: boolean | undefined }): SavedInput
  /**
   * Puts back what `userInput` gave, as the user's, as surfaces appear: each value once, and only where a component is still
   * bound to its place. `saved` may be of any shape: what is no saved input is left out.
   */
  restoreInput(saved: unknown): void
  /** Every surface, in order of creation. */
  readonly surfaces: Binding<readonly Surface[]>
  surface(surfaceId: string): Surface | undefined
  /** What the agent must know of this client, by protocol version. */
  clientCapabilities(options?: CapabilityOptions): ClientCapabilities
  /** The models of the surfaces whose agent asked for them, or `undefined` when none did. */
  clientDataModel(): ClientDataModel | undefined
  /** The wire message for an event, in the version that it carries. `onEvent` gets it as well. */
  encode(event: ClientEvent): ClientMessage
  /**
   * The same for an error; `onError` gets it as well. `undefined` for one that is `confidential`: that it is reported, and
   * where, would tell the agent what the user entered.
   */
  encode(outgoing: Outgoing): ClientMessage | undefined
  /**
   * Adds a listener that gets the same calls as the host's `onEvent` and `onError`, for example a connection to an
   * agent. Returns a function that removes it.
   */
  listen(listener: RuntimeListener): () => void
  /**
   * Ends everything: surfaces go, streams being read are cancelled, nothing is reported any more. Later input is ignored,
   * which is reported once: `RUNTIME_DISPOSED`.
   */
  dispose(): void
}

/** What a runtime without default catalogs needs. */
export interface WithCatalogs {
  readonly catalogs: readonly Catalog[]
}

/** Throws a `TypeError` that names the option, for one with an unknown name or a value of the wrong type. */
export function createRuntime(options: RuntimeOptions & WithCatalogs): Runtime {
  checkOptions(options)
  const { catalogs, onEvent, onError = createConsoleReport() } = options
  const limits = limitsOf(options.limits)
  // `surface-runtime/lenient` alone makes a `Lenient`.
  const lenient = typeof options.validation === 'object' ? (options.validation as LenientMode) : undefined
  const ending = new AbortController()
  const queue = createQueue(ending.signal)
  const { notify, arrived, lastMessageAt } = queue
  const host = createHostCalls({
    ...{ onEvent, onError, ending: ending.signal },
    versionOf: (surfaceId) => surfaces.get(surfaceId)?.version,
  })
  const mode = options.sync as SyncMode | undefined
  const reports = mode?.keepReports(host.report)
  const { report } = reports ?? host
  const surfaces = createSurfaces(catalogs, {
    ...{ limits, lenient, report, emit: host.emit, notify, arrived, lastMessageAt },
    environment: environmentOf(options),
    media: options.media ?? 'all',
    openUrl: options.openUrl,
    wallClock: () => Date.now(),
    monotonicClock: () => performance.now(),
  })
  const intake = createIntake({ limits, surfaces, report, lenient })

  function run(task: () => void, over = true): boolean {
    return queue.run(() => {
      task()
      synced?.restore(over)
    })
  }

  function take(name: string, task: () => void, over?: boolean): void {
    if (ending.signal.aborted) host.reportIgnored(name)
    else run(task, over)
  }

  const progressive = (options.progressive || undefined) as ProgressiveMode | undefined
  const watch = (lists?: readonly string[]): LineWatcher | undefined =>
    progressive?.watch({ limits, lenient, surfaces, parseLine: intake.parseLine, ...queue }, lists)
  const synced = reports && mode?.create({ intake, surfaces, reports, take, watch })

  /** The stream of `push`. */
  const pushed = createLineSplitter(limits, watch())
  const takeLine = (line: Line): void => intake.apply(intake.parseLine(line))

  return {
    push: (chunk) =>
      take(
        'push',
        () => {
          const taken = toChunk(chunk)
          if (taken === undefined) report(notAChunk(chunk))
          // All lines are iterated, also after `dispose` by a handler of the host's.
          else takeLines(pushed.feed(taken), takeLine, report)
        },
        false,
      ),
    end: () =>
      take('end', () => {
        const last = pushed.end()
        if (last) takeLine(last)
        intake.end(true)
      }),
    async read(source, { signal, onOther } = {}) {
      take('read', () => undefined)
      const self = {}
      const watcher = watch()
      const result = await readLines(source, {
        splitter: createLineSplitter(limits, watcher),
        signals: signal ? [ending.signal, signal] : [ending.signal],
        report,
        onLine: (line) => {
          const parsed = intake.parseLine(line, onOther)
          const { received } = parsed
          return {
            place: received?.surfaceId,
            cut: isCut(parsed),
            apply() {
              const isFollowed = run(() => intake.apply(parsed, self), false)
              // Data that nobody follows draw nothing.
              return isFollowed || (received !== undefined && received.kind !== 'updateDataModel')
            },
          }
        },
      })
      run(() => {
        // What was aborted within a line ended there.
        watcher?.end()?.(true)
        intake.end(!result.aborted, self)
      })
      return result
    },
    apply: (messages) => take('apply', () => intake.takeParsed(messages)),
    ...(synced?.methods ?? withoutSync),
    surfaces: surfaces.list,
    surface: surfaces.get,
    clientCapabilities: (announced) =>
      clientCapabilities(
        catalogs.flatMap((catalog) => catalog.dialects),
        announced,
      ),
    clientDataModel: () => clientDataModel(surfaces.list.getSnapshot()),
    encode,
    listen: host.listen,
    dispose() {
      ending.abort()
      surfaces.clear()
    },
  }
}

/** The methods that `sync` has, in a runtime that was made without it. */
const withoutSync = mapMembers({ sync: 0, drop: 0, surfacesOf: 0, userInput: 0, restoreInput: 0 }, () => () => {
  throw new TypeError(syncHint)
}) as unknown as SyncMethods

/** What `Lenient` is within: the code of lenient mode, which strict pages do not load. */
export interface LenientMode extends Lenient, EnvelopeRepairs, SurfaceRepairs {}

/** The defaults where nothing else is wanted. */
function limitsOf(wanted: RuntimeOptions['limits'] = {}): Limits {
  return mapMembers({ ...defaultLimits }, (limit, name) => wanted[name as keyof Limits] ?? limit) as unknown as Limits
}
