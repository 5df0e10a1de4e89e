/** Lines and parsed messages → applied, held or reported. A fault costs only its own component, or its own message. */

import type { Limits } from '../errors/limits.ts'
import {
  asSurfaceError,
  asSurfaceErrors,
  maxFaultsOfMessage,
  type Report,
  SurfaceError,
} from '../errors/surface-error.ts'
import { copyJson, isPlainObject, notReadable } from '../json/inspect.ts'
import { parseJson } from '../json/parse-json.ts'
import { getOwn, isObject, type JsonObject, type JsonValue } from '../json/value.ts'
import { callHost } from '../live/call-host.ts'
import { componentsIn, decode, type LenientEnvelope, spokenVersion } from '../protocol/decode.ts'
import { familyOf, type ProtocolFamily, type ProtocolVersion, type Received } from '../protocol/message.ts'
import { isOther } from '../protocol/other.ts'
import type { Line } from '../stream/lines.ts'
import type { Surfaces } from '../surface/surfaces.ts'
import { type BeginningRepairs, createDelivery, type Delivery, type Source } from './delivery.ts'
import type { Given, Trace } from './trace.ts'

/** A JSON line that is no surface message, and its 1-based number. */
export type OnOther = (value: JsonValue, line: number) => void

/** A parsed line or message that is not applied yet. Nothing was reported so far. */
export interface Parsed {
  readonly value: JsonValue
  readonly line?: Line | undefined
  readonly warnings: readonly SurfaceError[]
  readonly received?: Received
  /** Why the value is no message. */
  readonly refusal?: unknown
  /** Takes the value, which is not meant as a message. */
  readonly onOther?: OnOther
  /** The line brings nothing by itself; lenient mode waits for the next one. */
  readonly waits?: true
  /** Further messages that stand in the same object. */
  readonly more?: readonly Parsed[]
}

/** Where the messages of a list come from. */
interface Origin {
  readonly source: Source
  /** See `Received.componentOffset`. */
  readonly componentOffset?: number | undefined
  /** See `Given.number`. */
  readonly number?: number
}

/** Whether the source ended within the line. */
export function isCut({ refusal }: Pick<Parsed, 'refusal'>): boolean {
  return refusal instanceof SurfaceError && refusal.code === 'STREAM_TRUNCATED'
}

export interface Intake extends Pick<Delivery, 'answer' | 'find' | 'takeBack'> {
  /** `onOther` takes a value that is not meant as a message, instead of a report. */
  parseLine(line: Line, source: Source, onOther?: OnOther): Parsed
  /** Applies it, or reports its faults. `given`: the line or message as it came. */
  apply(parsed: Parsed, source: Source, given: Given): void
  /** A parsed message, an array of them, or `{messages: […]}`. */
  takeParsed(messages: unknown, from: Origin): void
  /** A line, or a message as text with its number in the source. */
  takeLine(line: Line, source: Source): void
  /**
   * A source has ended: parts that have not arrived are missing from its surfaces, unless another running read has fed
   * them too. `reportMissing`: reports it, each part once.
   */
  end(reportMissing: boolean, source: Source): void
}

/** What lenient mode does with lines and objects. */
export interface IntakeRepairs {
  /** The messages that a value was meant as, and what was repaired of them. */
  readonly parseMeant: (
    value: JsonValue,
    line: Line | undefined,
    source: Source,
    faults: readonly SurfaceError[],
    use: {
      readonly decode: (message: JsonValue, repairs: LenientEnvelope) => Received
      /** The version of a surface that is there. `begins`: only of one that the source itself has begun. */
      readonly familyIn: (surfaceId: string, begins: boolean) => ProtocolFamily | undefined
    },
  ) => Parsed
  /** A line as it is, or what it completes. `parse`: reads a whole text. `most`: UTF-16 units that may be open. */
  readonly gather: (line: Line, source: Source, parsed: Parsed, parse: (line: Line) => Parsed, most: number) => Parsed
  /** The source has ended: what is whole of a message that is open. */
  readonly tailOf: (source: Source, parse: (line: Line) => Parsed) => Parsed | undefined
}

export interface IntakeOptions {
  readonly limits: Limits
  readonly surfaces: Surfaces
  /** `version`: the one that the message was written in. */
  readonly report: (error: SurfaceError, version?: ProtocolVersion) => void
  /** What can be repaired in an envelope is a warning, and the message is applied. Otherwise it is refused. */
  readonly lenient: (IntakeRepairs & BeginningRepairs) | undefined
  readonly trace: Pick<Trace, 'to'>
}

