/** The whole pipe as one object: chunks in, surfaces and client events out. */
import type { Catalog } from './catalog/catalog.ts'
import { createConsoleReport } from './console.ts'
import { environmentOf } from './environment.ts'
import { createIntake, type OnOther } from './intake.ts'
import type { Binding } from './json/binding.ts'
import { callHost } from './json/call-host.ts'
import { SurfaceError } from './json/errors.ts'
import { defaultLimits, type Limits } from './json/limits.ts'
import { isObject, type JsonObject } from './json/value.ts'
import { checkOptions, type RuntimeOptions } from './options.ts'
import {
  type CapabilityOptions,
  type ClientCapabilities,
  type ClientDataModel,
  clientCapabilities,
  clientDataModel,
} from './protocol/capabilities.ts'
import { encode } from './protocol/encode.ts'
import type { ClientEvent, Outgoing, ProtocolVersion } from './protocol/message.ts'
import { createQueue } from './queue.ts'
import { type Chunk, createLineSplitter, type Line, toChunk } from './stream/lines.ts'
import { createProse } from './stream/prose.ts'
import { notAChunk, type ReadResult, readLines, type Source, streamFailed } from './stream/read.ts'
import { createBatch } from './surface/batch.ts'
import type { Surface } from './surface/surface.ts'
import { Surfaces } from './surface/surfaces.ts'

export type { RuntimeOptions } from './options.ts'

