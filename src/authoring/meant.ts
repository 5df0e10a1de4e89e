/**
 * The runtime's reports about one line, as faults that say what was meant: what strict mode refuses, in the words of lenient mode,
 * which reads it. What lenient mode cannot read keeps the report of strict mode.
 */
import type { SurfaceError } from '../errors/surface-error.ts'
import { namesIn } from '../json/pointer.ts'
import type { JsonValue } from '../json/value.ts'
import { componentIndex } from '../protocol/component-place.ts'
import { nearest } from '../text/nearest.ts'
import { type Fault, faultOf, groupedBy, valueAt } from './fault.ts'

/** `strict`, `lenient`: what the runtime says of the line in either mode. */
export function meantIn(
  value: JsonValue,
  strict: readonly SurfaceError[],
  lenient: readonly SurfaceError[],
): readonly Fault[] {
  const isWhole = strict.some((error) => isRefusal(error) && componentIndex(error.place.at) === undefined)
  // A message that is refused as a whole, or each component by itself.
  const keyOf = ({ place }: SurfaceError): number | undefined => (isWhole ? undefined : componentIndex(place.at))
  const repairs = groupedBy(lenient.filter(isOfInput), keyOf)
  const groups = groupedBy(strict, keyOf)
  return [...new Set([...groups.keys(), ...repairs.keys()])].flatMap((key) =>
    merged(value, groups.get(key) ?? [], repairs.get(key) ?? []),
  )
}

/** Whether the report is about what was written, and not about the surfaces as they are. */
function isOfInput({ code }: SurfaceError): boolean {
  return !/^(SURFACE_|ROOT_|CHILD_|GRAPH_|LIMIT_|DATA_|ID_)/.test(code)
}

function isRefusal(error: SurfaceError): boolean {
  return error.severity === 'error' && isOfInput(error)
}

/** Of one component, or of a whole line. */
function merged(value: JsonValue, strict: readonly SurfaceError[], repairs: readonly SurfaceError[]): readonly Fault[] {
  const isReadable = repairs.length > 0 && repairs.every(({ severity }) => severity === 'warning')
  const stands = ({ place: { at = '' } }: SurfaceError): boolean => valueAt(value, namesIn(at)) !== undefined
  /** Whether a repair says what is to be done instead: at its place, around it or within it, or of what is missing. */
  const isExplained = (error: SurfaceError): boolean =>
    isRefusal(error) && (!stands(error) || repairs.some(({ place }) => isNear(place.at ?? '', error.place.at ?? '')))
  const refused = isReadable ? strict.filter(isExplained) : []
  const left = strict.filter((error) => !refused.includes(error))

  const meant: Fault[] = []
  for (const repair of isReadable ? repairs : []) {
    const last = meant.at(-1)
    // A second step at the same place gives what is right there.
    if (last && last.at === repair.place.at) meant.splice(-1, 1, { ...last, hint: repair.hint })
    // What is at no place that was sent is to be done after the step before.
    else if (last && !stands(repair)) meant.splice(-1, 1, { ...last, hint: `${last.hint} ${repair.hint}` })
    else meant.push(asStrict(repair, refused, left))
  }
  const isSaid = (error: SurfaceError): boolean => meant.some(({ at }) => at === error.place.at)
  return [...left.filter((one) => !isSaid(one)).map((error) => nearestFirst(faultOf(error), value)), ...meant]
}

/** A repair as the fault that strict mode finds; without one as a warning. `left`: what strict mode reports and does not refuse. */
function asStrict(repair: SurfaceError, refused: readonly SurfaceError[], left: readonly SurfaceError[]): Fault {
  const fault = faultOf(repair)
  const same = [...refused, ...left].find(({ place }) => place.at === repair.place.at)
  // The runtime, or the data, know the word without lenient mode.
  const word = same?.hint.startsWith('Did you mean') ? faultOf(same).expected?.[0] : undefined
  if (same && word !== undefined && (left.includes(same) || word === fault.expected?.[0])) return faultOf(same)
  if (same) return { ...fault, code: same.code, severity: same.severity, message: same.message }
  return refused.length > 0 ? { ...fault, severity: 'error' } : fault
}

function isNear(one: string, other: string): boolean {
  return `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`)
}

/** Of several allowed words the one that is nearest to what was sent comes first. */
function nearestFirst(fault: Fault, value: JsonValue): Fault {
  const { expected = [], at } = fault
  const sent = valueAt(value, namesIn(at))
  const closest = typeof sent === 'string' ? nearest(sent, expected) : undefined
  return closest === undefined ? fault : { ...fault, expected: [closest, ...expected.filter((one) => one !== closest)] }
}
