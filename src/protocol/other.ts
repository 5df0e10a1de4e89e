/** Which JSON lines are no surface messages: a host may send the text of its chat on the same stream. */

import { getOwn, isList, isObject, type JsonObject, type JsonValue } from '../json/value.ts'
import { nearest } from '../text/nearest.ts'
import { v08, v09 } from './envelopes.ts'

/** Keys and elements that are looked at. A message has two keys; the limit keeps wide objects cheap. */
const looked = 20

/**
 * Whether a value is not meant as a surface message. What is meant as one has a key that is the name of a message or
 * near one, or a `version` such as `v0.9`; or is a list or `{messages}` of such. So a faulty message is distinguished
 * from text.
 */
export function isOther(value: JsonValue): boolean {
  const list = isObject(value) ? getOwn(value as JsonObject, 'messages') : value
  return !(isMeant(value) || (isList(list) && list.slice(0, looked).some(isMeant)))
}

function isMeant(value: JsonValue): boolean {
  if (!isObject(value)) return false
  const version = getOwn(value, 'version')
  if (typeof version === 'string' && /^v\d/.test(version)) return true
  const names = Object.keys(value)
  return (
    names.some((name) => kinds.includes(name)) ||
    names.slice(0, looked).some((name) => nearest(name, kinds) !== undefined)
  )
}

const kinds = [...Object.keys(v08.kinds), ...Object.keys(v09.kinds)]