export type RuntimeListener = Pick<RuntimeOptions, 'onEvent' | 'onError'>

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
  /** Takes the next piece of the stream, text or UTF-8 bytes, cut anywhere. Anything else is reported: `STREAM_FAILED`. */
  push(chunk: Chunk | ArrayBuffer | ArrayBufferView): void
  /**
   * Ends the stream of `push`: an unfinished last line is applied or reported, and missing parts of the surfaces that
   * `push` and `apply` fed are reported.
   */
  end(): void
  /** Reads a source to its end, giving the browser its turn. Never rejects: a failure is reported, an abort is not. */
  read(source: Source, options?: ReadOptions): Promise<ReadResult>
  /** Takes a parsed message, an array of them, or `{messages: […]}`. The objects are copied, not kept. */
  apply(messages: unknown): void
  /** Every surface, in order of creation. */
  readonly surfaces: Binding<readonly Surface[]>
  surface(surfaceId: string): Surface | undefined
  /** What the agent must know of this client, by protocol version. */
  clientCapabilities(options?: CapabilityOptions): ClientCapabilities
  /** The models of the surfaces whose agent asked for them, or `undefined` when none did. */
  clientDataModel(): ClientDataModel | undefined
  /** The wire message for an event, in the version that it carries. `onEvent` gets it as well. */
  encode(event: ClientEvent): JsonObject
  /**
   * The same for an error; `onError` gets it as well. `undefined` for one that is `confidential`: that it is reported, and
   * where, would tell the agent what the user entered.
   */
  encode(outgoing: Outgoing): JsonObject | undefined
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
  const listeners = new Set<RuntimeListener>()
  const inOrder = createQueue()
  const batch = createBatch()
  const ending = new AbortController()
  let disposed = false
  let ignored = false
  let followed = false

  const surfaces = new Surfaces(catalogs, {
    limits,
    lenient: options.validation === 'lenient',
    environment: environmentOf(options),
    media: options.media ?? 'all',
    openUrl: options.openUrl,
    report,
    wallClock: () => Date.now(),
    monotonicClock: () => performance.now(),
    notify(follower) {
      followed = true
      batch.notify(follower)
    },
    emit(event) {
      const pending = notify(event)
      if (pending.length === 0) return undefined
      return Promise.all(pending).then(
        () => undefined,
        (cause: unknown) => {
          report(actionFailed(event, cause))
          throw cause
        },
      )
    },
  })
  const intake = createIntake({ limits, surfaces, report, lenient: options.validation === 'lenient' })
  const splitter = createLineSplitter(limits)

  /** `version`: the one that the faulty message was written in, or its surface opened in. */
  function report(error: SurfaceError, version?: ProtocolVersion): void {
    if (disposed) return
    const known = versionOf(error.place.surfaceId) ?? version
    const reported = known ? error.inVersion(known) : error
    const wire = encode(reported)
    callHost(() => onError(reported, wire))
    for (const listener of [...listeners]) callHost(() => listener.onError?.(reported, wire))
  }

  /** Calls the host and all listeners; returns their pending promises. */
  function notify(event: ClientEvent): readonly unknown[] {
    const wire = encode(event)
    const results = [callHost(() => onEvent?.(event, wire))]
    for (const listener of [...listeners]) results.push(callHost(() => listener.onEvent?.(event, wire)))
    return results.filter((result) => isObject(result) && typeof result['then'] === 'function')
  }

  function versionOf(surfaceId: string | undefined): ProtocolVersion | undefined {
    return surfaceId === undefined ? undefined : surfaces.get(surfaceId)?.version
  }

  /** Input after `dispose` is ignored. That is reported once, however long a stream goes on. */
  function take(input: string, task: () => void): void {
    if (!disposed) run(task)
    else if (!ignored) {
      ignored = true
      const error = runtimeDisposed(input)
      callHost(() => onError(error, encode(error)))
    }
  }

  /** All lines are iterated, also after `dispose` by a handler of the host's. */
  function pushLines(lines: Iterable<Line>): void {
    const prose = createProse()
    for (const line of lines) if (!prose.skips(line)) intake.parseLine(line).apply()
    const left = prose.report()
    if (left) report(left)
  }

  /** Runs a task in its turn, unless everything has ended. */
  function run(task: () => void): void {
    inOrder(() => {
      if (!disposed) batch.run(task)
    })
  }

  /** Runs a task; whether somebody follows what it changed. */
  function runAndSee(task: () => void): boolean {
    followed = false
    run(task)
    return followed
  }

  return {
    push: (chunk) =>
      take('push', () => {
        const taken = toChunk(chunk)
        if (taken === undefined) report(streamFailed(notAChunk(chunk)))
        else pushLines(splitter.feed(taken))
      }),
    end: () =>
      take('end', () => {
        const last = splitter.end()
        if (last) intake.parseLine(last).apply()
        intake.end(true)
      }),
    async read(source, { signal, onOther } = {}) {
      take('read', () => undefined)
      const self = {}
      const result = await readLines(source, {
        splitter: createLineSplitter(limits),
        signals: signal ? [ending.signal, signal] : [ending.signal],
        report,
        onLine: (line) => {
          const { surfaceId, structural, apply } = intake.parseLine(line, self, onOther)
          return { place: surfaceId, apply: () => runAndSee(apply) || structural }
        },
      })
      run(() => intake.end(!result.aborted, self))
      return result
    },
    apply: (messages) => take('apply', () => intake.takeParsed(messages)),
    surfaces: surfaces.list,
    surface: (surfaceId) => surfaces.get(surfaceId),
    clientCapabilities: (announced) =>
      clientCapabilities(
        catalogs.flatMap((catalog) => catalog.dialects),
        announced,
      ),
    clientDataModel: () => clientDataModel(surfaces.list.getSnapshot()),
    encode,
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    dispose() {
      disposed = true
      ending.abort()
      surfaces.clear()
    },
  }
}

/** The defaults where nothing else is wanted. */
function limitsOf(wanted: RuntimeOptions['limits'] = {}): Limits {
  const chosen = Object.entries(wanted).filter(([, value]) => value !== undefined)
  return { ...defaultLimits, ...Object.fromEntries(chosen) }
}

function actionFailed({ surfaceId, componentId, name }: ClientEvent, cause: unknown): SurfaceError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const place = { hint: 'Look at what onEvent rejected with.', surfaceId, componentId }
  return new SurfaceError('ACTION_FAILED', `The action "${name}" failed: ${reason}`, place, { cause })
}

function runtimeDisposed(input: string): SurfaceError {
  const hint = 'Stop the stream before dispose(), or make a new runtime.'
  return new SurfaceError('RUNTIME_DISPOSED', `The runtime was disposed, so ${input}() does nothing`, { hint })
}
