/** The components of one message: read with the dialect of the surface, and put into it. A faulty one is refused alone. */

import { placeholder, placeholderFor } from '../catalog/assemble.ts'
import type { Component, Origin } from '../catalog/component.ts'
import { notRead } from '../catalog/dialect.ts'
import type { ParseOptions } from '../catalog/parse-options.ts'
import { asSurfaceErrors, maxFaultsOfMessage, type Report, SurfaceError, together } from '../errors/surface-error.ts'
import { maxValues } from '../json/inspect.ts'
import type { JsonValue } from '../json/value.ts'
import type { Received, UpdateComponents } from '../protocol/message.ts'
import type { ComponentSet } from './component-set.ts'
import { type InitialValues, initialValues } from './initial-values.ts'
import { beginLoads } from './loads.ts'
import { markObscured } from './obscured-input.ts'
import type { SurfaceParts } from './surface-parts.ts'

/** What is left to do once the components are in their places. */
export interface PutComponents {
  readonly components: readonly Component[]
  readonly reports: readonly SurfaceError[]
  /** Writes the first values that the components bring, and reports what cannot be written. */
  readonly writeInitial: ((report: Report) => void) | undefined
}

/** Reports of one message about its components that are kept. Bounds what the host gets: one line has room for 100,000 warnings. */
const most = { error: maxFaultsOfMessage, warning: 1_000 }

/**
 * Puts what can be read. In the place of what is refused the earlier component stays; where there is none, a placeholder comes.
 * Throws a `SurfaceError`, or several, for what refuses the message as a whole; the surface is then as before.
 */
export function putComponents(parts: SurfaceParts, received: Received<UpdateComponents>): PutComponents {
  const { dialect, lenient, componentSet, loads, model } = parts
  const { byId } = componentSet
  const reports: SurfaceError[] = []
  const left = { ...most }
  const report: Report = (error) => {
    if (left[error.severity]-- > 0) reports.push(error)
  }
  // Until components have come, so that a refused message chooses nothing.
  if (byId.size === 0) dialect.choose?.(received.components)
  const read = readComponents(received, parts, report, most.error)
  const readReports = reports.length
  let special = specialOf(read)
  let components = special.some(({ invalid }) => invalid) ? withoutSuperseded(read, byId) : read

  /** Of several components with one id the last one was to count. */
  function refuse(refused: ReadonlyMap<string, SurfaceError>): void {
    const others = components.map((component) => {
      const error = refused.get(component.id)
      return error ? placeholder(component.id, component.type, error, component.origin) : component
    })
    refused.forEach(report)
    components = withoutSuperseded(others, byId)
    special = specialOf(components)
  }

  /** Of a message with many cycles, the last ones are not looked at so closely. */
  const searches = { left: maxCycles }

  function putAll(): readonly [distinct: number, values: InitialValues | undefined] {
    for (let found = 0; found <= maxCycles; found++) {
      const values = special.some(({ initial }) => initial) ? initialValues(components, parts, received) : undefined
      if (values && values.refused.size > 0) refuse(values.refused)
      // First: a component may be drawn as soon as it is in its place.
      beginLoads(special, loads)
      markObscured(components, byId, model)
      const put = componentSet.put(components)
      if (typeof put === 'number') return [put, values]
      const cycle = firstCycle(componentSet, components, put, searches)
      const error = graphCycle(cycle, components)
      const [closing = '', child = ''] = cycle
      if (!lenient) refuse(new Map([[closing, error]]))
      else {
        report(error.asWarning())
        components = components.map((one) => (one.id === closing ? lenient.withoutChild(one, child, error) : one))
      }
    }
    throw tooManyCycles(received)
  }

  try {
    const [distinct, values] = putAll()
    if (distinct < components.length) reports.push(...duplicatesAmong(components, received.surfaceId))
    if (values) reports.push(...values.concealed)
    return { components, reports, writeInitial: values?.write }
  } catch (thrown) {
    const faults = reports.slice(0, readReports).filter(({ severity }) => severity === 'error')
    throw together([...asSurfaceErrors(thrown), ...faults])
  }
}

/** Those that may name functions, bring first values or stand for what was refused: few of thousands. */
function specialOf(components: readonly Component[]): readonly Component[] {
  const special: Component[] = []
  for (let index = 0; index < components.length; index++) {
    const component = components[index] as Component
    if (!component.plain) special.push(component)
  }
  return special
}

/** What draws nothing does not take the place of what does, in the surface or in the message. */
function withoutSuperseded(components: readonly Component[], byId: ComponentSet['byId']): readonly Component[] {
  const drawn = new Set(components.filter(({ invalid }) => !invalid).map(({ id }) => id))
  return components.filter(
    ({ id, invalid }) => !invalid || (!drawn.has(id) && (byId.get(id)?.invalid || !byId.has(id))),
  )
}

/**
 * Reports each fault with its place in the message. A faulty component is a placeholder; one without a usable id is left out.
 * `mostFaults`: of those beyond nothing is said. Bounds work: one line has room for 300,000 faulty components.
 */
