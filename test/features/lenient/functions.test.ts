// Lenient mode: functions that the catalog does not have, or has with other arguments.
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../../src/json/value.ts'
import { CS, T, UC } from '../../support/messages.ts'
import { mount } from '../../surface/mount.ts'
import { lenient, sent, warned } from './message-setup.ts'

describe('a function', () => {
  const text = (id: string, value: JsonValue): JsonObject => T(id, value)
  const call = (name: string, args: JsonObject = {}): JsonObject => ({ call: name, args })

  it.each<readonly [title: string, component: JsonObject, code: string, at: string, shown: JsonObject]>([
    ['that nobody has', text('root', call('upper')), 'FUNCTION_UNKNOWN', '/text/call', { text: '' }],
    [
      'of a template',
      text('root', call('formatString', { value: 'a ${upper(x: /b)} c' })),
      'FUNCTION_UNKNOWN',
      '/text/args',
      { text: 'a  c' },
    ],
    [
      'within arguments',
      text('root', call('formatString', { value: call('upper') })),
      'FUNCTION_UNKNOWN',
      '/text/args/value/call',
      { text: '' },
    ],
    [
      'with an effect in the place of a value',
      text('root', call('openUrl', { url: 'https://example.com' })),
      'FUNCTION_NOT_PURE',
      '/text/call',
      { text: '' },
    ],
    [
      'of an optional property',
      { id: 'root', component: 'Image', url: 'https://example.com/a.png', description: call('upper') },
      'FUNCTION_UNKNOWN',
      '/description/call',
      { url: 'https://example.com/a.png', description: '' },
    ],
  ])('[LN-3] %s costs its value, and not its message', (_title, component, code, at, shown) => {
    expect(sent('strict', CS('s'), UC('s', [component])).codes()).toEqual([code])
    const recorder = lenient(CS('s'), UC('s', [component, T('other', 'seen')]))
    expect(warned(recorder)).toEqual([`${code} s /updateComponents/components/0${at}`])
    expect(mount(recorder.runtime.surface('s')).snapshot().props).toMatchObject(shown)
    expect(recorder.shown('s', 'other')).toBe('seen')
  })

  it('[LN-3] is reported once, however often the component is looked at again', () => {
    const component = { ...T('root', call('upper')), accessibility: { label: { path: '/__proto__' } }, weight: 'x' }
    const recorder = lenient(CS('s'), UC('s', [component]))
    expect(warned(recorder).filter((line) => line.startsWith('FUNCTION'))).toHaveLength(1)
  })

  it('[LN-3] of a check cannot be checked, so the check fails', () => {
    const checks = [{ condition: call('isPhone'), message: 'No phone number' }]
    const field = { id: 'root', component: 'TextField', label: 'L', value: { path: '/a' }, checks }
    const recorder = lenient(CS('s'), UC('s', [field]))
    expect(mount(recorder.runtime.surface('s')).snapshot()).toMatchObject({ valid: false, errors: ['No phone number'] })
  })

  it('[LN-3] of an action leaves a control that does nothing', () => {
    const action = { functionCall: call('dial') }
    const recorder = lenient(CS('s'), UC('s', [{ id: 'root', component: 'Button', child: 'c', action }, T('c', 'x')]))
    expect(warned(recorder)).toEqual(['FUNCTION_UNKNOWN s /updateComponents/components/0/action/functionCall/call'])
    mount(recorder.runtime.surface('s')).binding.act('action')
    expect([recorder.events, recorder.reports.length]).toEqual([[], 1])
  })
})
