/** The whole pipe as one object: chunks in, surfaces and client events out. */
import type { Catalog } from '../catalog/catalog.ts'
import { defaultLimits, type Limits } from '../errors/limits.ts'
import { mapMembers } from '../json/value.ts'
import type { Binding } from '../live/binding.ts'
import {
  type CapabilityOptions,
  type ClientCapabilities,
  type ClientDataModel,
  clientCapabilities,
  clientDataModel,
} from '../protocol/capabilities.ts'
import { encode } from '../protocol/encode.ts'
import type { ClientEvent, Outgoing } from '../protocol/message.ts'
import type { ClientMessage } from '../protocol/wire.ts'
import { type Chunk, createLineSplitter, type Line, type LineWatcher, toChunk } from '../stream/lines.ts'
import { takeLines } from '../stream/prose.ts'
import { notAChunk, type ReadResult, readLines, type Source } from '../stream/read.ts'
import type { Surface } from '../surface/surface.ts'
import type { SurfaceRepairs } from '../surface/surface-parts.ts'
import { createSurfaces } from '../surface/surfaces.ts'
import { createConsoleReport } from './console.ts'
import { type ActedOn, type BeginningRepairs, createSource, type Source as MessageSource } from './delivery.ts'
import { environmentOf } from './environment.ts'
import type { OpenSource, ProgressiveMode, SyncMethods, SyncMode } from './features.ts'
import { createHostCalls, type OnEvent, type RuntimeListener } from './host-calls.ts'
import { createIntake, type IntakeRepairs, isCut, type OnOther } from './intake.ts'
import { checkOptions, type Lenient, type RuntimeOptions, type Sync, syncHint } from './options.ts'
import { createQueue } from './queue.ts'
import type { Trace, Traced } from './trace.ts'

export type { RuntimeListener } from './host-calls.ts'
export type { Lenient, RuntimeOptions } from './options.ts'

export interface ReadOptions extends Pick<ApplyOptions, 'source' | 'onEvent' | 'answerTo'> {
  /** Ends the reading and cancels the source. What was read stays; nothing is reported. */
  readonly signal?: AbortSignal | undefined
  /**
   * Takes the JSON lines that are no surface messages, in their order among them: the text of a chat, say. A line is a
   * message if it has a key that is a message's name, or near one, or a `version` such as `v0.9`; so is a list of such.
   * What `onOther` throws is the host's to see and does not end the reading. Default: such lines are reported.
   */
  readonly onOther?: OnOther | undefined
}

export interface ApplyOptions {
  /**
   * Names what the messages come from, such as an answer of the agent. Surfaces belong to the source that begins them: the same id in
   * another source is another surface. An update of an id that the source has not begun is for the surface of this id that was begun or
   * acted on last. Default: the streams, which are one source.
   */
  readonly source?: string | undefined
  /** The source has ended: what is missing in its surfaces is reported. Needs `source`. Default false. */
  readonly done?: boolean | undefined
  /** Sends the events of the source's surfaces from now on; `onEvent` of the runtime gets them as well. Needs `source`. */
  readonly onEvent?: OnEvent | undefined
  /**
   * The event that the messages answer: an update of its surface's id is for this surface, whatever the user does meanwhile, unless the
   * source begins one of this id itself. For `apply` it needs `source`.
   */
  readonly answerTo?: ActedOn | undefined
}