export function readComponents(
  { surfaceId, components: wires, at, line, callerOwned, componentOffset = 0, indexes }: Received<UpdateComponents>,
  by: Pick<SurfaceParts, 'dialect' | 'limits' | 'lenient'> & Partial<Pick<SurfaceParts, 'componentSet'>>,
  report: Report,
  mostFaults: number = Number.POSITIVE_INFINITY,
): readonly Component[] {
  const { dialect, limits, lenient } = by
  const base = `${at}/components/`
  let place = componentOffset
  const outer = (error: SurfaceError): SurfaceError => error.below(base + place).in({ line, surfaceId })
  let parse: ParseOptions = {
    limits,
    lenient,
    callerOwned: callerOwned && { limits, values: maxValues - wires.length },
    warn: (error) => report(outer(error)),
  }
  let left = mostFaults
  /** Why a component is refused of which nothing is said. */
  let unsaid: SurfaceError | undefined

  function read(wire: JsonValue, origin: Origin): Component | undefined {
    const refused = unsaid && placeholderFor(wire, unsaid, origin, limits)
    // Without id or type it is certainly faulty.
    if (unsaid && !refused?.type) return refused
    try {
      return dialect.parseComponent(wire, origin, parse)
    } catch (thrown) {
      // `notRead` is one object for all messages: it must not get the place of one of them.
      if (callerOwned) throw notRead
      if (thrown === notRead) return refused
      const faults = asSurfaceErrors(thrown).map(outer)
      faults.forEach(report)
      left -= faults.length
      if (left <= 0 && !unsaid) {
        unsaid = tooManyFaults()
        parse = { ...parse, wordless: !lenient }
      }
      return placeholderFor(wire, faults[0] as SurfaceError, origin, limits)
    }
  }

  const components: Component[] = []
  /** What stood within the component at hand. */
  let within: JsonValue[] = []
  if (lenient)
    parse = { ...parse, ...lenient.siblings(wires, by.componentSet?.byId), further: (wire) => void within.push(wire) }
  for (let index = 0; index < wires.length; index++) {
    place = indexes?.[index] ?? componentOffset + index
    const origin = new Place(base, place, line)
    const component = read(wires[index] as JsonValue, origin)
    if (component) components.push(component)
    while (within.length > 0) {
      const inner = within
      within = []
      for (const wire of inner) {
        const one = read(wire, origin)
        if (one) components.push(one)
      }
    }
  }
  return components
}

function tooManyFaults(): SurfaceError {
  return new SurfaceError('VALIDATION_FAILED', 'The message has more faulty components than are reported', {
    hint: 'Correct those that are reported first.',
  })
}

/**
 * The place of a component in its message. The text is made only for a report, because there are thousands of
 * components.
 */
class Place implements Origin {
  declare readonly line: number | undefined
  declare private readonly base: string
  declare private readonly index: number

  constructor(base: string, index: number, line: number | undefined) {
    this.base = base
    this.index = index
    this.line = line
  }

  get at(): string {
    return this.base + this.index
  }
}

/** Duplicates that are reported for one message. Bounds work: one line has room for 15,000. */
const maxReported = 100

/** A warning for each component with the id of an earlier component of the same message. */
function duplicatesAmong(components: readonly Component[], surfaceId: string): readonly SurfaceError[] {
  const seen = new Set<string>()
  const found: SurfaceError[] = []
  for (const { id, origin } of components) {
    if (found.length === maxReported) break
    if (seen.has(id)) {
      const message = `Two components of the message are called "${id}"; the last one counts`
      const place = { hint: 'Give each component an id of its own.', componentId: id, at: `${origin.at}/id` }
      const warning = new SurfaceError('ID_DUPLICATE', message, place, { severity: 'warning' })
      found.push(warning.in({ line: origin.line, surfaceId }))
    }
    seen.add(id)
  }
  return found
}

/** Cycles of one message that are looked for. Each one costs a search through all references, or two. */
const maxCycles = 32

/**
 * The cycle that comes first when the components come one by one. It begins and ends with the id of the component that closes
 * it. `found`: any cycle of them all. `searches`: how many may look for an earlier one; without any, it is the one that was found.
 */
function firstCycle(
  set: ComponentSet,
  components: readonly Component[],
  found: readonly string[],
  searches: { left: number },
): readonly string[] {
  let cycle: readonly string[] | number = found
  let ids: readonly string[] = found
  let last = components.length
  while (typeof cycle !== 'number') {
    ids = cycle.slice(1)
    const on = new Set(ids)
    last = components.findLastIndex(({ id }) => on.has(id))
    if (searches.left-- <= 0) break
    // Those from here on have not come.
    const earlier = components.map((one, index) => (index < last ? one : { ...one, edges: [] }))
    cycle = set.put(earlier, true)
  }
  const closing = components[last]?.id ?? ''
  const start = ids.indexOf(closing)
  return [...ids.slice(start), ...ids.slice(0, start), closing]
}

function graphCycle(cycle: readonly string[], components: readonly Component[]): SurfaceError {
  const [componentId = '', child = ''] = cycle
  const origin = components.findLast(({ id }) => id === componentId)?.origin
  return new SurfaceError('GRAPH_CYCLE', `Component "${componentId}" contains itself: ${cycle.join(' → ')}`, {
    hint: `Take "${child}" out of "${componentId}".`,
    expected: { surplus: child },
    componentId,
  }).in({ line: origin?.line, at: origin?.at })
}

function tooManyCycles({ at }: Received): SurfaceError {
  return new SurfaceError('GRAPH_CYCLE', `More than ${maxCycles} components contain themselves`, {
    hint: 'Name each component among the children of one other component.',
    at: `${at}/components`,
  })
}
