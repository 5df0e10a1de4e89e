/** Lenient mode: properties by other names, under the names that the component has. */

import { unknownIn } from '../../catalog/faults.ts'
import type { FaultyComponent } from '../../catalog/parse-options.ts'
import type { Shape } from '../../catalog/shape.ts'
import type { Remedy } from '../../errors/surface-error.ts'
import { spaced } from '../../json/spaced.ts'
import { getOwn, isList, isObject, type JsonObject, type JsonValue, type Maybe } from '../../json/value.ts'
import { without } from '../../json/without.ts'
import { toRename } from '../../schema/remedy.ts'
import { v08Forms } from '../../schema/wire-forms.ts'
import { nearest } from '../../text/nearest.ts'
import { inlineIn } from './meant-children.ts'
import { namesFor, says } from './meant-words.ts'

/** Names as the component has them: each unknown one for at most one that is free. */
export function renamed(
  sent: JsonObject,
  faulty: FaultyComponent,
  tell: (name: string, message: string, remedy: Remedy) => void,
): JsonObject {
  const { shapes, required } = faulty.component
  const free = Object.keys(shapes).filter((name) => !Object.hasOwn(sent, name))
  const unknown = unknownIn(sent, faulty)
  const found = new Map<string, string>()
  /** The unknown name that stands for a free one. What the component needs chooses first. */
  function match(find: (name: string, left: readonly string[]) => string | undefined): void {
    for (const name of [...free.filter((one) => required.includes(one)), ...free]) {
      if ([...found.values()].includes(name)) continue
      const from = find(
        name,
        unknown.filter((one) => !found.has(one)),
      )
      if (from !== undefined) found.set(from, name)
    }
  }
  const fits = (from: string, name: string): boolean => mayBe(sent[from], name, shapes[name])
  match(
    (name, left) =>
      left.find((one) => says(one, name)) ??
      namesFor(name).flatMap((other) => left.filter((one) => says(one, other) && fits(one, name)))[0],
  )
  match((name, left) =>
    nearest(
      name,
      left.filter((one) => fits(one, name)),
    ),
  )
  let bag = sent
  for (const from of unknown) {
    const name = found.get(from)
    if (name === undefined) continue
    const sent = bag[from] as JsonValue
    const value = asNamed(sent, from, name, faulty)
    const other = value === sent ? '' : ` Send ${spaced(value)}.`
    const { hint, expected } = toRename(from, name)
    tell(from, `is taken for "${name}"`, { hint: hint + other, expected })
    bag = { ...(without(bag, [from]) as JsonObject), [name]: value }
  }
  return bag
}

/** A value under its right name: one child for a list of one, and the other way round; a word that is a name. */
function asNamed(value: JsonValue, from: string, name: string, { component, spelling }: FaultyComponent): JsonValue {
  const shape = component.shapes[name]
  const listed = isObject(value) ? getOwn(value as JsonObject, 'explicitList') : value
  if (shape === 'child' && isList(listed) && listed.length === 1) return listed[0] as JsonValue
  if (shape === 'children' && typeof value === 'string' && !/^\s*\[/.test(value))
    return spelling.forms === v08Forms ? { explicitList: [value] } : [value]
  return `${value}` === 'true' && name === 'variant' ? from : value
}

/** Whether a value of this form can stand for a property of this shape. */
function mayBe(value: Maybe, name: string, shape: Shape | undefined): boolean {
  // An object of styles is no word.
  if (value === undefined || value === null || (name === 'variant' && isObject(value))) return false
  // Texts and lists that stand for a child are drawn in its place.
  if (shape === 'child')
    return typeof value === 'string'
      ? /^[\w-]+$/.test(value)
      : inlineIn(value) !== undefined || (isList(value) && value.length === 1)
  if (shape === 'children')
    return typeof value === 'object' || (typeof value === 'string' && /^[\w-]+$|^\s*\[/.test(value))
  if (shape === 'action') return typeof value === 'object' || typeof value === 'string'
  return shape !== 'string' || !isList(value)
}