/** A runtime of `surface-runtime/core` that was made without `sync`. */
export interface CoreRuntime {
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
  apply(messages: unknown, options?: ApplyOptions): void
  /** Every surface, in order of creation. */
  readonly surfaces: Binding<readonly Surface[]>
  /** The surfaces that a source has begun, or several, in order of creation. */
  surfacesOf(source: string | readonly string[]): Binding<readonly Surface[]>
  /** The surface of the source; without `source` the one of this id that was begun or acted on last. */
  surface(surfaceId: string, source?: string): Surface | undefined
  /** A name that no source has so far, and that is taken from now on until `drop`: `name`, else `name 2` and so on. */
  newSource(name: string): string
  /** What the agent must know of this client, by protocol version. */
  clientCapabilities(options?: CapabilityOptions): ClientCapabilities
  /**
   * The models of the surfaces whose agent asked for them, or `undefined` when none did. `only`: of these surfaces. Of two with one id it
   * is that of the later one in the list.
   */
  clientDataModel(only?: readonly Surface[]): ClientDataModel | undefined
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

/**
 * A runtime. With `surface-runtime` each has these members. `createRuntime` of `surface-runtime/core` gives a `CoreRuntime`, and a `Runtime`
 * where its options have `sync` of `surface-runtime/sync`.
 */
export interface Runtime extends CoreRuntime, SyncMethods {}

/** What a runtime without default catalogs needs. */
export interface WithCatalogs {
  readonly catalogs: readonly Catalog[]
}

/** What `Runtime` has beyond `CoreRuntime` needs it. */
export interface WithSync {
  readonly sync: Sync
}

/**
 * A runtime with catalogs of the host's choice. Throws a `TypeError` that names the option, for one with an unknown name or a value of
 * the wrong type.
 */
export function createRuntime(options: RuntimeOptions & WithCatalogs & WithSync): Runtime
export function createRuntime(options: RuntimeOptions & WithCatalogs): CoreRuntime
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
    versionOf: (surfaceId, source) => surfaces.find(surfaceId, source)?.version,
    async read(answer, answerTo) {
      const { linesOfAnswer } = await import('./answer.ts')
      if (ending.signal.aborted) return
      // What it begins is of the source that was pressed. By the runtime's own member, which a record may stand in front of.
      await runtime.read(linesOfAnswer(answer), { source: answerTo.source, answerTo, onOther: () => undefined })
    },
  })
  const trace: Trace = {}
  const mode = options.sync as SyncMode | undefined
  const reports = mode?.keepReports(host.report, trace)
  const { report } = reports ?? host
  const surfaces = createSurfaces(catalogs, {
    ...{ limits, lenient, report, emit: host.emit, notify, arrived, lastMessageAt },
    environment: environmentOf(options),
    media: options.media ?? 'all',
    openUrl: options.openUrl,
    wallClock: () => Date.now(),
    monotonicClock: () => performance.now(),
  })
  const intake = createIntake({ limits, surfaces, report, lenient, trace })

  function run(task: () => void, over = true): boolean {
    return queue.run(() => {
      task()
      synced?.restore(over)
    })
  }

  function take(name: string, task: () => void, over?: boolean): void {
    if (ending.signal.aborted) host.reportIgnored(name)
    else {
      run(task, over)
      trace.to?.end()
    }
  }

  const progressive = (options.progressive || undefined) as ProgressiveMode | undefined
  const watch = (source: OpenSource): LineWatcher | undefined =>
    progressive?.watch({ limits, lenient, surfaces, ...intake, ...queue }, source)

  /** By their names. */
  const sources = new Map<string, MessageSource>()
  const sourceOf = (key: string): MessageSource => {
    const source = sources.get(key) ?? createSource(key)
    sources.set(key, source)
    return source
  }
  /** By name: how many sources had it. What waits for one that was dropped must not meet another one. */
  const given = new Map<string, number>()
  const forget = (key: string): void => void sources.delete(key)
  const synced = reports && mode?.create({ intake, surfaces, reports, take, watch, sourceOf, forget, ...host })

  /** What comes by `push`, and by `apply` without a source. */
  const pushing: MessageSource = { ...createSource(), endless: true }
  const pushed = createLineSplitter(limits, watch({ source: pushing }))
  const takeLine = (line: Line): void => intake.takeLine(line, pushing)

  /** The source that is named, or else this one. */
  function sourceFor({ source, onEvent: owner, answerTo }: ApplyOptions, otherwise: MessageSource): MessageSource {
    const from = source === undefined ? otherwise : sourceOf(source)
    if (owner && source !== undefined) host.own(source, owner)
    if (answerTo && from !== pushing) intake.answer(answerTo, from)
    return from
  }

  async function read(source: Source, options: ReadOptions = {}): Promise<ReadResult> {
    const { signal, onOther } = options
    take('read', () => undefined)
    // Each read by itself: another one of the same source may still bring what is missing when this one ends.
    const self = { ...sourceFor(options, createSource()) }
    const watcher = watch({ source: self })
    const result = await readLines(source, {
      splitter: createLineSplitter(limits, watcher),
      signals: signal ? [ending.signal, signal] : [ending.signal],
      report,
      onLine: (line) => {
        const parsed = intake.parseLine(line, self, onOther)
        const { received } = parsed
        return {
          place: received?.surfaceId,
          cut: isCut(parsed),
          apply() {
            const isFollowed = run(() => intake.apply(parsed, self, line), false)
            // Data that nobody follows draw nothing.
            return isFollowed || (received !== undefined && received.kind !== 'updateDataModel')
          },
        }
      },
    })
    run(() => {
      // What was aborted within a line ended there.
      watcher?.end()?.({ keep: true })
      intake.end(!result.aborted, self)
    })
    return result
  }

  function apply(messages: unknown, options: ApplyOptions): void {
    const from = sourceFor(options, pushing)
    intake.takeParsed(messages, { source: from })
    if (options.done && from !== pushing) intake.end(true, from)
  }

  const runtime: Runtime & Traced = {
    trace,
    pushed,
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
        intake.end(true, pushing)
      }),
    read,
    apply: (messages, options = {}) => take('apply', () => apply(messages, options)),
    ...(synced?.methods ?? withoutSync),
    surfaces: surfaces.list,
    surfacesOf: (names) => surfacesOf(surfaces.list, names),
    surface: surfaces.get,
    newSource(name) {
      let number = given.get(name) ?? 0
      let free: string
      do free = number++ > 0 ? `${name} ${number}` : name
      while (sources.has(free))
      given.set(name, number)
      sourceOf(free)
      return free
    },
    clientCapabilities: (announced) =>
      clientCapabilities(
        catalogs.flatMap((catalog) => catalog.dialects),
        announced,
      ),
    clientDataModel: (only = surfaces.list.getSnapshot()) => clientDataModel(only),
    encode,
    listen: host.listen,
    dispose() {
      ending.abort()
      surfaces.clear()
    },
  }
  return runtime
}

/** The methods that `sync` has, in a runtime that was made without it. */
const withoutSync = mapMembers({ sync: 0, drop: 0, userInput: 0, restoreInput: 0 }, () => () => {
  throw new TypeError(syncHint)
}) as unknown as SyncMethods

/** The same list until it changes. */
function surfacesOf(all: Binding<readonly Surface[]>, names: string | readonly string[]): Binding<readonly Surface[]> {
  let last: readonly Surface[] = []
  return {
    subscribe: all.subscribe,
    getSnapshot() {
      const found = all.getSnapshot().filter(({ source }) => source !== undefined && [names].flat().includes(source))
      if (found.length !== last.length || found.some((surface, index) => surface !== last[index])) last = found
      return last
    },
  }
}

/** What `Lenient` is within: the code of lenient mode, which strict pages do not load. */
export interface LenientMode extends Lenient, IntakeRepairs, BeginningRepairs, SurfaceRepairs {}

/** The defaults where nothing else is wanted. */
function limitsOf(wanted: RuntimeOptions['limits'] = {}): Limits {
  return mapMembers({ ...defaultLimits }, (limit, name) => wanted[name as keyof Limits] ?? limit) as unknown as Limits
}
