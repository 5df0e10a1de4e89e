/** Lines and parsed messages → applied, held or reported. A fault costs only its own message. */
import { createDelivery, type Delivery } from './delivery.ts'
import type { Limits } from './errors/limits.ts'
import { asSurfaceError, SurfaceError } from './errors/surface-error.ts'
import { copyJson } from './json/inspect.ts'
import { parseJson } from './json/parse-json.ts'
import { isObject, type JsonValue, own } from './json/value.ts'
import { callHost } from './live/call-host.ts'
import { createMessageParser, type Parsed } from './message-parser.ts'
import type { ProtocolVersion } from './protocol/message.ts'
import { isOther } from './protocol/other.ts'
import { foreignUpdate } from './protocol/v09.ts'
import type { Line } from './stream/lines.ts'
import type { Source } from './surface/sources.ts'
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
  const parse = createMessageParser({ limits, delivery, report, lenient })
  const reports = (faults: readonly SurfaceError[]): Parsed =>
    only(() => {
      for (const fault of faults) report(fault)
    })

  return {
    parseLine(line, source, onOther) {
      const { value, faults } = jsonOf(line, limits)
      if (value === undefined) return reports(faults)
      const { number, text } = line
      const parsed =
        onOther && isOther(value)
          ? only(() => void callHost(() => onOther(value, number)))
          : parse({ value, text: text as string, line: number, source })
      return faults.length === 0 ? parsed : after(reports(faults), parsed)
    },
    takeParsed(messages) {
      for (const message of listOf(messages)) {
        if (tookForeign(message, limits, surfaces, delivery)) continue
        const { value, faults } = copyOf(message, limits)
        const parsed = value === undefined ? reports(faults) : parse({ value })
        parsed.apply()
      }
    },
    end: delivery.end,
  }
}

/** What belongs to no surface. */
function only(apply: () => void): Parsed {
  return { surfaceId: undefined, structural: false, apply }
}

interface Read {
  /** `undefined`: the line cannot be read. */
  readonly value: JsonValue | undefined
  readonly faults: readonly SurfaceError[]
}

function jsonOf({ number: line, text, unfinished }: Line, limits: Limits): Read {
  const warnings: SurfaceError[] = []
  try {
    if (text instanceof SurfaceError) throw text
    const value = parseJson(text, limits, (warning) => void warnings.push(warning.in({ line })))
    return { value, faults: warnings }
  } catch (thrown) {
    const error = asSurfaceError(thrown).in({ line })
    return { value: undefined, faults: [...warnings, unfinished ? orTruncated(error) : error] }
  }
}

function copyOf(message: unknown, limits: Limits): Read {
  try {
    return { value: copyJson(message, limits), faults: [] }
  } catch (thrown) {
    return { value: undefined, faults: [asSurfaceError(thrown)] }
  }
}

function after(first: Parsed, parsed: Parsed): Parsed {
  return {
    ...parsed,
    apply() {
      first.apply()
      parsed.apply()
    },
  }
}

/**
 * Copies the caller's components while reading them: one walk instead of three. Returns false without an effect if
 * the message is faulty or unusual, or if limits are so low that names and envelopes must be checked too.
 */
function tookForeign(value: unknown, limits: Limits, surfaces: Surfaces, delivery: Delivery): boolean {
  if (limits.jsonDepth < 8 || limits.stringLength < 1_000) return false
  const received = foreignUpdate(value, limits)
  if (!received || !surfaces.get(received.surfaceId)) return false
  try {
    delivery.apply(received, () => 0, undefined)
    return true
  } catch (thrown) {
    if (thrown instanceof SurfaceError) return false
    throw thrown
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
