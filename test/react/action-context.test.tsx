// The context of an action: the data at the moment of the press.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../src/json/value.ts'
import { CS, T, UC, UD, v08 } from '../support/messages.ts'
import { button, surface, theButton } from './action-setup.ts'
import { mount } from './mount.tsx'

describe('[B-7] the context of an action', () => {
  it('[B-7] is what the data say when the user presses', async () => {
    const { events, send } = mount({ messages: surface({ name: { path: '/name' }, fixed: 'as sent' }) })
    send(UD('s', '/name', 'before'))
    await userEvent.click(theButton())
    send(UD('s', '/name', 'after'))
    await userEvent.click(theButton())
    expect(events.map(({ context }) => context)).toEqual([
      { name: 'before', fixed: 'as sent' },
      { name: 'after', fixed: 'as sent' },
    ])
  })

  it('[B-7] has null for what has no value', async () => {
    const { events } = mount({ messages: surface({ missing: { path: '/nowhere' }, below: { path: '/a/b/c' } }) })
    await userEvent.click(theButton())
    expect(events[0]?.context).toEqual({ missing: null, below: null })
  })

  it.each<readonly [string, JsonValue, JsonValue]>([
    ['a list', { path: '/list' }, [1, { a: null }]],
    ['an object', { path: '/object' }, { deep: { text: 'x' } }],
    ['false', { path: '/no' }, false],
    ['a computed text', { call: 'formatString', args: { value: '${/object/deep/text}!' } }, 'x!'],
    ['a list of bound values', [{ path: '/no' }, 'fixed'], [false, 'fixed']],
  ])('[B-7] keeps the type of its values: %s', async (_, wire, value) => {
    const data = { list: [1, { a: null }], object: { deep: { text: 'x' } }, no: false }
    const { events } = mount({ messages: [...surface({ value: wire }), UD('s', '/', data)] })
    await userEvent.click(theButton())
    expect(events[0]?.context).toEqual({ value })
  })

  it('[B-7] [D-7] never changes after it was sent', async () => {
    const { events, send } = mount({
      messages: [...surface({ user: { path: '/user' } }), UD('s', '/user', { name: 'then' })],
    })
    await userEvent.click(theButton())
    send(UD('s', '/user/name', 'now'))
    expect(events[0]?.context).toEqual({ user: { name: 'then' } })
  })

  it('[B-7] holds what the user typed, with the focus still in the field', async () => {
    const { events } = mount({
      messages: [
        CS('s'),
        UC('s', [
          { id: 'root', component: 'Column', children: ['field', 'button'] },
          { id: 'field', component: 'TextField', label: 'Name', value: { path: '/name' } },
          button('button', 'go', { name: { path: '/name' } }),
          T('button-text', 'Go'),
        ]),
      ],
    })
    await userEvent.type(screen.getByLabelText('Name'), 'Ada')
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(events[0]?.context).toEqual({ name: 'Ada' })
  })

  it('[B-7] [B-2] is that of the item whose button was pressed', async () => {
    const { events } = mount({
      messages: [
        CS('s'),
        UC('s', [
          { id: 'root', component: 'Column', children: { componentId: 'row', path: '/rows' } },
          button('row', 'pick', { id: { path: 'id' }, of: { path: '/title' } }),
          T('row-text', { path: 'id' }),
        ]),
        UD('s', '/', { title: 'list', rows: [{ id: 'a' }, { id: 'b' }] }),
      ],
    })
    await userEvent.click(screen.getByRole('button', { name: 'b' }))
    expect(events.map(({ componentId, context }) => [componentId, context])).toEqual([['row', { id: 'b', of: 'list' }]])
  })

  it('[B-7] [O-1] is written for v0.8 too', async () => {
    const { events, runtime } = mount({
      messages: [
        v08.SU('s', [
          v08.C('root', 'Button', {
            child: 'text',
            action: {
              name: 'go',
              context: [
                { key: 'name', value: { path: '/name' } },
                { key: 'count', value: { literalNumber: 3 } },
                { key: 'missing', value: { path: '/nowhere' } },
              ],
            },
          }),
          v08.T('text', 'Go'),
        ]),
        v08.DM('s', [{ key: 'name', valueString: 'Ada' }]),
        v08.BR('s'),
      ],
    })
    await userEvent.click(theButton())
    const [event] = events
    expect(event?.context).toEqual({ name: 'Ada', count: 3, missing: null })
    expect(event && Object.keys(runtime.encode(event))).toEqual(['userAction'])
  })

  it('[B-7] has a time of UTC', async () => {
    const { events } = mount({ messages: surface() })
    await userEvent.click(theButton())
    const stamp = events[0]?.timestamp ?? ''
    expect(new Date(stamp).toISOString()).toBe(stamp)
  })
})
