/** The components of one message: read with the dialect of the surface, and put into it, all of them or none. */

import { edgesOf, placeholder } from '../catalog/assemble.ts'
import { type Component, type Origin, reference } from '../catalog/component.ts'
import { notRead } from '../catalog/dialect.ts'
import type { ParseOptions } from '../catalog/parse-options.ts'
import {
  asSurfaceError,
  asSurfaceErrors,
  maxFaultsOfMessage,
  type Report,
  SurfaceError,
  together,
} from '../errors/surface-error.ts'
import { growth } from '../json/data-growth.ts'
import { maxValues } from '../json/inspect.ts'
import { placeOf } from '../json/loose-path.ts'
import { type Pointer, root, write } from '../json/pointer.ts'
import { type JsonValue, mapMembers } from '../json/value.ts'
import type { Received, UpdateComponents } from '../protocol/message.ts'
import type { ComponentSet } from './component-set.ts'
import type { DataModel } from './data-model.ts'
import { beginLoads } from './loads.ts'
import type { SurfaceParts } from './surface-parts.ts'

/** What is left to do once the components are in their places. */
export interface PutComponents {
  readonly components: readonly Component[]
  readonly warnings: readonly SurfaceError[]
  readonly writeInitial: (() => void) | undefined
}

/** Throws a `SurfaceError`; the surface is then as before. */
export function putComponents(parts: SurfaceParts, received: Received<UpdateComponents>): PutComponents {
  const { dialect, lenient, componentSet } = parts
  const { byId } = componentSet
  const warnings: SurfaceError[] = []
  const warn: Report = (warning) => void warnings.push(warning)
  // Until components have come, so that a refused message chooses nothing.
  if (byId.size === 0) dialect.choose?.(received.components)
  const read = readComponents(received, parts, warn)
  const components = lenient?.withoutSuperseded(read, byId) ?? read
  const special = specialOf(components)
  const writeInitial = special.some(({ initial }) => initial)
    ? parts.unsent.tryWrite(received, () => initialValues(components, parts.model), warnings)
    : undefined
  // First: a component may be drawn as soon as it is in its place.
  beginLoads(special, parts.loads)
  const distinct = putCuttingCycles(componentSet, components, lenient ? warn : undefined)
  if (distinct < components.length) warnings.push(...duplicatesAmong(components, received.surfaceId))
  return { components, warnings, writeInitial }
}

/** Those that may name functions or bring initial values: few of thousands. */
function specialOf(components: readonly Component[]): readonly Component[] {
  const special: Component[] = []
  for (let index = 0; index < components.length; index++) {
    const component = components[index] as Component
    if (!component.plain) special.push(component)
  }
  return special
}

/** Warnings that are reported for one message. In lenient mode one line has room for 100,000. */
const maxWarnings = 1_000

