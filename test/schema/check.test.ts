// A value against a schema of a table: the keyword that refuses it, and where.
import { expect, it } from 'vitest'
import { createCheck, validatorOf } from '../../src/schema/check.ts'
import { keywordsOf, type Node, shortOf } from '../../src/schema/node.ts'
import { maxFaults, repairUntilValid } from '../../src/schema/repair-until-valid.ts'

/** A tree: each node has a name and may have further ones. */
const tree: Node = { only: { name: 'string', further: { list: 0 } }, required: ['name'] }
const validatorFor = (node: Node) => validatorOf(node, createCheck([tree]))

it.each<readonly [node: Node, right: unknown, wrong: unknown, keyword: string, at: string]>([
  ['string', 'x', 5, 'type', ''],
  ['integer', 5, 5.5, 'type', ''],
  [{ type: ['string', 'null'] }, null, 5, 'type', ''],
  [['a', 1], 1, 'b', 'enum', ''],
  [{ const: { a: [1] } }, { a: [1] }, { a: [2] }, 'const', ''],
  [{ minimum: 1, maximum: 5 }, 5, 6, 'maximum', ''],
  [{ exclusiveMinimum: 1 }, 2, 1, 'exclusiveMinimum', ''],
  [{ minLength: 2 }, 'ab', 'a', 'minLength', ''],
  // Characters, not units of UTF-16.
  [{ maxLength: 1 }, '😀', 'ab', 'maxLength', ''],
  [{ pattern: '^a' }, 'ab', 'b', 'pattern', ''],
  [{ format: 'date' }, '2026-02-03', '3.2.2026', 'format', ''],
  [{ list: 'string' }, ['a'], ['a', 5], 'type', '/1'],
  [{ minItems: 1, maxItems: 2 }, [1], [], 'minItems', ''],
  [{ only: { a: 'string' } }, { a: 'x' }, { a: 5 }, 'type', '/a'],
  [{ only: { a: 'string' } }, { a: 'x' }, { a: 'x', b: 1 }, 'additionalProperties', ''],
  [{ only: { a: 'string' } }, { a: 'x' }, {}, 'required', ''],
  [{ anyOf: ['string', 'number'] }, 5, true, 'anyOf', ''],
  [{ oneOf: [{ minimum: 1 }, { maximum: 5 }] }, 0, 3, 'oneOf', ''],
  [{ allOf: [{ minimum: 1 }, { maximum: 5 }] }, 3, 6, 'maximum', ''],
  [0, { name: 'a', further: [{ name: 'b' }] }, { name: 'a', further: [{ name: 5 }] }, 'type', '/further/0/name'],
  [false, undefined, 'anything', 'false schema', ''],
])('[C-13] by %j', (node, right, wrong, keyword, at) => {
  const validate = validatorFor(node)
  if (node !== false) expect(validate(right)).toBe(undefined)
  expect(validate(wrong)?.at(-1)).toMatchObject({ keyword, instancePath: at })
})

it('[E-8] of each fault there are findings of its own', () => {
  const node: Node = { only: { a: 'string', b: { list: 'number' } } }
  const found = validatorFor(node).each?.({ a: 5, b: ['x', 1, 'y'], c: 1 }) ?? []
  const places = found.map(([first]) => first?.instancePath)
  expect(places.toSorted()).toEqual(['', '/a', '/b/0', '/b/2'])
})

it.each<Node>([
  true,
  0,
  'string',
  ['a', 1],
  { list: 'string' },
  { list: 0, minItems: 1 },
  { only: { a: 'string', b: 0 } },
  { only: { a: 'string', b: 0 }, required: ['a'] },
  { type: 'string', maxLength: 3 },
  { anyOf: ['string', 0] },
])('[C-13] %j is as brief as it can be, and whole again', (node) => {
  expect(shortOf(keywordsOf(node))).toEqual(node)
})

it('[C-8] faults are mended one by one, and there is an end', () => {
  const validate = validatorFor({ list: 'number' })
  const withoutOne = (list: readonly unknown[]): readonly unknown[] => list.toSpliced(list.indexOf('x'), 1)
  const faults = (count: number): readonly unknown[] => Array<unknown>(count).fill('x').concat(1)
  expect(repairUntilValid(faults(3), validate, withoutOne)).toEqual([1])
  expect(repairUntilValid(faults(maxFaults), validate, withoutOne)).toEqual([1])
  expect(repairUntilValid(faults(maxFaults + 1), validate, withoutOne)).toBe(undefined)
  expect(repairUntilValid(faults(1), validate, () => undefined)).toBe(undefined)
  expect(repairUntilValid(faults(1), undefined, withoutOne)).toEqual(faults(1))
})
