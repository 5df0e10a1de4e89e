/**
 * The runtime's reports about one message, as faults that say what was meant. A guess counts if the runtime no longer finds the
 * fault with it. A missing property that a wrong one stands for is no fault of its own.
 */
import type { SurfaceError } from '../errors/surface-error.ts'
import { namesIn } from '../json/pointer.ts'
import { isObject, type JsonObject, type JsonValue } from '../json/value.ts'
import { without } from '../json/without.ts'
import { nearest } from '../text/nearest.ts'
import { type Fault, faultOf, groupedBy, valueAt } from './fault.ts'
import { type Change, type Form, forms, type Place } from './forms.ts'

/** What the runtime says of a message, which is not applied. */
export type FaultsIn = (message: JsonValue) => readonly SurfaceError[]

/** `reports`: all about this message. */
export function meantIn(message: JsonValue, reports: readonly SurfaceError[], faultsIn: FaultsIn): readonly Fault[] {
  const byPrefix = groupedBy(reports.map(faultOf), ({ at }) => /^\/\w+\/components\/\d+(?=\/)/.exec(at)?.[0] ?? '')
  return [...byPrefix].flatMap(([prefix, faults]) => {
    const names = namesIn(prefix)
    const component = prefix === '' ? undefined : valueAt(message, names)
    if (!isObject(component)) return faults
    const [kind = ''] = names
    const faultsOf = (one: JsonObject): readonly Fault[] => {
      const payload = (message as JsonObject)[kind] as JsonObject
      const found = faultsIn({ ...(message as JsonObject), [kind]: { ...payload, components: [one] } })
      return found.map((error) => moved(faultOf(error), `/${kind}/components/0`, ''))
    }
    const old = kind === 'surfaceUpdate'
    const inside = faults.map((fault) => moved(fault, prefix, ''))
    return meantInComponent(component as JsonObject, old, inside, faultsOf).map((fault) => moved(fault, '', prefix))
  })
}

function moved(fault: Fault, from: string, to: string): Fault {
  return { ...fault, at: to + fault.at.slice(from.length) }
}

/** Places are those in the component. */
function meantInComponent(
  component: JsonObject,
  old: boolean,
  faults: readonly Fault[],
  faultsOf: (component: JsonObject) => readonly Fault[],
): readonly Fault[] {
  const found: Fault[] = []
  let current = component
  let left = [...faults]
  // What is missing first: a wrong name may stand for it.
  for (const isMissing of [true, false]) {
    for (const fault of [...left]) {
      const place = placeIn(current, old, fault.at)
      if (!left.includes(fault) || (place.sent === undefined) !== isMissing) continue
      const better = betterThan(fault, place, left.length, faultsOf)
      left = left.filter((one) => one !== fault)
      if (!better) found.push(nearestFirst(fault, place.sent))
      else {
        const { component, at, hint, word } = better.change
        const { expected: _, ...rest } = fault
        found.push({ ...rest, at, hint, ...(word !== undefined && { expected: [word] }) })
        current = component
        left = left.filter(({ at }) => better.places.has(at))
      }
    }
  }
  return found
}

interface Better {
  readonly change: Change
  /** Where there are faults after it. */
  readonly places: ReadonlySet<string>
}

/** The first change that takes the fault away and brings no other one. */
function betterThan(
  fault: Fault,
  place: Place,
  count: number,
  faultsOf: (component: JsonObject) => readonly Fault[],
): Better | undefined {
  for (const form of [...forms, leftOut(fault)]) {
    const change = form(place)
    const after = change && faultsOf(change.component)
    const places = new Set(after?.map(({ at }) => at))
    if (change && places.size <= count && !places.has(fault.at)) return { change, places }
  }
  return undefined
}

/** Without a property that the catalog does not have, and that is near none. */
function leftOut({ at, hint, message, expected }: Fault): Form {
  const isUnknown = message.startsWith('There is no property') && expected?.length !== 1
  return ({ component, path, isProperty }) =>
    isUnknown && isProperty
      ? { component: without(component, path) as JsonObject, at, hint: `Leave it out. ${hint}` }
      : undefined
}

function placeIn(component: JsonObject, old: boolean, at: string): Place {
  const path = namesIn(at)
  const parent = valueAt(component, path.slice(0, -1))
  return {
    ...{ component, old, path, name: path.at(-1) ?? '' },
    parent: (isObject(parent) ? parent : {}) as JsonObject,
    sent: valueAt(component, path),
    isProperty: path.length === (old ? 3 : 1),
  }
}

/** Of several allowed words the one that is nearest to what was sent comes first. */
function nearestFirst(fault: Fault, sent: JsonValue | undefined): Fault {
  const { expected = [] } = fault
  const closest = typeof sent === 'string' ? nearest(sent, expected) : undefined
  return closest === undefined ? fault : { ...fault, expected: [closest, ...expected.filter((one) => one !== closest)] }
}
