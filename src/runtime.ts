/** The whole pipe as one object: chunks in, surfaces and client events out. */
import type { Catalog } from './catalog/catalog.ts'
import type { Binding } from './json/binding.ts'
import { asSurfaceError, type ErrorPlace, SurfaceError } from './json/errors.ts'
import { copyJson } from './json/inspect.ts'
import { defaultLimits, type Limits } from './json/limits.ts'
import { parseJson } from './json/parse-json.ts'
import { isObject, type JsonObject, type JsonValue, own } from './json/value.ts'
import {
  type ClientCapabilities,
  type ClientDataModel,
  clientCapabilities,
  clientDataModel,
} from './protocol/capabilities.ts'
import { decode } from './protocol/decode.ts'
import { encode } from './protocol/encode.ts'
import type { ClientEvent, Outgoing, ProtocolVersion, Received } from './protocol/message.ts'
import { createHold } from './protocol/v08-hold.ts'
import { type Chunk, createLineSplitter, type Line } from './stream/lines.ts'
import { type ReadResult, readLines, type Source } from './stream/read.ts'
import type { MediaPolicy } from './surface/media.ts'
import { missingParts } from './surface/settle.ts'
import type { Surface } from './surface/surface.ts'
import { createSurfaces } from './surface/surfaces.ts'

export interface RuntimeOptions {
  /** Which components and functions agents may use. */
  readonly catalogs: readonly Catalog[]
  /** What the person did. A promise shows the control as busy until it settles; a rejection is reported. */
  readonly onEvent?: (event: ClientEvent) => void | Promise<void>
  /** Every refused input, once. */
  readonly onError?: (error: SurfaceError) => void
  /** `strict` (default): a message with a fault is refused. `lenient`: a faulty property or component is left out, with a warning. */
  readonly validation?: 'strict' | 'lenient'
  readonly limits?: Partial<Limits>
  /** Which addresses surfaces may load pictures from; default: any web address. */
  readonly media?: MediaPolicy
  /** BCP 47 tag; default: the browser's. */
  readonly locale?: string
  /** IANA name; default: the browser's. */
  readonly timeZone?: string
}

export interface Runtime {
  /** Takes the next piece of the stream, text or UTF-8 bytes, cut anywhere. */
  push(chunk: Chunk): void
  /** The stream that `push` was given is over: an unfinished last line is applied or reported, what is missing is told. */
  end(): void
  /** Reads a source to its end, giving the browser its turn. Never rejects: a failure is reported. */
  read(source: Source): Promise<ReadResult>
  /** Takes a parsed message, an array of them, or `{messages: […]}`. The objects are copied, not kept. */
  apply(messages: unknown): void
  /** Every surface, in order of creation. */
  readonly surfaces: Binding<readonly Surface[]>
  surface(surfaceId: string): Surface | undefined
  /** What the agent must know of this client, by protocol version. */
  clientCapabilities(): ClientCapabilities
  /** The models of the surfaces whose agent asked for them, or `undefined` when none did. */
  clientDataModel(): ClientDataModel | undefined
  /** The wire message for an event or error, in the version that opened the surface. */
  encode(outgoing: Outgoing): JsonObject
  /** Ends everything: surfaces go, later input is ignored, nothing is reported any more. */
  dispose(): void
}

