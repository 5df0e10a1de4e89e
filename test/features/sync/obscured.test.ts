// What the user typed into a field that hides it stays out of `userInput()`, however the place is named and whatever becomes of the field.
import { expect, it } from 'vitest'
import { join, type Pointer, parsePointer, root } from '../../../src/json/pointer.ts'
import type { JsonObject } from '../../../src/json/value.ts'
import { ComponentBinding } from '../../../src/surface/binding.ts'
import { inner } from '../../support/live.ts'
import { CS, UC, UD, v08 } from '../../support/messages.ts'
import { record } from '../../support/recorder.ts'

const pin = { id: 'pin', component: 'TextField', label: 'Pin', variant: 'obscured', value: { path: '/pin' } }

const top = { id: 'root', component: 'Column', children: ['pin'] }

function hides(path: string, literalString?: string): JsonObject {
  const text = { path, ...(literalString !== undefined && { literalString }) }
  return v08.C('pin', 'TextField', { textFieldType: 'obscured', label: { literalString: 'Pin' }, text })
}

/** Types into the field as the page does. */
function typed({ runtime }: ReturnType<typeof record>, scope: Pointer = root): void {
  const surface = runtime.surface('s')
  if (!surface) throw new Error('There is no surface')
  new ComponentBinding(inner(surface), 'pin', scope).enter('value', '1234')
  expect(JSON.stringify(runtime.userInput({ obscured: true }))).toContain('1234')
}

it.each([
  ['/users[0]/password', undefined],
  ['/users[0]/password', 'old'],
  ['users[0].password', undefined],
  ['login.password', 'old'],
  ['/login.password', 'old'],
  ['login.password', undefined],
])('[SY-11] [CH-3] of v0.8, at %s beside the literal %s', (path, literal) => {
  const recorder = record()
  recorder.send(v08.SU('s', [hides(path, literal)]), v08.BR('s', 'pin'))
  typed(recorder)
  expect(recorder.runtime.userInput()).toEqual({})
})

it.each(['login.password', 'password', '/login/password', 'keys[0].password'])(
  '[SY-11] [CH-3] of v0.8, in a template at %s',
  (path) => {
    const recorder = record()
    const template = { template: { componentId: 'pin', dataBinding: '/rows' } }
    recorder.send(
      v08.SU('s', [v08.C('root', 'Column', { children: template }), hides(path)]),
      v08.DM('s', [{ key: 'rows', valueMap: [{ key: 'a', valueMap: [{ key: 'name', valueString: 'A' }] }] }]),
      v08.BR('s', 'root'),
    )
    typed(recorder, join(parsePointer('/rows'), ['a']))
    expect(recorder.runtime.userInput()).toEqual({})
  },
)

it.each([
  ['redefined as a text', { id: 'pin', component: 'Text', text: { path: '/pin' } }],
  ['shown in clear', { ...pin, variant: 'shortText' }],
  ['bound elsewhere', { ...pin, value: { path: '/other' } }],
])('[SY-11] [CH-3] of a field that is %s afterwards', (_what, next) => {
  const recorder = record()
  recorder.send(CS('s'), UC('s', [top, pin]))
  typed(recorder)
  recorder.send(UC('s', [next]))
  expect(recorder.runtime.userInput()).toEqual({})
  recorder.send(UD('s', '/pin', 'by the agent'))
  recorder.runtime.surface('s')?.data.set('/pin', 'in clear')
  recorder.send(UC('s', [{ id: 'x', component: 'Text', text: 'x' }]))
})

it('[SY-11] [CH-3] of a field that a source shows in clear when it begins anew', () => {
  const recorder = record()
  const page = (variant: string, id = 's'): JsonObject[] => [CS(id), UC(id, [top, { ...pin, variant }])]
  recorder.runtime.sync('one', page('obscured'))
  typed(recorder)
  recorder.runtime.sync('one', page('shortText'))
  expect(recorder.runtime.surface('s')?.data.get('/pin')).toBe('1234')
  expect(recorder.runtime.userInput()).toEqual({})
})

it('[SY-11] [CH-3] but not what is typed later into a field that hides nothing', () => {
  const recorder = record()
  const clear = { ...pin, variant: 'shortText' }
  recorder.send(CS('s'), UC('s', [top, pin]))
  typed(recorder)
  recorder.send(UC('s', [clear]), UD('s', '/pin', ''))
  recorder.send(UC('s', [{ ...clear, label: 'Name' }]))
  typed(recorder)
  expect(recorder.runtime.userInput()).toEqual({ s: [{ pointer: '/pin', value: '1234' }] })
})
