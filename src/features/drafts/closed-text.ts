/** Text of one JSON value that is still being written → the value without what is not whole, and what was open. */
import type { JsonValue } from '../../json/value.ts'

export interface Closed {
  readonly value: JsonValue
  /** Keys and indexes that lead to the innermost container that is open: these parts are not whole. */
  readonly open: readonly string[]
}

interface Container {
  readonly end: ']' | '}'
  /** Of the member or element at hand: its index, or its key as JSON. */
  name: number | string
}

/** A text with its last quote, or cut, or what stands between values. Numbers and names are left to `JSON.parse`. */
const token = /"[^"\\]*(?:\\[\s\S]?[^"\\]*)*("?)|[[\]{}:,]/g

/** Throws for what is no JSON, whatever comes behind it, and for a value that is nested deeper than `mostDeep`. */
export function closed(text: string, mostDeep: number): Closed {
  const containers: Container[] = []
  /** Up to here all is whole, but for what the containers lack. */
  let end = 0
  let before = ''
  for (const { 0: found, 1: quote, index } of text.matchAll(token)) {
    const container = containers.at(-1)
    if (found[0] === '"') {
      if (quote === '') break
      if (container?.end === '}' && before !== ':') container.name = found
      else end = index + found.length
    } else if (found === '{' || found === '[') {
      if (containers.length === mostDeep) throw new RangeError(found)
      containers.push(found === '{' ? { end: '}', name: '' } : { end: ']', name: 0 })
      end = index + 1
    } else if (found === '}' || found === ']') {
      containers.pop()
      end = index + 1
    } else if (found === ',') {
      if (typeof container?.name === 'number') container.name++
      end = index
    }
    before = found
  }
  const brackets = containers.map((one) => one.end).reverse()
  return {
    value: JSON.parse(text.slice(0, end) + brackets.join('')) as JsonValue,
    // Of the innermost container a member that is not whole is left out.
    open: containers.slice(0, -1).map(({ name }) => (typeof name === 'number' ? String(name) : JSON.parse(name))),
  }
}
