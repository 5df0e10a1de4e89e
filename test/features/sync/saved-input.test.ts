// What the user typed, given to the host and taken back.
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/json/value.ts'
import { CS, UC, UD, v08 } from '../../support/messages.ts'
import { record } from '../../support/recorder.ts'

const field = { id: 'root', component: 'TextField', label: 'Name', value: { path: '/name' } }
const form = [CS('s'), UC('s', [field])]

describe('userInput and restoreInput', () => {
  const secret = { id: 'pin', component: 'TextField', label: 'Pin', variant: 'obscured', value: { path: '/pin' } }
  const page = [
    CS('s'),
    UC('s', [{ id: 'root', component: 'Column', children: ['name', 'pin'] }, { ...field, id: 'name' }, secret]),
  ]

  it('[CH-3] [SY-11] give and take back what was typed on all surfaces, without fields that hide it', () => {
    const { runtime, send } = record()
    send(...page, ...[CS('t'), UC('t', [field])])
    runtime.surface('s')?.data.set('/name', 'Bo')
    runtime.surface('s')?.data.set('/pin', '1234')
    const saved = JSON.parse(JSON.stringify(runtime.userInput()))
    expect(saved).toEqual({ s: [{ pointer: '/name', value: 'Bo' }] })
    expect(runtime.userInput({ obscured: true })['s']).toHaveLength(2)
    const later = record()
    later.runtime.restoreInput(saved)
    later.send(...page)
    expect(later.runtime.userInput()).toEqual(saved)
    expect(later.shown('s', 'name', 'value')).toBe('Bo')
  })

  it.each([
    ['login.password', { login: { password: '' } }],
    ['/login/password', { login: { password: '' } }],
    ['forms[0].password', { forms: [{ password: '' }] }],
  ])('[SY-11] [CH-3] withhold what is hidden at %s, as a path of v0.8', (path, data) => {
    const { runtime, send } = record()
    const contents = [{ key: 'any', valueString: '' }]
    const textField = { textFieldType: 'obscured', label: { literalString: 'Pin' }, text: { path } }
    send(v08.SU('s', [v08.C('root', 'TextField', textField)]), v08.DM('s', contents), v08.BR('s', 'root'))
    const surface = runtime.surface('s')
    for (const [key, value] of Object.entries(data)) surface?.data.set(`/${key}`, value, { as: 'host' })
    const place = `/${path.replace(/^\//, '').replace('[', '.').replace(']', '').replaceAll('.', '/')}`
    surface?.data.set(place, '1234')
    expect([runtime.userInput(), Object.keys(runtime.userInput({ obscured: true }))]).toEqual([{}, ['s']])
  })

  it('[SY-4] keep what was typed at a place that v0.8 names with dots', () => {
    const { runtime } = record()
    const messages = (title: string): JsonObject[] => [
      v08.SU('s', [v08.C('root', 'TextField', { label: { literalString: title }, text: { path: 'chart.label' } })]),
      v08.DM('s', [{ key: 'chart', valueMap: [{ key: 'label', valueString: '' }] }]),
      v08.BR('s', 'root'),
    ]
    runtime.sync('one', messages('Label'))
    runtime.surface('s')?.data.set('/chart/label', 'mine')
    runtime.sync('one', messages('Name'))
    expect(runtime.surface('s')?.data.get('/chart/label')).toBe('mine')
  })

  it('[SY-11] tell surfaces of one id apart by their sources; what has none fits any', () => {
    const { runtime } = record()
    for (const key of ['one', 'two']) runtime.sync(key, form)
    runtime.surface('s', 'one')?.data.set('/name', 'Ann')
    runtime.surface('s', 'two')?.data.set('/name', 'Bo')
    const saved = JSON.parse(JSON.stringify(runtime.userInput()))
    const later = record()
    later.runtime.restoreInput(saved)
    for (const key of ['two', 'one']) later.runtime.sync(key, form)
    const names = ['one', 'two'].map((key) => later.runtime.surface('s', key)?.data.get('/name'))
    expect(names).toEqual(['Ann', 'Bo'])
    expect(later.runtime.userInput()).toEqual({ s: saved.s.toReversed() })
    const any = record()
    any.runtime.restoreInput({ s: [{ pointer: '/name', value: 'Cy' }] })
    any.runtime.sync('one', form)
    expect(any.runtime.surface('s')?.data.get('/name')).toBe('Cy')
  })

  it('[SY-11] the agent’s first data do not overwrite what is restored; later data do', () => {
    const saved = { s: [{ pointer: '/name', value: 'Bo' }] }
    const { runtime, send, shown } = record()
    runtime.restoreInput(saved)
    for (const message of [...form, UD('s', '/name', 'Ann')]) send(message)
    runtime.end()
    expect(shown('s', 'root', 'value')).toBe('Bo')
    send(UD('s', '/name', 'Ann'))
    expect(shown('s', 'root', 'value')).toBe('Ann')
  })

  it('[SY-11] what the user types while a surface is restored counts', () => {
    const { runtime, send, shown } = record()
    runtime.restoreInput({ s: [{ pointer: '/name', value: 'old' }] })
    send(...form)
    runtime.surface('s')?.data.set('/name', 'new')
    send(UD('s', '/other', 1))
    expect(shown('s', 'root', 'value')).toBe('new')
    send(UD('s', '/name', 'Ann'))
    expect(shown('s', 'root', 'value')).toBe('Ann')
  })

  it('[SY-11] a read gives it back at its end at the latest', async () => {
    const { runtime, shown } = record()
    runtime.restoreInput({ s: [{ pointer: '/name', value: 'Bo' }] })
    await runtime.read([...form, UD('s', '/name', 'Ann')].map((message) => `${JSON.stringify(message)}\n`))
    expect(shown('s', 'root', 'value')).toBe('Bo')
  })

  it.each([
    [undefined],
    [null],
    ['text'],
    [{ s: 'text' }],
    [{ s: [null, 5, { pointer: 7, value: 1 }, { pointer: '~9', value: 1 }, { pointer: '/name' }] }],
    [{ s: [{ pointer: '/unbound', value: 'x' }] }],
    [{ s: [{ pointer: '/name/deeper', value: 'x' }] }],
  ])('[SY-11] %j restores nothing and throws nothing', (saved) => {
    const { runtime, send } = record()
    runtime.restoreInput(saved)
    send(...form)
    expect(runtime.userInput()).toEqual({})
    expect(runtime.surface('s')?.data.get('')).toEqual({})
  })
})
