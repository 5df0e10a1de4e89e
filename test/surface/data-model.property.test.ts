// The data model against the simplest one there can be: a deep copy for each write.
import fc from 'fast-check'
import jsonpointer from 'jsonpointer'
import { expect, it } from 'vitest'
import { formatPointer, parsePointer, pointerOf, root } from '../../src/json/pointer.ts'
import { isList, isObject, type JsonValue, type Maybe } from '../../src/json/value.ts'
import { createDataModel } from '../../src/surface/data-model.ts'
import { listenerCount } from '../support/live.ts'
import { seedOf, sized } from '../support/soak.ts'
import { textOf } from '../support/state.ts'

type Tokens = readonly string[]

/** Few names, so that random pointers meet; some are indexes, some only look like one. */
const name = fc.constantFrom('a', 'b', '', '0', '1', '2', '01', '-', 'length')
const tokens = fc.array(name, { maxLength: 4 })
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<JsonValue>(null, 0, 1, 'x', true, [], {}),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}))

type Step =
  | { readonly kind: 'write'; readonly at: Tokens; readonly value: Maybe }
  | { readonly kind: 'read'; readonly at: Tokens }
  | { readonly kind: 'listen'; readonly at: Tokens }
  | { readonly kind: 'leave'; readonly which: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('write' as const), at: tokens, value }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('write' as const), at: tokens, value: fc.constant(undefined) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('read' as const), at: tokens }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('listen' as const), at: tokens }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('leave' as const), which: fc.nat(20) }) },
)

it('[D-2][D-3][D-4][D-5][D-7][D-8] behaves as one that copies everything, and invalidates nobody in vain far away', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => run(steps)),
    { numRuns: sized(200, 20_000, 1_000), ...seedOf(6901) },
  )
})

function run(steps: readonly Step[]): void {
  const model = createDataModel()
  const shown: { readonly value: Maybe; readonly text: string }[] = []
  const listening: { readonly at: Tokens; readonly invalidate: () => void; woken: boolean }[] = []
  let expected: Maybe = {}
  for (const step of steps) {
    if (step.kind === 'read') {
      const value = model.read(pointerOf(step.at))
      expect(value).toStrictEqual(naiveRead(expected, step.at))
      shown.push({ value, text: textOf(value) })
    } else if (step.kind === 'listen') {
      const listener = { at: step.at, woken: false, invalidate: () => void Object.assign(listener, { woken: true }) }
      listening.push(listener)
      model.listeners.add(pointerOf(step.at), listener)
    } else if (step.kind === 'leave') {
      const [listener] = listening.splice(step.which, 1)
      if (listener) model.listeners.remove(pointerOf(listener.at), listener)
    } else {
      const before = expected
      // What was written is not changed afterwards either: it belongs to whoever wrote it.
      shown.push({ value: step.value, text: textOf(step.value) })
      const refused = isRefused(() => {
        expected = naiveWrite(before, step.at, step.value)
      })
      for (const listener of listening) listener.woken = false
      expect(isRefused(() => model.write(pointerOf(step.at), step.value))).toBe(refused)
      for (const { at, woken } of listening) {
        const changed = textOf(naiveRead(before, at)) !== textOf(naiveRead(expected, at))
        if (changed) expect(woken).toBe(true)
        if (refused || !related(at, step.at)) expect(woken).toBe(false)
      }
    }
    expect(listenerCount(model)).toBe(listening.length)
  }
  for (const { value, text: before } of shown) expect(textOf(value)).toBe(before)
  expect(model.read(root)).toStrictEqual(expected)
}

function isRefused(act: () => void): boolean {
  try {
    act()
    return false
  } catch {
    return true
  }
}

function related(a: Tokens, b: Tokens): boolean {
  const length = Math.min(a.length, b.length)
  return a.slice(0, length).join('\n') === b.slice(0, length).join('\n')
}

function isIndex(token: string): boolean {
  return String(Number(token)) === token && Number(token) >= 0
}

function naiveRead(value: Maybe, [token, ...rest]: Tokens): Maybe {
  if (token === undefined) return value
  if (isList(value)) return isIndex(token) ? naiveRead(value[Number(token)], rest) : undefined
  return isObject(value) && Object.hasOwn(value, token) ? naiveRead((value as never)[token], rest) : undefined
}

function naiveWrite(value: Maybe, [token, ...rest]: Tokens, next: Maybe): Maybe {
  if (token === undefined) return next === undefined ? {} : structuredClone(next)
  if (next === undefined && naiveRead(value, [token, ...rest]) === undefined) return value
  const inner = (child: Maybe): Maybe => (rest.length === 0 ? next : naiveWrite(child, rest, next))
  if (value === undefined || value === null) return naiveWrite(token === '0' ? [] : {}, [token, ...rest], next)
  if (isList(value)) {
    if (!isIndex(token) || Number(token) > value.length) throw new Error('no such index')
    const copy: Maybe[] = [...structuredClone(value)]
    copy[Number(token)] = inner(copy[Number(token)])
    return copy as Maybe
  }
  if (!isObject(value)) throw new Error('no container')
  const members = new Map<string, unknown>(Object.entries(structuredClone(value)))
  const child = inner(members.get(token) as Maybe)
  if (child === undefined) members.delete(token)
  else members.set(token, child)
  return Object.fromEntries(members) as Maybe
}

it('[D-1] reads what jsonpointer reads, wherever that package can be trusted', () => {
  // It follows prototypes, sees the length of an array, and knows nothing of `/` and the slash at the end.
  const safe = fc.array(
    name.filter((token) => token !== 'length').map((token) => (token === 'b' ? 'a~/b' : token)),
    { minLength: 1, maxLength: 4 },
  )
  const pointers = safe.filter((names) => names.at(-1) !== '').map(formatPointer)
  const document = fc.dictionary(fc.constantFrom('a', 'a~/b', '', '0', '01'), value, { noNullPrototype: true })
  let found = 0
  const numRuns = sized(600, 60_000, 3_000)
  fc.assert(
    fc.property(document, pointers, (document, pointer) => {
      const model = createDataModel()
      model.write(root, document)
      const expected: unknown = jsonpointer.get(document, pointer)
      if (expected !== undefined) found++
      expect(model.read(parsePointer(pointer))).toStrictEqual(expected)
    }),
    { numRuns, ...seedOf(6901) },
  )
  expect(found).toBeGreaterThan(0.1 * numRuns)
})