export function createRuntime(options: RuntimeOptions): Runtime {
  const { catalogs, onEvent, onError } = options
  const limits: Limits = { ...defaultLimits, ...options.limits }
  const spoken = new WeakMap<Outgoing, ProtocolVersion>()
  const told = new Set<string>()
  const hold = createHold(limits)
  const inOrder = createQueue()
  let disposed = false

  const surfaces = createSurfaces(catalogs, {
    limits,
    lenient: options.validation === 'lenient',
    world: worldOf(options),
    media: options.media ?? 'all',
    report,
    now: Date.now,
    emit(event, surface) {
      spoken.set(event, surface.version)
      return emit(event)
    },
  })

  function report(error: SurfaceError): void {
    if (disposed || !onError) return
    const surface = surfaces.get(error.place.surfaceId ?? '')
    if (surface && !spoken.has(error)) spoken.set(error, surface.version)
    callHost(() => onError(error))
  }

  function emit(event: ClientEvent): Promise<void> | undefined {
    const result = callHost(() => onEvent?.(event))
    return result instanceof Promise ? result.catch((cause: unknown) => report(actionFailed(event, cause))) : undefined
  }

  /** Runs `take`; what it throws is one report, and everything around it goes on. */
  function guarded(place: { readonly [K in keyof ErrorPlace]?: ErrorPlace[K] | undefined }, take: () => void): void {
    try {
      take()
    } catch (thrown) {
      report(asSurfaceError(thrown).in(place))
    }
  }

  function takeLine({ number: line, text, bytes, unfinished }: Line): void {
    guarded({ line }, () => {
      if (text instanceof SurfaceError) throw unfinished ? truncated(text) : text
      receive(unfinished ? parseLast(text) : parse(text, line), bytes, line)
    })
  }

  function parse(text: string, line: number): JsonValue {
    return parseJson(text, limits, (warning) => report(warning.in({ line })))
  }

  function parseLast(text: string): JsonValue {
    try {
      return parseJson(text, limits, report)
    } catch (error) {
      throw error instanceof SurfaceError ? truncated(error) : error
    }
  }

  function receive(value: JsonValue, bytes: number, line?: number): void {
    const received: Received = { ...decode(value, limits), bytes, ...(line === undefined ? {} : { line }) }
    const { surfaceId } = received.message
    guarded({ line, surfaceId }, () => route(received))
  }

  function route(received: Received): void {
    const { surfaceId, kind } = received.message
    if (kind === 'deleteSurface') {
      hold.release(surfaceId)
      for (const key of told) if (key.startsWith(`${surfaceId}\n`)) told.delete(key)
    }
    const early = received.family === 'v0.8' && kind.startsWith('update') && !surfaces.get(surfaceId)
    if (early) hold.keep(received)
    else surfaces.apply(received)
    if (kind !== 'createSurface') return
    for (const held of hold.release(surfaceId)) guarded({ line: held.line, surfaceId }, () => surfaces.apply(held))
  }

  /** Tells what a stream left open, each thing once. */
  function settle(): void {
    const unbegun = hold.waiting().map(([surfaceId, line]) => neverBegun(surfaceId).in({ line }))
    for (const error of [...unbegun, ...surfaces.list.getSnapshot().flatMap(missingParts)]) {
      const key = `${error.place.surfaceId}\n${error.message}`
      if (told.has(key)) continue
      told.add(key)
      report(error)
    }
  }

  const splitter = createLineSplitter(limits)

  return {
    push(chunk) {
      inOrder(() => {
        for (const line of splitter.feed(chunk)) if (!disposed) takeLine(line)
      })
    },
    end() {
      inOrder(() => {
        const last = splitter.end()
        if (last && !disposed) takeLine(last)
        settle()
      })
    },
    async read(source) {
      const result = await readLines(source, {
        splitter: createLineSplitter(limits),
        report,
        onLine(line) {
          if (!disposed) inOrder(() => takeLine(line))
          return !disposed
        },
      })
      if (!disposed) inOrder(settle)
      return result
    },
    apply(messages) {
      inOrder(() => {
        for (const message of disposed ? [] : listOf(messages)) guarded({}, () => receive(copyJson(message, limits), 0))
      })
    },
    surfaces: surfaces.list,
    surface: surfaces.get,
    clientCapabilities: () => clientCapabilities(catalogs.flatMap((catalog) => catalog.doors)),
    clientDataModel: () => clientDataModel(surfaces.list.getSnapshot()),
    encode: (outgoing) => encode(outgoing, spoken.get(outgoing) ?? 'v0.9'),
    dispose() {
      disposed = true
      surfaces.clear()
    },
  }
}

/** Input that arrives while other input is being dealt with, from within a host's handler, waits for its turn. */
function createQueue(): (task: () => void) => void {
  const waiting: (() => void)[] = []
  let busy = false
  return (task) => {
    waiting.push(task)
    if (busy) return
    busy = true
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) next()
    } finally {
      busy = false
    }
  }
}

/** A handler of the host's may throw; that is the host's to see, and must not stop the stream. */
function callHost<T>(call: () => T): T | undefined {
  try {
    return call()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
    return undefined
  }
}

function listOf(messages: unknown): readonly unknown[] {
  if (Array.isArray(messages)) return messages
  const list = isObject(messages) && Object.keys(messages).length === 1 ? own(messages, 'messages') : undefined
  return Array.isArray(list) ? list : [messages]
}

function worldOf({ locale, timeZone }: RuntimeOptions): Parameters<typeof createSurfaces>[1]['world'] {
  const here = Intl.DateTimeFormat().resolvedOptions()
  return {
    locale: locale ?? here.locale,
    timeZone: timeZone ?? here.timeZone,
    get screen() {
      return typeof screen === 'undefined' ? undefined : { width: screen.width, height: screen.height }
    },
  }
}

function truncated(cause: SurfaceError): SurfaceError {
  const broken = cause.code === 'JSON_SYNTAX' || cause.code === 'ENCODING_INVALID'
  if (!broken) return cause
  const hint = 'What came before stays as it is; send the line again, whole.'
  return new SurfaceError('STREAM_TRUNCATED', 'The stream ended in the middle of a line', { hint }, { cause })
}

function neverBegun(surfaceId: string): SurfaceError {
  const hint = 'Send beginRendering for it.'
  return new SurfaceError(
    'ROOT_MISSING',
    `Updates of surface "${surfaceId}" wait for beginRendering`,
    { hint, surfaceId },
    { severity: 'warning' },
  )
}

function actionFailed({ surfaceId, componentId, name }: ClientEvent, cause: unknown): SurfaceError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const place = { hint: 'Look at what onEvent rejected with.', surfaceId, componentId }
  return new SurfaceError('ACTION_FAILED', `The action "${name}" failed: ${reason}`, place, { cause })
}
