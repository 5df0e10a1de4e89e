/**
 * What only the whole surfaces show, once nothing follows: components that nothing refers to, names that meet no component,
 * paths of a template that lead out of its item, and inputs whose value goes nowhere.
 */
import type { Component, Prop } from '../catalog/component.ts'
import { type Remedy, SurfaceError } from '../errors/surface-error.ts'
import { meantPlace } from '../features/lenient/meant-place.ts'
import { isTextLike } from '../features/lenient/odd-component.ts'
import { formatPointer, join, namesIn, root } from '../json/pointer.ts'
import { clip, getOwn, isList, isObject, type JsonObject, type JsonValue } from '../json/value.ts'
import { remedyOf, toRename } from '../schema/remedy.ts'
import type { LiveSurface } from '../surface/surface.ts'
import { meant as meantWord, nearest } from '../text/nearest.ts'
import { valueAt } from './fault.ts'
import type { Judged } from './judge.ts'

/** The same reports at the place of the wrong word, and warnings beside them. */
export function withTree(judged: Judged): readonly SurfaceError[] {
  const { headless, read: lines, reports, isPartial } = judged
  const values = new Map(lines.map(({ line, value }) => [line?.number, value]))
  const wireOf: WireOf = ({ origin }) => {
    const value = origin.line === undefined ? undefined : values.get(origin.line)
    return value === undefined ? undefined : valueAt(value, namesIn(origin.at))
  }
  const surfaces = new Map(headless.surfaces.map((surface) => [surface.id, surface]))
  const orphans = new Map(
    headless.surfaces.map((surface) => [surface.id, isPartial(surface.id) ? [] : orphansOf(surface)]),
  )
  const placed = reports.map((error) => {
    const { surfaceId = '' } = error.place
    const surface = surfaces.get(surfaceId)
    const loose = orphans.get(surfaceId) ?? []
    if (!surface) return error
    switch (error.code) {
      case 'ROOT_MISSING': {
        orphans.set(surfaceId, [])
        const beginning = lines.find(
          ({ received }) => received?.kind === 'createSurface' && received.surfaceId === surfaceId,
        )
        return rootMissing(error, surface, loose, beginning?.line?.number)
      }
      case 'CHILD_MISSING': {
        const found = meantChild(error, surface, loose, wireOf)
        orphans.set(
          surfaceId,
          loose.filter((one) => one !== found),
        )
        if (!found) return error
        return sameAt(error, error.place.at, nearly(found.id, error.hint))
      }
      case 'SURFACE_EXISTS':
        return sameAt(error, error.place.at, { hint: `Leave it out. ${error.hint}` })
      case 'GRAPH_CYCLE':
        return cycle(error, values)
      default:
        return error
    }
  })
  const warnings = headless.surfaces.flatMap((surface) => [
    ...(orphans.get(surface.id) ?? []).filter(({ origin }) => origin.line !== undefined).map(orphan),
    ...(surface.version === 'v0.8'
      ? []
      : [...wrongPaths(surface, wireOf), ...misplaced(surface, wireOf), ...fixedInputs(surface, wireOf)]),
  ])
  return [...placed, ...warnings]
}

/** What the model wrote of a component. `undefined`: it was there before. */
type WireOf = (component: Component) => JsonValue | undefined

/** The word that was meant, and what else is to be done. */
function nearly(word: string, step = ''): Remedy {
  return { hint: `${meantWord(clip(word))}${step && ` ${step}`}`, expected: { words: [word], as: 'near' } }
}

/** The same fault at another place, with another hint. */
function sameAt(
  error: SurfaceError,
  at: string | undefined,
  { hint, expected }: Remedy,
  line: number | undefined = error.place.line,
): SurfaceError {
  const { code, message, severity, place } = error
  return new SurfaceError(
    code,
    message,
    { ...place, hint, expected, ...(at !== undefined && { at }), ...(line !== undefined && { line }) },
    { severity },
  )
}

function orphansOf({ components, beginning }: LiveSurface): readonly Component[] {
  const used = new Set(
    [...components.values()].flatMap(({ id, edges }) => edges.filter(({ to }) => to !== id).map(({ to }) => to)),
  )
  const first = beginning.getSnapshot().root
  return [...components.values()].filter(({ id }) => id !== first && !used.has(id))
}

/** The component that was meant as the root is one that nothing refers to. */
function rootMissing(
  error: SurfaceError,
  { version, beginning }: LiveSurface,
  loose: readonly Component[],
  begun: number | undefined,
): SurfaceError {
  const [only, second] = loose
  if (!only || second) return error
  const first = beginning.getSnapshot().root
  if (version === 'v0.8') return sameAt(error, '/beginRendering/root', toRename(first, only.id), begun)
  return sameAt(error, `${only.origin.at}/id`, toRename(only.id, first), only.origin.line)
}

