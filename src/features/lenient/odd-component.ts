/** Lenient mode: whether a component that the schema accepts may mean something else. */

import type { CompiledComponent } from '../../catalog/compiled.ts'
import type { Shape } from '../../catalog/shape.ts'
import { isValueType } from '../../json/coerce.ts'
import { isList, isObject, type JsonObject } from '../../json/value.ts'
import { isId } from './meant-children.ts'
import { meantPath, meantText } from './meant-path.ts'

/** Whether something in a component that the schema accepts may mean something else. */
export function isOdd(bag: JsonObject, { shapes }: CompiledComponent): boolean {
  for (const name in bag) {
    const value = bag[name]
    if (typeof value === 'string') {
      if (shapes[name] === 'child' ? !isId(value) : isOddText(value, shapes[name])) return true
    } else if (isList(value)) {
      if (shapes[name] === 'children' && value.some((one) => typeof one === 'string' && one.includes(' '))) return true
    } else if (isObject(value)) {
      if (shapes[name] === 'action' ? isOddAction(value as JsonObject) : isOddValue(value as JsonObject)) return true
    }
  }
  return false
}

function isOddValue(value: JsonObject): boolean {
  const { path = (value['template'] as JsonObject | undefined)?.['dataBinding'], literalString: text } = value
  return (typeof path === 'string' && isOddPath(path)) || (typeof text === 'string' && isOddText(text, 'string'))
}

function isOddAction(action: JsonObject): boolean {
  const { context = action['context'] } = (action['event'] ?? {}) as JsonObject
  for (const one of isObject(context) || isList(context) ? Object.values(context) : []) {
    const value = isList(context) ? (one as JsonObject)['value'] : one
    if (typeof value === 'string' ? isOddText(value, 'string') : isObject(value) && isOddValue(value as JsonObject))
      return true
  }
  return false
}

function isOddPath(path: string): boolean {
  // The commonest form, which means one thing but with a word for the item.
  if (/^(?!\/?(item|each|this)\/)[/a-z][\w/]*$/.test(path)) return false
  return meantPath(path) !== undefined || isTextLike(path)
}

/** A path that no agent writes for a place, as far as its form goes. */
export function isTextLike(path: string): boolean {
  return /\s|^\p{Lu}[^/._]*$/u.test(path)
}

function isOddText(value: string, shape: Shape | undefined): boolean {
  return (value.charCodeAt(0) === 47 || value.includes('{')) && isValueType(shape) && meantText(value) !== undefined
}
