/** Lines and parsed messages → applied, held or reported. A fault costs only its own message. */
import { callHost } from './json/call-host.ts'
import { utf8Bytes } from './json/data-bytes.ts'
import { asSurfaceError, SurfaceError } from './json/errors.ts'
import { copyJson } from './json/inspect.ts'
import type { Limits } from './json/limits.ts'
import { parseJson } from './json/parse-json.ts'
import { isObject, type JsonValue, own } from './json/value.ts'
import { decode, spokenVersion } from './protocol/decode.ts'
import type { ProtocolVersion, Received } from './protocol/message.ts'
import { isOther } from './protocol/other.ts'
import { createHold } from './protocol/v08-hold.ts'
import { foreignUpdate } from './protocol/v09.ts'
import type { Line } from './stream/lines.ts'
import { missingParts } from './surface/missing-parts.ts'
import { createRefused } from './surface/refused.ts'
import { createSources, type Source } from './surface/sources.ts'
import type { Surfaces } from './surface/surfaces.ts'

/** A JSON line that is no surface message, and its 1-based number. */
export type OnOther = (value: JsonValue, line: number) => void

export interface Intake {
  /** `onOther` takes a value that is not meant as a message, instead of a report. */
  parseLine(line: Line, source?: Source, onOther?: OnOther): Parsed
  /** A parsed message, an array of them, or `{messages: […]}`. */
  takeParsed(messages: unknown): void
  /**
   * A source has ended: parts that have not arrived are missing from its surfaces, unless another running read has fed
   * them too. `reportMissing`: reports it, each part once.
   */
  end(reportMissing: boolean, source?: Source): void
}

/** A parsed line that is not applied yet. Nothing was reported so far. */
interface Parsed {
  /** The surface of a message. */
  readonly surfaceId: string | undefined
  /** Whether it is a message that changes more than data. */
  readonly structural: boolean
  apply(): void
}

export interface IntakeOptions {
  readonly limits: Limits
  readonly surfaces: Surfaces
  /** `version`: the one that the message was written in. */
  readonly report: (error: SurfaceError, version?: ProtocolVersion) => void
  /** What can be repaired in an envelope is a warning, and the message is applied. Default: it is refused. */
  readonly lenient?: boolean
}

