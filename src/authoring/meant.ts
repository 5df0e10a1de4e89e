/**
 * The runtime's reports about one line, as faults that say what was meant: what strict mode refuses, in the words of lenient mode,
 * which reads it. What lenient mode cannot read keeps the report of strict mode.
 */
import type { SurfaceError } from '../errors/surface-error.ts'
import { formatPointer, namesIn } from '../json/pointer.ts'
import { clip, type JsonValue } from '../json/value.ts'
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
  const repairs = groupedBy(asSent(lenient.filter(isOfInput)), keyOf)
  const groups = groupedBy(strict, keyOf)
  return [...new Set([...groups.keys(), ...repairs.keys()])].flatMap((key) =>
    merged(value, groups.get(key) ?? [], repairs.get(key) ?? []),
  )
}

/** Whether the report is about what was written, and not about the surfaces as they are. */
function isOfInput({ code }: SurfaceError): boolean {
  return !/^(SURFACE_|ROOT_|CHILD_|GRAPH_|LIMIT_|DATA_|ID_|JSON_|NUMBER_)/.test(code)
}

/** Without what is said of components that lenient mode has made: they are judged once they are sent. */
function asSent(repairs: readonly SurfaceError[]): readonly SurfaceError[] {
  /** By the place in the message the component that was sent, which comes first; `undefined`: none of its parts is left. */
  const sent = new Map<number | undefined, string | undefined>()
  return repairs.filter(({ code, place: { at, componentId } }) => {
    const index = componentIndex(at)
    if (index === undefined || componentId === undefined) return true
    const isFirst = !sent.has(index)
    const isOwn = isFirst || sent.get(index) === componentId
    // Of an unknown type parts alone are drawn.
    if (isOwn) sent.set(index, code === 'COMPONENT_UNKNOWN' ? undefined : componentId)
    return isOwn
  })
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

  const meant: Step[] = []
  /** Where the faults of the component at hand begin: those of another one are no steps of its. */
  let first = 0
  let index: number | undefined
  for (const repair of isReadable ? repairs : []) {
    if (componentIndex(repair.place.at) !== index) first = meant.length
    index = componentIndex(repair.place.at)
    const own = meant.slice(first)
    const last = own.at(-1)?.fault
    const made = placeMade(repair)
    // A second step at the same place gives what is right there.
    if (last && last.at === repair.place.at) {
      const { code, severity, message } = last
      meant.splice(-1, 1, { fault: { ...faultOf(repair), code, severity, message }, made })
    }
    // What is at no place that was sent is to be done after the step that makes the place, or after the one before.
    else if (last && !stands(repair)) {
      const makes = own.findLastIndex((one) => isNear(one.made, repair.place.at ?? ''))
      const step = meant[makes < 0 ? meant.length - 1 : first + makes] as Step
      step.fault = withStep(step.fault, repair)
    } else meant.push({ fault: asStrict(repair, refused, left), made })
  }
  const faults = meant.map(({ fault }) => fault)
  const isSaid = (error: SurfaceError): boolean => faults.some(({ at }) => at === error.place.at)
  return [...left.filter((one) => !isSaid(one)).map((error) => nearestFirst(faultOf(error), value)), ...faults]
}

/** What is to be done about one place. */
interface Step {
  fault: Fault
  /** Where the value stands then. */
  readonly made: string
}

/** Where a value stands once the repair is done: it may have another name there. */
function placeMade({ expected: { as, words = [] } = {}, place: { at = '' } }: SurfaceError): string {
  return as === 'name' ? formatPointer([...namesIn(at).slice(0, -1), ...words.slice(0, 1)]) : at
}

/** The fault with a further step, which says what it is about. */
function withStep(fault: Fault, { hint, place }: SurfaceError): Fault {
  const name = namesIn(place.at ?? '').findLast((one) => !/^\d+$/.test(one)) ?? ''
  const isNamed = hint.includes(`"${name}"`) || fault.expected?.[0] === name
  const step = isNamed ? hint : `For "${clip(name)}", ${hint.charAt(0).toLowerCase()}${hint.slice(1)}`
  return { ...fault, hint: `${fault.hint} ${step}` }
}

/** A repair as the fault that strict mode finds; without one as a warning. `left`: what strict mode reports and does not refuse. */
function asStrict(repair: SurfaceError, refused: readonly SurfaceError[], left: readonly SurfaceError[]): Fault {
  const twin = refused.find(
    ({ message, hint, place }) =>
      message === repair.message && hint === repair.hint && isNear(place.at ?? '', repair.place.at ?? ''),
  )
  if (twin) return faultOf(twin)
  const rounded = left.find(({ code, place }) => code === 'NUMBER_PRECISION' && place.at === repair.place.at)
  // The digits that were lost are in no repair.
  const fault = faultOf(rounded && repair.expected?.value !== undefined ? rounded : repair)
  const same = [...refused, ...left].find((one) => one !== rounded && one.place.at === repair.place.at)
  // The runtime, or the data, know the word without lenient mode.
  const word = same?.expected?.as === 'near' ? same.expected.words?.[0] : undefined
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