/** The component without a parent whose id is nearly that of the missing child. */
function meantChild(
  { place }: SurfaceError,
  { components }: LiveSurface,
  loose: readonly Component[],
  wireOf: WireOf,
): Component | undefined {
  const parent = components.get(place.componentId ?? '')
  const wire = parent && wireOf(parent)
  const at = parent ? (place.at ?? '').slice(parent.origin.at.length) : ''
  const sent = wire === undefined ? undefined : valueAt(wire, namesIn(at))
  const child = typeof sent === 'string' ? sent : parent?.edges.find(({ to }) => !components.has(to))?.to
  const meant = nearest(
    child ?? '',
    loose.map(({ id }) => id),
  )
  return loose.find(({ id }) => id === meant)
}

/** At the reference that is to be taken out. */
function cycle(error: SurfaceError, values: ReadonlyMap<number | undefined, JsonValue>): SurfaceError {
  const { componentId: parent } = error.place
  const child = error.expected?.surplus
  const at = (error.place.at ?? '').replace(/\/\d+$/, '')
  const components = valueAt(values.get(error.place.line), namesIn(at))
  const list = Array.isArray(components) ? (components as readonly JsonValue[]) : []
  const index = list.findLastIndex((one) => isObject(one) && getOwn(one, 'id') === parent)
  const place = placesIn(list[index] ?? null, [], (value, [name]) => value === child && name !== 'id').at(0)
  return place ? sameAt(error, `${at}/${index}${formatPointer(place)}`, error) : error
}

/** Places of values that fit. */
function placesIn(
  value: JsonValue,
  path: readonly string[],
  fits: (value: JsonValue, path: readonly string[]) => boolean,
): readonly (readonly string[])[] {
  if (fits(value, path)) return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value as { readonly [name: string]: JsonValue }).flatMap(([name, member]) =>
    placesIn(member, [...path, name], fits),
  )
}

function warning(component: Component, at: string, message: string, remedy: string | Remedy): SurfaceError {
  const { id, origin } = component
  const place = { componentId: id, at: origin.at + at, ...remedyOf(remedy) }
  return new SurfaceError('VALIDATION_FAILED', message, place, { severity: 'warning' }).in({ line: origin.line })
}

function orphan(component: Component): SurfaceError {
  const id = clip(component.id)
  return warning(
    component,
    '/id',
    `Nothing refers to "${id}"`,
    `Write "${id}" among the children of a component, or leave it out.`,
  )
}

/**
 * In a template, paths from the root whose value is not there, or which name one item of the list; and paths that no item has, where
 * a part of them leads to what an item has.
 */
function* wrongPaths(surface: LiveSurface, wireOf: WireOf): Generator<SurfaceError> {
  const { components, model } = surface
  const seen = new Set<string>()
  for (const owner of components.values())
    for (const { componentId, path } of templatesIn(owner.props)) {
      const list = path.from === 'root' ? path.pointer : undefined
      const value = list && model.read(list)
      const items = Object.values(typeof value === 'object' && value !== null ? value : {}).slice(0, mostItems)
      const isInItem = (names: readonly string[]): boolean =>
        items.some((item) => valueAt(item as JsonValue, names) !== undefined)
      const base = list && `${formatPointer(list)}/`
      for (const [component, isInner] of below(componentId, components, seen)) {
        const wire = wireOf(component)
        if (wire === undefined) continue
        for (const place of pathsIn(wire, component)) {
          const text = String(valueAt(wire, place))
          const isAbsolute = text.startsWith('/')
          const namesOne = base !== undefined && text.startsWith(base) && aName.test(text.slice(base.length))
          if (isAbsolute && !namesOne && valueAt(model.read(root), namesIn(text)) !== undefined) continue
          // What an inner template repeats has items of its own.
          if (!isAbsolute && (isInner || isInItem(namesIn(`/${text}`)))) continue
          const rest = namesOne ? text.slice(text.indexOf('/', base.length) + 1) : text.slice(1)
          const meant = meantIn(text, list ?? [], isInItem) ?? (isAbsolute ? rest : undefined)
          if (meant === undefined) continue
          const remedy = nearly(meant, 'In a template, a path without a slash at its start begins in the item.')
          yield warning(component, formatPointer(place), `"${clip(text)}" is not in the item of the list`, remedy)
        }
      }
    }
}

/** So many items of a list, and names of a path, are looked at. */
const mostItems = 20
const mostNames = 8

/** The name of one item at the start of a path: an index, or a sign for any. */
const aName = /^(?:\d+|\*|[{:]\w+\}?)\//

