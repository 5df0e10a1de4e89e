// What a binding would lose in silence, in both modes: what stands where a list is wanted, and paths that lead elsewhere.
import { expect, it } from 'vitest'
import { lenient } from '../../src/entries/lenient.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'
import { mount } from './mount.ts'

function drawn(validation: 'strict' | typeof lenient, text: JsonValue, rows: JsonValue): Recorder {
  const recorder = record({ validation })
  const root = { id: 'root', component: 'List', children: { componentId: 'row', path: '/rows' } }
  recorder.send(CS('s'), UC('s', [root, T('row', text)]), UD('s', '/', { rows }))
  return recorder
}

async function said(recorder: Recorder): Promise<readonly string[]> {
  const mounted = mount(recorder.runtime.surface('s'))
  for (const { prop } of mounted.instances('children')) prop('text')
  // What is told while components are drawn is told in a microtask.
  await Promise.resolve()
  return recorder.reports.map(({ severity, message, hint }) => `${severity}: ${message}. ${hint}`)
}

const path = { path: 'name' }

it.each(['[{"name": "Ada"}]', { first: { name: 'Ada' } }, 7])('[E-12] %j is no list, which is told', async (rows) => {
  expect(await said(drawn('strict', path, rows))).toEqual(['warning: There is no list at "/rows". Send a list.'])
})

it.each([[[]], [''], [null], [[{ name: 'Ada' }]]])('[E-12] %j is a list, or none yet', async (rows) => {
  expect(await said(drawn('strict', path, rows))).toEqual([])
})

it('[E-12] a path that only the item of the list has is told once, and not where the data have it', async () => {
  const absolute = { path: '/name' }
  const rows = [{ name: 'Ada' }, { name: 'Lin' }]
  const wrong = 'warning: "/name" is in the item of the list alone. Send "name".'
  expect(await said(drawn('strict', absolute, rows))).toEqual([wrong])
  expect(await said(drawn('strict', { path: '/title' }, rows))).toEqual([])
  const right = drawn('strict', absolute, rows)
  right.send(UD('s', '/name', 'all of them'))
  expect(await said(right)).toEqual([])
})

it('[E-12] lenient mode tells once which path is read, and which text stood in the place of a path', async () => {
  const rows = [{ name: 'Ada' }, { name: 'Lin' }]
  const read = 'warning: The path "/name" is read as "name". Send "name".'
  expect(await said(drawn(lenient, { path: '/name' }, rows))).toEqual([read])
  const text = 'warning: "Good morning, Ada" is a text in the place of a path. Send the text itself.'
  expect(await said(drawn(lenient, { path: 'Good morning, Ada' }, rows))).toEqual([text])
})
