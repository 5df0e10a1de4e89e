// What the user enters where nothing is bound: the component keeps it.
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../src/json/value.ts'
import { UC, UD } from '../support/messages.ts'
import { field, form, name, type Part } from './typing-setup.ts'

describe('[B-5] where nothing is bound', () => {
  const unbound: readonly (readonly [what: string, value: JsonValue | undefined, before: string])[] = [
    ['a literal', 'was ', 'was '],
    ['an empty literal', '', ''],
    ['no value at all', undefined, ''],
    ['a computed value', { call: 'formatString', args: { value: 'made ' } }, 'made '],
  ]

  it.each(unbound)('[B-5] what the user types is kept: %s', async (_, value, before) => {
    const { send } = form([
      { id: 'name', component: 'TextField', label: 'Name', ...(value !== undefined && { value }) },
    ])
    await userEvent.type(field(), 'typed')
    expect(field().value).toBe(`${before}typed`)
    await userEvent.tab()
    expect(field().value).toBe(`${before}typed`)
    send(UD('s', '/other', 1))
    expect(field().value).toBe(`${before}typed`)
  })

  it.each(unbound)('[B-5] it outlives the component being sent again as it was: %s', async (_, value, before) => {
    const part: Part = { id: 'name', component: 'TextField', label: 'Name', ...(value !== undefined && { value }) }
    const { send } = form([part])
    await userEvent.type(field(), 'typed')
    await userEvent.tab()
    send(UC('s', [{ ...part, label: 'Name' }]))
    expect(field().value).toBe(`${before}typed`)
  })

  it('[B-5] it gives way to another value of the agent', async () => {
    const { send } = form([{ ...name, value: 'was ' }])
    await userEvent.type(field(), 'typed')
    await userEvent.tab()
    send(UC('s', [{ ...name, value: 'is' }]))
    expect(field().value).toBe('is')
  })

  it('[B-5] a box keeps its tick', async () => {
    const box: Part = { id: 'box', component: 'CheckBox', label: 'Agree', value: false }
    const { send, surface } = form([box])
    await userEvent.click(field('Agree'))
    send(UC('s', [box]))
    expect(field('Agree').checked).toBe(true)
    expect(surface().data.get('/')).toEqual({})
  })
})
