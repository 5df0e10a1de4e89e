// What a line says at a glance, whole or not, message or not.
import { expect, it } from 'vitest'
import { partNames, readLine } from '../../src/inspector/line.ts'
import { CS, T, UC, v08 } from '../support/messages.ts'

it.each<readonly [title: string, line: unknown, kind: string, surfaceId: string | undefined, rest: string]>([
  ['a message', CS('s', { catalogId: 'c' }), 'createSurface', 's', '"catalogId":"c"'],
  ['a message of v0.8', v08.BR('s', 'top'), 'beginRendering', 's', '"root":"top"'],
  ['two messages in one object', { ...v08.BR('s', 'top'), other: 1 }, 'beginRendering + other', 's', '"root":"top"'],
  ['a payload that is no object', { deleteSurface: 's' }, 'deleteSurface', undefined, ''],
  ['a surface id that is no text', { deleteSurface: { surfaceId: 5 } }, 'deleteSurface', undefined, ''],
])('[IN-1] of %s are its kind, its surface and the rest', (_title, line, kind, surfaceId, rest) => {
  expect(readLine(JSON.stringify(line))).toEqual({ kind, surfaceId, rest, value: line })
})

it.each<readonly [line: string, value: unknown]>([
  ['[1]', [1]],
  ['null', null],
  ['{}', {}],
  ['{"version":"v0.9"}', { version: 'v0.9' }],
  ['{"updateComponents":{', undefined],
])('[IN-1] what is no message stands there as it came: %s', (line, value) => {
  expect(readLine(line)).toEqual({ kind: 'Not a message', surfaceId: undefined, rest: line, value })
})

it('[IN-6] of a line that is not whole the parts that are there have names', () => {
  const whole = JSON.stringify(UC('s', [T('one', '} ] "quoted" {'), T('two', 'x'), T('three', 'x')]))
  expect(partNames(whole)).toEqual(['one', 'two', 'three'])
  expect(partNames(whole.slice(0, whole.indexOf('"three"')))).toEqual(['one', 'two'])
  expect(partNames(whole.slice(0, 10))).toEqual([])
})

it('[IN-6] a part without an id is named by its beginning', () => {
  const line = (part: object): string => JSON.stringify({ dataModelUpdate: { contents: [part] } })
  expect(partNames(line({ key: 'a' }))).toEqual(['{"key":"a"}'])
  expect(partNames(line({ key: 'a name of many letters' }))).toEqual(['{"key":"a name of many l…'])
})