/** What other languages of paths write before the names of an item: signs for the item or for any one. */
const isSign = (name: string): boolean => /^(?:\d+|\*|-|\$|@|\.*|item|it|this|row|[{:]\w+\}?)$/.test(name)

/** The names of a path that lead to something in an item, behind those of the list and signs of other languages of paths. */
function meantIn(
  text: string,
  list: readonly (string | number)[],
  isInItem: (names: readonly string[]) => boolean,
): string | undefined {
  const names = text.split(/[./[\]]+/).slice(0, mostNames)
  for (let start = 0; start < names.length; start++) {
    const before = names[start - 1]
    if (before !== undefined && !isSign(before) && !list.some((name) => String(name) === before)) return undefined
    const end = names.slice(start)
    if (isInItem(end)) return end.join('/')
  }
  return undefined
}

/** Paths outside of templates that lead nowhere, where lenient mode finds a value or a text; and templates over what is no list. */
function* misplaced({ components, model, dialect }: LiveSurface, wireOf: WireOf): Generator<SurfaceError> {
  const reader = { scope: root, read: model.read, surface: { model } }
  const inTemplates = new Set<string>()
  for (const { props } of components.values())
    for (const { componentId } of templatesIn(props)) for (const _ of below(componentId, components, inTemplates));
  for (const component of components.values()) {
    const wire = inTemplates.has(component.id) ? undefined : wireOf(component)
    for (const place of wire === undefined ? [] : pathsIn(wire, component)) {
      const text = String(valueAt(wire, place))
      const pointer = join(root, namesIn(text.startsWith('/') ? text : `/${text}`))
      const found = meantPlace(pointer, { kind: 'path', pointer, from: 'root' }, reader)
      const isMeant = found !== pointer
      // What the user enters may go to a place of any name.
      const isText = isTextLike(text) && !isInput(component, place, dialect)
      if (!isMeant && !(isText && model.read(pointer) === undefined)) continue
      const remedy = isMeant ? nearly(formatPointer(found)) : 'Send the text itself.'
      yield warning(component, formatPointer(place), `Nothing is at "${clip(text)}"`, remedy)
    }
    for (const { path } of templatesIn(component.props)) {
      const value = path.from === 'root' ? model.read(path.pointer) : undefined
      if (value === undefined || value === null || isList(value)) continue
      const at = formatPointer(path.pointer)
      yield warning(component, '', `There is no list at "${clip(at)}"`, 'Send a list.')
    }
  }
}

/**
 * Places of the paths of bindings and templates. A member called "path" is none among others, in a context, and in what a catalog takes as
 * it is.
 */
function pathsIn(wire: JsonValue, { props }: Component): readonly (readonly string[])[] {
  return placesIn(wire, [], (value, path) => path.at(-1) === 'path' && typeof value === 'string').filter((path) => {
    const { path: _, componentId: __, ...others } = valueAt(wire, path.slice(0, -1)) as JsonObject
    const [name = ''] = path
    return props[name]?.kind !== 'static' && path.at(-2) !== 'context' && Object.keys(others).length === 0
  })
}

/**
 * The components that one component draws, itself among them, without those that were seen; and whether a template within it
 * repeats them.
 */
function* below(
  id: string,
  components: LiveSurface['components'],
  seen: Set<string>,
): Generator<readonly [component: Component, isInner: boolean]> {
  const waiting: [id: string, isInner: boolean][] = [[id, false]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [one, isInner] = next
    const component = components.get(one)
    if (!component || seen.has(one)) continue
    seen.add(one)
    for (const { to, kind } of component.edges) waiting.push([to, isInner || kind === 'template'])
    yield [component, isInner]
  }
}

function templatesIn(props: Component['props']): readonly Extract<Prop, { kind: 'template' }>[] {
  return Object.values(props).filter((prop) => prop.kind === 'template')
}

/** Whether the place is the value of an input: of what has checks and a value. */
function isInput({ type }: Component, [name]: readonly string[], { components }: LiveSurface['dialect']): boolean {
  return name === 'value' && getOwn(getOwn(components, type)?.shapes ?? {}, 'checks') !== undefined
}

/** Inputs with a value that is written out: what the user enters there is in no data, so no event can send it. */
function* fixedInputs({ components, dialect }: LiveSurface, wireOf: WireOf): Generator<SurfaceError> {
  for (const component of components.values()) {
    const wire = wireOf(component)
    const { kind } = component.props['value'] ?? {}
    if (kind !== 'static' || !isInput(component, ['value'], dialect)) continue
    if (!isObject(wire) || !Object.hasOwn(wire, 'value')) continue
    const message = '"value" is written out, so what the user enters cannot be sent'
    yield warning(component, '/value', message, 'Send {"path": "/…"}, and the value itself with updateDataModel.')
  }
}
