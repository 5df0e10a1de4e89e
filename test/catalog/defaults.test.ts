// Defaults of the schema: filled in where the agent sent nothing.
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/json/value.ts'
import { CS, T, UC, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

describe('defaults of the schema', () => {
  it.each<readonly [type: string, component: JsonObject, props: JsonObject]>([
    ['Text', T('root', 'x'), { variant: 'body' }],
    ['Row', { id: 'root', component: 'Row', children: [] }, { justify: 'start', align: 'stretch' }],
    ['Column', { id: 'root', component: 'Column', children: [] }, { justify: 'start', align: 'stretch' }],
    [
      'Button',
      { id: 'root', component: 'Button', child: 'c', action: { event: { name: 'go' } } },
      { variant: 'default' },
    ],
    ['TextField', { id: 'root', component: 'TextField', label: 'L' }, { variant: 'shortText' }],
  ])('[C-4] are filled in: %s', (_type, component, props) => {
    const { send, shown } = record()
    send(CS('s'), UC('s', [component]))
    for (const [name, value] of Object.entries(props)) expect(shown('s', 'root', name)).toBe(value)
  })

  it('[C-4] give way to what the agent sent, and come back when it sends it no more', () => {
    const { send, shown } = record()
    send(CS('s'), UC('s', [{ ...T('root', 'x'), variant: 'h1' }]))
    expect(shown('s', 'root', 'variant')).toBe('h1')
    send(UC('s', [T('root', 'x')]))
    expect(shown('s', 'root', 'variant')).toBe('body')
  })

  it('[C-4] are filled in for v0.8 too', () => {
    const { send, shown } = record()
    send(v08.BR('s'), v08.SU('s', [v08.T('root', 'x'), v08.C('f', 'TextField', { label: {} })]))
    expect([shown('s', 'root', 'variant'), shown('s', 'f', 'variant')]).toEqual(['body', 'shortText'])
  })

  it('[C-4] what has none is absent', () => {
    const { send, shown } = record()
    send(CS('s'), UC('s', [{ id: 'root', component: 'TextField', label: 'L' }]))
    expect(shown('s', 'root', 'value')).toBeUndefined()
  })
})
