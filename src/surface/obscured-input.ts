/**
 * Which user input stands in obscured fields. A place is obscured if any component that was ever bound to it, while the input was
 * there, hides what is typed.
 */
import type { Component } from '../catalog/component.ts'
import type { PathExpression } from '../catalog/expression.ts'
import { placeOf } from '../json/loose-path.ts'
import { type Pointer, pointerOf } from '../json/pointer.ts'
import type { DataModel } from './data-model.ts'

/** A variant that is computed may hide the text at any time. */
export function isObscured({ type, props: { variant } }: Component): boolean {
  return type === 'TextField' && variant !== undefined && (variant.kind !== 'static' || variant.value === 'obscured')
}

/** Marks the user input that the components hide which have these ids so far. Call it before those are replaced. */
export function markObscured(
  components: readonly Component[],
  byId: ReadonlyMap<string, Component>,
  { userInput, read }: DataModel,
): void {
  const places = userInput.places()
  if (places.length === 0) return
  const before = components.map(({ id }) => byId.get(id))
  const paths = pathsOf(before.filter((component) => component !== undefined && isObscured(component)))
  for (const place of places) if (paths.some((path) => overlaps(path, place, { read }))) userInput.obscure(place)
}

/** The paths that the properties of components are bound to. */
export function pathsOf(components: Iterable<Component | undefined>): readonly PathExpression[] {
  return [...components].flatMap((component) =>
    Object.values(component?.props ?? {}).flatMap((prop) =>
      prop.kind === 'dynamic' && prop.expression.kind === 'path' ? [prop.expression] : [],
    ),
  )
}

type Readable = Pick<DataModel, 'read'>

/** Where the path leads from the root and, if it is relative, from each row that the place is in, by the number of the row's names. */
export function placesOf({ pointer, from }: PathExpression, place: Pointer, model: Readable): readonly Pointer[] {
  const rows = from === 'root' ? 0 : place.length
  return Array.from({ length: rows + 1 }, (_, names) => placeOf(pointerOf(place.slice(0, names)), pointer, model))
}

/** Whether the value at the place may hold what the path leads to, or be a part of it. */
function overlaps(path: PathExpression, place: Pointer, model: Readable): boolean {
  return placesOf(path, place, model).some((one, names) => {
    const isInRow = names > 0 && one.length === place.length
    return (names === 0 || isInRow) && place.every((token, at) => one[at] === undefined || token === one[at])
  })
}
