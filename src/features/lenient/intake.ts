/** Lenient mode: what a line or an object holds, as the messages that were meant; a message over several lines, and one that is cut. */

import { asSurfaceErrors, type Report, SurfaceError, together } from '../../errors/surface-error.ts'
import { isObject } from '../../json/value.ts'
import type { Source } from '../../runtime/delivery.ts'
import type { IntakeRepairs, Parsed } from '../../runtime/intake.ts'
import { closed, gathered } from './gathered.ts'
import { meantMessages } from './meant-messages.ts'
import { repaired } from './repair.ts'
import type { Meant, Spoken } from './spoken.ts'

/** What each source has said so far. */
const spokenOf = new WeakMap<Source, Spoken>()

/** See `IntakeRepairs`. */
export const parseMeant: IntakeRepairs['parseMeant'] = (value, line, source, faults, { decode, familyIn }): Parsed => {
  const warnings = [...faults]
  const warn: Report = (one) => void warnings.push(one)
  const meant = meantMessages(value, { spoken: spokenBy(source), familyIn, warn })
  if (!meant) {
    try {
      return { value, line, warnings, received: decode(value, { repaired, warnings }) }
    } catch (refusal) {
      return { value, line, warnings, refusal }
    }
  }
  const [first, ...others] = meant

  function parse({ message, below, at, root }: Meant): Parsed {
    const repairs = { repaired, warnings: [] }
    const payload = `/${isObject(message) && Object.keys(message).at(-1)}`
    function placed(error: SurfaceError): SurfaceError {
      const { at: inside = '' } = error.place
      const isInside = at !== undefined && `${inside}/`.startsWith(`${payload}/`)
      return error.movedTo(isInside ? at + inside.slice(payload.length) : below + inside)
    }
    try {
      const received = decode(message, repairs)
      const known = { ...(at !== undefined && { at }), ...(root !== undefined && { root }) }
      return { value: message, line, warnings: repairs.warnings.map(placed), received: Object.assign(received, known) }
    } catch (thrown) {
      return { value: message, line, warnings: [], refusal: together(asSurfaceErrors(thrown).map(placed)) }
    }
  }

  const parsed = parse(first as Meant)
  const more = others.map((one) => ({ ...parse(one), line: line && { ...line, endDraft: undefined } }))
  return { ...parsed, warnings: [...warnings, ...parsed.warnings], more }
}

/** See `IntakeRepairs`. */
export const gather: IntakeRepairs['gather'] = (line, source, parsed, parse, most): Parsed => {
  const { open } = spokenOf.get(source) ?? {}
  if (typeof line.text !== 'string' || !(open || isSyntax(parsed))) return parsed
  const number = open?.number ?? line.number
  const found = gathered(line.text, number, open, most)
  if (!found) return parsed
  spokenBy(source).open = found.open
  const [first, ...others] = found.texts.map((text) => parse({ number, text }))
  if (!first) return { value: null, line, warnings: [], waits: true }
  const message = 'A message is not one line of JSON; it is read all the same'
  return {
    ...first,
    line: first.line && { ...first.line, endDraft: line.endDraft },
    warnings: told(first, 'JSON_SYNTAX', message, 'Send each message as JSON on a line of its own.', line.number),
    more: [...(first.more ?? []), ...others],
  }
}

/** See `IntakeRepairs`. */
export const tailOf: IntakeRepairs['tailOf'] = (source, parse): Parsed | undefined => {
  const { open } = spokenOf.get(source) ?? {}
  if (!open) return undefined
  spokenBy(source).open = undefined
  const parsed = parse({ number: open.number, text: closed(open), unfinished: true })
  const message = 'The message has no end; what is whole of it is read'
  return {
    ...parsed,
    warnings: told(parsed, 'STREAM_TRUNCATED', message, 'Send the message again, whole.', open.number),
  }
}

/** What is warned of, and how the message was written, if it could be read. */
function told(
  { warnings, received }: Parsed,
  code: 'JSON_SYNTAX' | 'STREAM_TRUNCATED',
  message: string,
  hint: string,
  line: number,
): Parsed['warnings'] {
  return received ? [...warnings, new SurfaceError(code, message, { hint, line }).asWarning()] : warnings
}

function spokenBy(source: Source): Spoken {
  const spoken = spokenOf.get(source) ?? { families: new Map<string, never>() }
  spokenOf.set(source, spoken)
  return spoken
}

function isSyntax({ refusal }: Parsed): boolean {
  return refusal instanceof SurfaceError && /^(JSON_SYNTAX|STREAM_TRUNCATED)$/.test(refusal.code)
}
