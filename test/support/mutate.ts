// Valid messages, and what a careless or hostile agent makes of them: the same seed, the same mutants.
import { isObject, type JsonValue } from '../../src/json/value.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** A place in a document: the container and the key or index in it. */
type Place = readonly [container: Json[] | { [key: string]: Json }, key: string | number]

const oddValues: readonly Json[] = [
  null,
  true,
  -0,
  1e308,
  -1,
  2 ** 60,
  '',
  ' ',
  '/',
  '//',
  '../..',
  '/a/b/c',
  '~',
  '~2',
  '__proto__',
  'constructor',
  'root',
  '\u202e\u2066',
  '\ud800',
  '${/a} ${',
  '${'.repeat(40),
  'x'.repeat(5000),
  '(a+)+$',
  'javascript:alert(1)',
  '<img src=x onerror=alert(1)>',
  [],
  {},
  [[[[[[]]]]]],
  { path: '/a' },
  { path: '' },
  { path: 5 },
  { call: 'formatString', args: { value: '${/a}' } },
  { call: 'regex', args: { value: { path: '/a' }, pattern: '(' } },
  { call: 'openUrl', args: { url: 'https://evil.example' } },
  { call: 'nothing' },
  { literalString: 'x', path: '/a' },
  { explicitList: ['root'] },
  { componentId: 'root', path: '/' },
  { event: { name: 'x', context: { a: { path: '/a' } } } },
]

const oddKeys = [
  '__proto__',
  'constructor',
  'toString',
  '',
  'id',
  'component',
  'path',
  'call',
  'version',
  'a/b',
  '\ud800',
]

function placesOf(value: Json, places: Place[] = []): Place[] {
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      places.push([value, index])
      placesOf(item, places)
    })
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      places.push([value as { [key: string]: Json }, key])
      placesOf((value as { [key: string]: Json })[key] as Json, places)
    }
  }
  return places
}

function pick<T>(items: readonly T[], random: () => number): T {
  return items[Math.floor(random() * items.length)] as T
}

/** Makes an own key of any name, as a parser does. */
function put(container: Place[0], key: string | number, value: Json): void {
  Object.defineProperty(container, key, { value, enumerable: true, writable: true, configurable: true })
}

/** A message with one to three things in it changed; `others` are messages that parts may be taken from. */
export function mutated(message: JsonValue, others: readonly JsonValue[], random: () => number): JsonValue {
  const copy = structuredClone(message) as Json
  const steps = 1 + Math.floor(random() * 3)
  for (let step = 0; step < steps; step++) {
    const places = placesOf(copy)
    if (places.length === 0) return copy
    const [container, key] = pick(places, random)
    change(container, key, others, random)
  }
  return copy
}

function change(container: Place[0], key: string | number, others: readonly JsonValue[], random: () => number): void {
  const value = (container as { [key: string]: Json })[key] as Json
  const way = Math.floor(random() * 7)
  if (way === 0) put(container, key, structuredClone(pick(oddValues, random)))
  else if (way === 1) remove(container, key)
  else if (way === 2) addKey(container, pick(oddKeys, random), structuredClone(pick(oddValues, random)))
  else if (way === 3) put(container, key, foreign(others, random))
  else if (way === 4) put(container, key, [value, value])
  else if (way === 5) put(container, key, { wrapped: value })
  else rename(container, key, pick(oddKeys, random))
}

function remove(container: Place[0], key: string | number): void {
  if (Array.isArray(container)) container.splice(Number(key), 1)
  else delete container[key]
}

function addKey(container: Place[0], key: string, value: Json): void {
  if (Array.isArray(container)) container.push(value)
  else put(container, key, value)
}

function rename(container: Place[0], key: string | number, to: string): void {
  if (Array.isArray(container)) {
    container.reverse()
    return
  }
  const value = container[key] as Json
  delete container[key]
  put(container, to, value)
}

function foreign(others: readonly JsonValue[], random: () => number): Json {
  const donor = structuredClone(pick(others, random)) as Json
  const places = placesOf(donor)
  if (places.length === 0) return donor
  const [container, key] = pick(places, random)
  return (container as { [key: string]: Json })[key] as Json
}

/** A line as a bad connection delivers it: cut, repeated in part, with a unit changed. */
export function garbled(line: string, random: () => number): string {
  const at = Math.floor(random() * line.length)
  const end = at + Math.floor(random() * 8)
  const way = Math.floor(random() * 4)
  if (way === 0) return line.slice(0, at)
  if (way === 1) return line.slice(0, at) + line.slice(end)
  if (way === 2) return line.slice(0, end) + line.slice(at)
  return line.slice(0, at) + String.fromCharCode(Math.floor(random() * 0x3000)) + line.slice(at + 1)
}