export function createIntake(options: IntakeOptions): Intake {
  const { limits, surfaces, report, lenient, trace } = options
  const delivery = createDelivery(options)

  /**
   * Reports the warnings, then applies. What is thrown is reported as the fault of the whole value. A line without a fault takes nothing
   * here: no closure, no empty list, no place.
   */
  function applyNow(parsed: Parsed, source: Source): void {
    const { value, line, warnings, received, more } = parsed
    line?.endDraft?.({ keep: isCut(parsed) })
    if (warnings.length > 0) reportAll(warnings, undefined, parsed, source)
    try {
      if (parsed.waits) return
      if (received) delivery.apply(received, source, value)
      else passOn(parsed)
    } catch (thrown) {
      delivery.refuse(value, source)
      const faults = asSurfaceErrors(thrown)
      const all = received || lenient ? faults : [...faults, ...otherFaults(value, faults, source)]
      reportAll(all.slice(0, maxFaultsOfMessage), received?.surfaceId, parsed, source)
    }
    if (more) for (const one of more) applyNow(one, source)
  }

  function reportAll(
    faults: readonly SurfaceError[],
    surfaceId: string | undefined,
    { value, line }: Parsed,
    { key }: Source,
  ): void {
    const place = { surfaceId, line: line?.number, source: key }
    for (const fault of faults) report(fault.in(place), spokenVersion(value))
  }

  function passOn({ value, line, refusal, onOther }: Parsed): void {
    if (!onOther) throw refusal
    callHost(() => onOther(value, line?.number as number))
  }

  function apply(parsed: Parsed, source: Source, given: Given): void {
    trace.to?.begin(given, source, parsed)
    applyNow(parsed, source)
    trace.to?.end()
  }

  /** What else is wrong with components whose envelope is faulty. Of two faults at one place the first counts. */
  function otherFaults(value: JsonValue, known: readonly SurfaceError[], source: Source): readonly SurfaceError[] {
    const received = componentsIn(value, limits)
    const found = received
      ? surfaces.faultsIn(received, delivery.find(received.surfaceId, source, received.family))
      : []
    return found.filter(({ place }) => !known.some((fault) => fault.place.at === place.at))
  }

  /** `line`: the line that the value stood on, if it came as text. `warnings`: what was wrong with the text. */
  function parseStrict(value: JsonValue, line: Line | undefined, warnings: readonly SurfaceError[]): Parsed {
    try {
      return { value, line, warnings, received: decode(value, limits, undefined, line?.number) }
    } catch (refusal) {
      return { value, line, warnings, refusal }
    }
  }

  // Chosen once: what lenient mode hands on are closures, and closures cost also the calls that make none.
  const parse: (...args: [...Parameters<typeof parseStrict>, source: Source]) => Parsed = lenient
    ? (value, line, warnings, source) =>
        lenient.parseMeant(value, line, source, warnings, {
          decode: (message, repairs) => decode(message, limits, repairs, line?.number),
          familyIn(surfaceId, begins) {
            const known = begins ? surfaces.own(surfaceId, source.key) : delivery.find(surfaceId, source)
            return known && familyOf(known.version)
          },
        })
    : parseStrict

  function parseWhole(line: Line, source: Source, onOther?: OnOther): Parsed {
    const warnings: SurfaceError[] = []
    try {
      if (line.text instanceof SurfaceError) throw line.text
      const value = parseJson(line.text, limits, warnings)
      if (onOther && isOther(value)) return { value, line, warnings, onOther }
      return parse(value, line, warnings, source)
    } catch (thrown) {
      return { value: null, line, warnings, refusal: faultOf(line, thrown) }
    }
  }

  const parseLine: Intake['parseLine'] = lenient
    ? (line, source, onOther) => {
        const take = (one: Line): Parsed => parseWhole(one, source, onOther)
        return lenient.gather(line, source, take(line), take, limits.lineBytes)
      }
    : parseWhole

  /**
   * Copies the caller's components while reading them: one walk instead of three. Returns false without an effect if
   * the message is faulty or unusual, or if limits are so low that names and envelopes must be checked too.
   */
  function applyCopy(message: unknown, { source, componentOffset }: Origin): boolean {
    if (limits.jsonDepth < 8 || limits.stringLength < 1_000) return false
    try {
      const payload = isPlainObject(message) && getOwn(message, 'updateComponents')
      if (!isPlainObject(payload) || !surfaces.own(payload['surfaceId'] as string, source.key)) return false
      const received = decode(message as JsonObject, limits)
      if (received.kind !== 'updateComponents' || received.family !== 'v0.9') return false
      const copied = { components: received.components.slice(), callerOwned: true, componentOffset } as const
      delivery.apply(Object.assign(received, copied), source, message as JsonObject)
      return true
    } catch {
      // The copy of the message is refused in the same way, with a report.
      return false
    }
  }

  function parseCopy(message: unknown, { source, componentOffset }: Origin): Parsed {
    try {
      const parsed = parse(copyJson(message, limits), undefined, [], source)
      if (parsed.received) Object.assign(parsed.received, { componentOffset })
      return parsed
    } catch (refusal) {
      return { value: null, warnings: [], refusal }
    }
  }

  return {
    ...delivery,
    parseLine,
    apply,
    takeLine: (line, source) => apply(parseLine(line, source), source, line),
    takeParsed(messages, from) {
      for (const message of listOf(messages, report))
        if (trace.to || !applyCopy(message, from))
          apply(parseCopy(message, from), from.source, { number: from.number, text: message })
    },
    end(reportMissing, source) {
      const tail = lenient?.tailOf(source, (line) => parseWhole(line, source))
      if (tail) applyNow(tail, source)
      delivery.end(reportMissing, source)
    },
  }
}

function listOf(messages: unknown, report: Report): readonly unknown[] {
  try {
    const isAround = isObject(messages) && Object.keys(messages).length === 1
    const list = isAround ? getOwn(messages, 'messages') : messages
    return Array.isArray(list) ? [...list] : [messages]
  } catch (thrown) {
    report(notReadable(thrown))
    return []
  }
}

/** Why a line cannot be read. A last line without a newline was most likely cut off. */
function faultOf({ number: line, unfinished }: Line, thrown: unknown): SurfaceError {
  const cause = asSurfaceError(thrown).in({ line })
  if (!unfinished || (cause.code !== 'JSON_SYNTAX' && cause.code !== 'ENCODING_INVALID')) return cause
  const hint = 'What came before stays as it is; send the line again, whole.'
  return new SurfaceError('STREAM_TRUNCATED', 'The stream ended in the middle of a line', { hint, line }, { cause })
}