export function createIntake({ limits, surfaces, report, lenient = false }: IntakeOptions): Intake {
  const hold = createHold(limits)
  /** What was reported at the end of a source, by surface. */
  const reported = new Map<string, Set<string>>()
  const refused = createRefused(limits)
  const sources = createSources()

  /** A faulty message is one report, and the stream goes on. `text`: the line, if there is one. */
  function parse(value: JsonValue, text?: string, line?: number, source?: Source): Parsed {
    const refuse = (thrown: unknown, surfaceId?: string): void => {
      refused.add(value)
      report(asSurfaceError(thrown).in({ line, surfaceId }), spokenVersion(value))
    }
    const repairs: SurfaceError[] = []
    let decoded: Received
    try {
      decoded = decode(value, limits, lenient ? (repair) => void repairs.push(repair.in({ line })) : undefined)
    } catch (thrown) {
      return only(() => refuse(thrown))
    }
    const { surfaceId, kind } = decoded
    return {
      surfaceId,
      structural: kind !== 'updateDataModel',
      apply() {
        for (const repair of repairs) report(repair, spokenVersion(value))
        try {
          route({ ...decoded, line }, () => utf8Bytes(text ?? JSON.stringify(value)), source)
        } catch (thrown) {
          refuse(thrown, surfaceId)
        }
      },
    }
  }

  function route(received: Received, size: () => number, source: Source): void {
    const { surfaceId, kind } = received
    const early = received.family === 'v0.8' && kind.startsWith('update') && !surfaces.get(surfaceId)
    if (early) hold.keep(received, size())
    else surfaces.apply(received)
    sources.feed(surfaceId, source)
    if (kind === 'deleteSurface') forget(surfaceId)
    if (kind !== 'createSurface') return
    for (const held of hold.release(surfaceId)) applyHeld(held)
  }

  function reportAll(errors: readonly SurfaceError[]): void {
    for (const error of errors) report(error)
  }

  function applyHeld(held: Received): void {
    try {
      surfaces.apply(held)
    } catch (thrown) {
      refused.add({ held })
      report(asSurfaceError(thrown).in({ line: held.line, surfaceId: held.surfaceId }), 'v0.8')
    }
  }

  /**
   * Copies the caller's components while reading them: one walk instead of three. Returns false without an effect if
   * the message is faulty or unusual, or if limits are so low that names and envelopes must be checked too.
   */
  function tookForeign(value: unknown): boolean {
    if (limits.jsonDepth < 8 || limits.stringLength < 1_000) return false
    const received = foreignUpdate(value, limits)
    if (!received || !surfaces.get(received.surfaceId)) return false
    try {
      surfaces.apply(received)
      sources.feed(received.surfaceId, undefined)
      return true
    } catch (thrown) {
      if (thrown instanceof SurfaceError) return false
      throw thrown
    }
  }

  function forget(surfaceId: string): void {
    hold.release(surfaceId)
    reported.delete(surfaceId)
    refused.forget(surfaceId)
    sources.forget(surfaceId)
  }

  function reportOnce(error: SurfaceError): void {
    const { surfaceId = '' } = error.place
    const known = reported.get(surfaceId) ?? new Set()
    if (known.has(error.message)) return
    reported.set(surfaceId, known.add(error.message))
    report(error, 'v0.8')
  }

  return {
    parseLine({ number: line, text, unfinished }, source, onOther) {
      const warnings: SurfaceError[] = []
      let value: JsonValue
      try {
        if (text instanceof SurfaceError) throw text
        value = parseJson(text, limits, (warning) => void warnings.push(warning.in({ line })))
      } catch (thrown) {
        const error = asSurfaceError(thrown).in({ line })
        return only(() => reportAll([...warnings, unfinished ? orTruncated(error) : error]))
      }
      if (onOther && isOther(value)) {
        return only(() => {
          reportAll(warnings)
          callHost(() => onOther(value, line))
        })
      }
      const parsed = parse(value, text, line, source)
      return warnings.length === 0 ? parsed : after(() => reportAll(warnings), parsed)
    },
    takeParsed(messages) {
      for (const message of listOf(messages)) {
        if (tookForeign(message)) continue
        let value: JsonValue
        try {
          value = copyJson(message, limits)
        } catch (thrown) {
          report(asSurfaceError(thrown))
          continue
        }
        parse(value).apply()
      }
    },
    end(reportMissing, source) {
      for (const [surfaceId, line] of hold.waiting())
        if (sources.end(surfaceId, source) && reportMissing && !refused.has(surfaceId))
          reportOnce(neverBegun(surfaceId).in({ line }))
      for (const surface of surfaces.list.getSnapshot()) {
        if (!sources.end(surface.id, source)) continue
        surface.endArrival()
        if (reportMissing) missingParts(surface, (id) => refused.has(surface.id, id)).forEach(reportOnce)
      }
    },
  }
}

/** A parsed line that belongs to no surface. */
function only(apply: () => void): Parsed {
  return { surfaceId: undefined, structural: false, apply }
}

function after(first: () => void, parsed: Parsed): Parsed {
  return {
    ...parsed,
    apply() {
      first()
      parsed.apply()
    },
  }
}

function listOf(messages: unknown): readonly unknown[] {
  if (Array.isArray(messages)) return messages
  const list = isObject(messages) && Object.keys(messages).length === 1 ? own(messages, 'messages') : undefined
  return Array.isArray(list) ? list : [messages]
}

/** A last line without a newline that cannot be read was most likely cut off. */
function orTruncated(cause: SurfaceError): SurfaceError {
  if (cause.code !== 'JSON_SYNTAX' && cause.code !== 'ENCODING_INVALID') return cause
  const hint = 'What came before stays as it is; send the line again, whole.'
  const { line } = cause.place
  return new SurfaceError('STREAM_TRUNCATED', 'The stream ended in the middle of a line', { hint }, { cause }).in({
    line,
  })
}

function neverBegun(surfaceId: string): SurfaceError {
  return new SurfaceError(
    'ROOT_MISSING',
    `Updates of surface "${surfaceId}" wait for beginRendering`,
    { hint: 'Send beginRendering for it.', surfaceId },
    { severity: 'warning' },
  )
}
