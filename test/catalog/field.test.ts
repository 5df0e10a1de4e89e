// What certainly fits a property is read without its schema: nothing that is drawn tells whether it was.
import { expect, it } from 'vitest'
import { type Field, type ReadProp, readChild, readIds, readScalar } from '../../src/catalog/field.ts'
import type { CallerOwned } from '../../src/catalog/parse-options.ts'
import { defaultLimits } from '../../src/errors/limits.ts'
import type { JsonValue } from '../../src/json/value.ts'

const field = {} as Field
const callerOwned = (values: number): CallerOwned => ({ limits: { ...defaultLimits, stringLength: 3 }, values })

it.each<readonly [title: string, read: ReadProp, value: JsonValue, prop: object]>([
  ['a text', readScalar, 'x', { kind: 'static', value: 'x' }],
  ['a number', readScalar, 0, { kind: 'static', value: 0 }],
  ['an id', readChild, 'a', { kind: 'child', id: 'a' }],
  ['ids', readIds, ['a', 'b'], { kind: 'children', ids: ['a', 'b'] }],
  ['no ids', readIds, [], { kind: 'children', ids: [] }],
])('[C-13] of %s the property is made at once', (_title, read, value, prop) => {
  expect([read(value, field, undefined), read(value, field, callerOwned(2))]).toEqual([prop, prop])
})

it.each<readonly [title: string, read: ReadProp, value: JsonValue]>([
  ['a number beyond JSON', readScalar, Number.POSITIVE_INFINITY],
  ['an empty id', readChild, ''],
  ['an object in the place of an id', readChild, { id: 'a' }],
  ['an id in the place of ids', readIds, 'a'],
  ['an empty id among others', readIds, ['a', '']],
  ['a number among ids', readIds, [1, 'a']],
])('[C-13] the schema looks at %s', (_title, read, value) => {
  expect([read(value, field, undefined), read(value, field, callerOwned(9))]).toEqual([undefined, undefined])
})

it.each<readonly [title: string, read: ReadProp, value: JsonValue]>([
  ['a long text', readScalar, 'long'],
  ['a long id', readChild, 'long'],
  ['a long id among others', readIds, ['a', 'long']],
  ['more ids than values that are left', readIds, ['a', 'b', 'c']],
])('[C-13] the schema looks at %s of the caller', (_title, read, value) => {
  expect([read(value, field, undefined), read(value, field, callerOwned(2))]).toEqual([expect.anything(), undefined])
})
