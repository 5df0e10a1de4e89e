/** Whether two evaluated properties are equal for drawing. */
import { samePointer } from '../json/pointer.ts'
import { isObject, sameJson } from '../json/value.ts'
import type { Evaluated, Items } from './evaluate.ts'

export function sameEvaluated(a: Evaluated, b: Evaluated): boolean {
  if (Object.is(a, b)) return true
  if (isItems(a)) {
    return (
      isItems(b) &&
      a.componentId === b.componentId &&
      samePointer(a.pointer, b.pointer) &&
      sameJson(a.items, b.items) &&
      sameJson(a.keys, b.keys)
    )
  }
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => sameEvaluated(item, b[index]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => sameEvaluated(a[key] as Evaluated, b[key] as Evaluated))
  )
}

function isItems(value: Evaluated): value is Items {
  return isObject(value) && value['kind'] === 'items' && 'pointer' in value
}
