/** Lines and parsed messages → applied, held or reported. A fault costs only its own message. */
import { createDelivery, type Delivery } from './delivery.ts'
import type { Limits } from './errors/limits.ts'
import { asSurfaceError, SurfaceError } from './errors/surface-error.ts'
import { utf8Bytes } from './json/data-bytes.ts'
import { copyJson, isPlainObject } from './json/inspect.ts'
import { parseJson } from './json/parse-json.ts'
import { isObject, type JsonObject, type JsonValue, own } from './json/value.ts'
import { callHost } from './live/call-host.ts'
import { decode, spokenVersion } from './protocol/decode.ts'
import type { ProtocolVersion } from './protocol/message.ts'
import { isOther } from './protocol/other.ts'
import type { Line } from './stream/lines.ts'
import type { Source } from './surface/sources.ts'
import type { Surfaces } from './surface/surfaces.ts'

/** A JSON line that is no surface message, and its 1-based number. */
export type OnOther = (value: JsonValue, line: number) => void

/** A parsed line or message that is not applied yet. Nothing was reported so far. */
interface Parsed {
  /** The surface of a message. */
  readonly surfaceId: string | undefined
  /** Whether it may change more than data. */
  readonly structural: boolean
  /** Applies it, or reports its faults. */
  apply(): void
}

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

export interface IntakeOptions {
  readonly limits: Limits
  readonly surfaces: Surfaces
  /** `version`: the one that the message was written in. */
  readonly report: (error: SurfaceError, version?: ProtocolVersion) => void
  /** What can be repaired in an envelope is a warning, and the message is applied. Otherwise it is refused. */
  readonly lenient: boolean
}

export function createIntake({ limits, surfaces, report, lenient }: IntakeOptions): Intake {
  const delivery = createDelivery({ limits, surfaces, report })

  /** Reports the warnings, then applies. What `apply` throws is reported as the fault of the whole value. */
  function attempt(
    value: JsonValue,
    line: number | undefined,
    warnings: readonly SurfaceError[],
    apply: () => void,
    surfaceId?: string,
  ): void {
    for (const warning of warnings) report(warning.in({ line }), spokenVersion(value))
    try {
      apply()
    } catch (thrown) {
      delivery.refuse(value)
      report(asSurfaceError(thrown).in({ surfaceId, line }), spokenVersion(value))
    }
  }

  /** `line`: the line that the value stood on, if it came as text. `faults`: what was wrong with the text. */
  function parse(value: JsonValue, line: Line | undefined, source: Source, faults: readonly SurfaceError[]): Parsed {
    const warnings = [...faults]
    const warn = lenient ? (repair: SurfaceError) => void warnings.push(repair) : undefined
    try {
      const received = decode(value, limits, warn, line?.number)
      const { surfaceId, kind } = received
      const bytes = (): number => utf8Bytes((line?.text as string) ?? JSON.stringify(value))
      const apply = (): void => delivery.apply(received, bytes, source)
      const structural = kind !== 'updateDataModel'
      return { surfaceId, structural, apply: () => attempt(value, line?.number, warnings, apply, surfaceId) }
    } catch (thrown) {
      const refuse = (): never => {
        throw thrown
      }
      return only(() => attempt(value, line?.number, faults, refuse))
    }
  }

  return {
    parseLine(line, source, onOther) {
      const warnings: SurfaceError[] = []
      const value = readText(line, limits, warnings)
      if (value instanceof SurfaceError) return only(() => report(value))
      if (!onOther || !isOther(value)) return parse(value, line, source, warnings)
      return only(() => attempt(value, line.number, warnings, () => callHost(() => onOther(value, line.number))))
    },
    takeParsed(messages) {
      for (const message of listOf(messages)) {
        if (tookForeign(message, limits, surfaces, delivery)) continue
        try {
          parse(copyJson(message, limits), undefined, undefined, []).apply()
        } catch (thrown) {
          report(asSurfaceError(thrown))
        }
      }
    },
    end: delivery.end,
  }
}

/** What belongs to no surface. */
function only(apply: () => void): Parsed {
  return { surfaceId: undefined, structural: false, apply }
}

/**
 * Copies the caller's components while reading them: one walk instead of three. Returns false without an effect if
 * the message is faulty or unusual, or if limits are so low that names and envelopes must be checked too.
 */
function tookForeign(message: unknown, limits: Limits, surfaces: Surfaces, delivery: Delivery): boolean {
  if (limits.jsonDepth < 8 || limits.stringLength < 1_000 || !isPlainObject(message)) return false
  const payload = own(message, 'updateComponents')
  if (!isPlainObject(payload) || !surfaces.get(payload['surfaceId'] as string)) return false
  try {
    const received = decode(message as JsonObject, limits)
    if (received.kind !== 'updateComponents' || received.family !== 'v0.9') return false
    const copied = { components: received.components.slice(), foreign: true } as const
    delivery.apply(Object.assign(received, copied), () => 0, undefined)
    return true
  } catch {
    // The copy of the message is refused in the same way, with a report.
    return false
  }
}

function listOf(messages: unknown): readonly unknown[] {
  if (Array.isArray(messages)) return messages
  const list = isObject(messages) && Object.keys(messages).length === 1 ? own(messages, 'messages') : undefined
  return Array.isArray(list) ? list : [messages]
}

/** The value of a line, or why it cannot be read. `warnings` takes the faults that do not stop the reading. */
function readText(line: Line, limits: Limits, warnings: SurfaceError[]): JsonValue | SurfaceError {
  try {
    if (line.text instanceof SurfaceError) throw line.text
    return parseJson(line.text, limits, (warning) => void warnings.push(warning))
  } catch (thrown) {
    return faultOf(line, thrown)
  }
}

/** Why a line cannot be read. A last line without a newline was most likely cut off. */
function faultOf({ number: line, unfinished }: Line, thrown: unknown): SurfaceError {
  const cause = asSurfaceError(thrown).in({ line })
  if (!unfinished || (cause.code !== 'JSON_SYNTAX' && cause.code !== 'ENCODING_INVALID')) return cause
  const hint = 'What came before stays as it is; send the line again, whole.'
  return new SurfaceError('STREAM_TRUNCATED', 'The stream ended in the middle of a line', { hint, line }, { cause })
}