/** Throws a `SurfaceError` with its place in the message. Strict: all faults of all components, together. */
export function readComponents(
  { surfaceId, components: wires, at, line, callerOwned, first = 0 }: Received<UpdateComponents>,
  { dialect, limits, lenient }: Pick<SurfaceParts, 'dialect' | 'limits' | 'lenient'>,
  report: Report,
): readonly Component[] {
  const base = `${at}/components/`
  let index = 0
  let warnings = 0
  const outer = (error: SurfaceError): SurfaceError => error.below(base + (first + index)).in({ line, surfaceId })
  const own = callerOwned ? { callerOwned: { limits, values: maxValues - wires.length } } : {}
  const warn: Report = (error) => {
    if (warnings++ < maxWarnings) report(outer(error))
  }
  const parse: ParseOptions = { limits, lenient, ...own, warn }
  const components: Component[] = []
  const faults: SurfaceError[] = []
  for (; index < wires.length && faults.length < maxFaultsOfMessage; index++) {
    try {
      const wire = wires[index] as JsonValue
      components.push(dialect.parseComponent(wire, new Place(base, first + index, line), parse))
    } catch (error) {
      // `notRead` is one object for all messages: it must not get the place of one of them.
      if (callerOwned) throw notRead
      faults.push(...asSurfaceErrors(error).map(outer))
    }
  }
  if (faults.length > 0) throw together(faults)
  return components
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

/** Duplicates that are reported for one message. One line has room for 15,000. */
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

/**
 * Gives what writes the initial values of one message. Of components with one id the last one counts. Places that the
 * user wrote stay as they are. Throws what the writes would throw, and writes nothing: a message is applied as a whole or
 * not at all.
 */
function initialValues(components: readonly Component[], model: DataModel): () => void {
  const last = new Map(components.map((component) => [component.id, component]))
  const values = components.flatMap((component) =>
    last.get(component.id) === component ? valuesOf(component, model) : [],
  )
  const writes = values.filter(({ pointer }) => !model.userInput.touches(pointer))
  tryWrites(writes, model)
  return () => {
    for (const { pointer, value } of writes) model.write(pointer, value)
  }
}

interface InitialWrite {
  readonly pointer: Pointer
  readonly value: JsonValue
  readonly component: Component
}

function valuesOf(component: Component, model: DataModel): readonly InitialWrite[] {
  return (component.initial ?? []).map(({ pointer, value }) => ({
    pointer: placeOf(root, pointer, model),
    value,
    component,
  }))
}

function tryWrites(writes: readonly InitialWrite[], model: DataModel): void {
  const owned = new WeakSet<object>()
  let document = model.read(root)
  let bytes = 0
  for (const { pointer, value, component } of writes) {
    bytes += growth(document, pointer, value, true)
    try {
      model.quota.check(bytes)
      document = write(document, pointer, value, owned, true)
    } catch (thrown) {
      const error = asSurfaceError(thrown)
      // The limit is one of the whole message.
      throw error.code === 'LIMIT_DATA_BYTES' ? error : error.in({ at: component.origin.at, componentId: component.id })
    }
  }
}

/** Cycles of one message that are cut. Each one costs a search through all references. */
const maxCut = 32

/**
 * Like `put` of the set. `warn`: lenient mode. Each cycle is cut and is a warning, and a message with too many is refused.
 * Strict: throws all cycles together.
 */
function putCuttingCycles(set: ComponentSet, components: readonly Component[], warn: Report | undefined): number {
  const cut: SurfaceError[] = []
  let current = components
  while (true) {
    const strict = !warn && cut.length > 0
    const put = set.put(current, strict)
    if (typeof put === 'number') {
      if (strict) throw together(cut)
      for (const error of cut) warn?.(error.asWarning())
      return put
    }
    const error = graphCycle(put, components)
    if (cut.length === maxCut) throw warn ? error : together(cut)
    cut.push(error)
    current = cutIn(current, put, error)
  }
}

function graphCycle(cycle: readonly string[], components: readonly Component[]): SurfaceError {
  const [componentId = ''] = cycle
  const [parent = '', child = ''] = cycle.slice(-2)
  const origin = components.findLast(({ id }) => id === componentId)?.origin
  return new SurfaceError('GRAPH_CYCLE', `Component "${componentId}" contains itself: ${cycle.join(' → ')}`, {
    hint: `Take "${child}" out of "${parent}".`,
    componentId,
  }).in({ line: origin?.line, at: origin?.at })
}

/** Cuts the last reference of the cycle. If its owner is no component of this message, the first reference. */
function cutIn(components: readonly Component[], cycle: readonly string[], error: SurfaceError): readonly Component[] {
  const closing = cycle.slice(-2)
  const [owner, child = ''] = components.some(({ id }) => id === closing[0]) ? closing : cycle
  return components.map((component) => (component.id === owner ? withoutChild(component, child, error) : component))
}

/** The component without the child in its lists of children; a placeholder where it needs the child. */
function withoutChild(component: Component, child: string, error: SurfaceError): Component {
  const props = mapMembers(component.props, (prop) =>
    prop.kind === 'children' ? reference({ ...prop, ids: prop.ids.filter((id) => id !== child) }) : prop,
  )
  const edges = edgesOf(props, Object.keys(props))
  if (edges.some(({ to }) => to === child)) return placeholder(component.id, component.type, error, component.origin)
  return { ...component, props, edges }
}
