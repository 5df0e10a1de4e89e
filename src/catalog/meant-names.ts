/** Lenient mode: properties by other names, under the names that the component has. */
import { clip, isList, isObject, type JsonObject, type JsonValue, type Maybe, own } from '../json/value.ts'
import { without } from '../json/without.ts'
import { v08Forms } from '../schema/wire-forms.ts'
import { unknownIn } from './faults.ts'
import { inlineIn } from './meant-children.ts'
import { namesFor, says } from './meant-words.ts'
import type { FaultyComponent } from './parse-options.ts'
import type { Shape } from './shape.ts'

/** Names as the component has them: each unknown one for at most one that is free. */
export function renamed(
  sent: JsonObject,
  faulty: FaultyComponent,
  tell: (name: string, message: string, hint: string) => void,
): JsonObject {
  const { shapes, required } = faulty.component
  const free = Object.keys(shapes).filter((name) => !Object.hasOwn(sent, name))
  const unknown = unknownIn(sent, faulty)
  const found = new Map<string, string>()
  // What the component needs chooses first.
  for (const isNeeded of [true, false])
    for (const name of free) {
      if (required.includes(name) !== isNeeded) continue
      const left = unknown.filter((one) => !found.has(one))
      const from =
        left.find((one) => says(one, name)) ??
        namesFor(name).flatMap((other) => left.filter((one) => says(one, other) && mayBe(sent[one], shapes[name])))[0]
      if (from !== undefined) found.set(from, name)
    }
  let bag = sent
  for (const from of unknown) {
    const name = found.get(from)
    if (name === undefined) continue
    tell(from, `is taken for "${name}"`, `Rename "${clip(from)}" to "${name}".`)
    bag = { ...(without(bag, [from]) as JsonObject), [name]: asNamed(bag[from] as JsonValue, from, name, faulty) }
  }
  return bag
}

/** A value under its right name: one child for a list of one, and the other way round; a word that is a name. */
function asNamed(value: JsonValue, from: string, name: string, { component, spelling }: FaultyComponent): JsonValue {
  const shape = component.shapes[name]
  const listed = isObject(value) ? own(value as JsonObject, 'explicitList') : value
  if (shape === 'child' && isList(listed) && listed.length === 1) return listed[0] as JsonValue
  if (shape === 'children' && typeof value === 'string' && !/^\s*\[/.test(value))
    return spelling.forms === v08Forms ? { explicitList: [value] } : [value]
  return value === true && name === 'variant' ? from : value
}

/** Whether a value of this form can stand for a property of this shape. */
function mayBe(value: Maybe, shape: Shape | undefined): boolean {
  if (value === undefined || value === null) return false
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
