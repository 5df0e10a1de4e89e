// What the user enters: where it goes, and that nobody takes it away.
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { CS, T, UC, UD, v08 } from '../support/messages.ts'
import { mount, texts } from './mount.tsx'
import { field, form, name, type Part } from './typing-setup.ts'

describe('[B-4] what the user types', () => {
  it('[B-4] is in the data at once, letter by letter', async () => {
    const { surface } = form([name])
    const seen: unknown[] = []
    surface().data.subscribe('/name', () => seen.push(surface().data.get('/name')))
    await userEvent.type(field(), 'Ada')
    expect(seen).toEqual(['A', 'Ad', 'Ada'])
  })

  it('[B-4] is followed by everything that is bound to it', async () => {
    const greeting = T('greeting', { call: 'formatString', args: { value: 'Hello ${/name}' } }) as Part
    const again = { ...name, id: 'again', label: 'Again' }
    const { container } = form([name, T('copy', { path: '/name' }) as Part, greeting, again])
    await userEvent.type(field(), 'Ada')
    expect(texts(container)).toEqual(['Ada', 'Hello Ada'])
    expect(field('Again').value).toBe('Ada')
  })

  it.each([
    ['an empty model', undefined],
    ['null', null],
    ['a number', 7],
    ['an object', { first: 'Ada' }],
  ])('[B-4] replaces %s', async (_, value) => {
    const { surface } = form([name], [UD('s', '/name', value)])
    await userEvent.clear(field())
    await userEvent.type(field(), 'x')
    expect(surface().data.get('/name')).toBe('x')
  })

  it('[B-4] [D-2] makes the containers that are missing', async () => {
    const { surface } = form([{ ...name, value: { path: '/people/0/name' } }])
    await userEvent.type(field(), 'x')
    expect(surface().data.get('/')).toEqual({ people: [{ name: 'x' }] })
  })

  it('[B-4] stays in one surface', async () => {
    const other = [CS('t'), UC('t', [T('root', { path: '/name' })])]
    const { surface } = form([name], other)
    await userEvent.type(field(), 'x')
    expect(surface('t').data.get('/')).toEqual({})
  })

  it('[B-4] is long text in a field of several lines', async () => {
    const { surface } = form([{ ...name, variant: 'longText' }])
    await userEvent.type(field(), 'one{Enter}two')
    expect(surface().data.get('/name')).toBe('one\ntwo')
  })

  it('[B-4] stays a text in a field for numbers', async () => {
    const { surface } = form([{ ...name, variant: 'number' }])
    await userEvent.type(field(), '1,5')
    expect(surface().data.get('/name')).toBe('1,5')
  })

  it('[B-4] is written in v0.8 too', async () => {
    const { surface } = mount({
      messages: [
        v08.SU('s', [v08.C('root', 'TextField', { label: { literalString: 'Name' }, text: { path: '/form/name' } })]),
        v08.BR('s'),
      ],
    })
    await userEvent.type(field(), 'Ada')
    expect(surface().data.get('/form/name')).toBe('Ada')
  })

  it('[B-4] that cannot be written is reported, and kept where it was typed', async () => {
    const { codes, surface, send } = form([name], [UD('s', '/', 5)])
    await userEvent.type(field(), 'Ada')
    await userEvent.tab()
    expect(field().value).toBe('Ada')
    expect(codes()).toEqual(['DATA_NOT_CONTAINER'])
    expect(surface().data.get('/')).toBe(5)
    send(UD('s', '/', {}))
    await userEvent.type(field(), '!')
    expect(surface().data.get('/name')).toBe('Ada!')
    expect(field().value).toBe('Ada!')
  })
})

describe('[B-4] a box', () => {
  const box: Part = { id: 'box', component: 'CheckBox', label: 'Agree', value: { path: '/agree' } }

  it('[B-4] writes true and false', async () => {
    const { surface } = form([box])
    await userEvent.click(field('Agree'))
    expect(surface().data.get('/agree')).toBe(true)
    await userEvent.click(field('Agree'))
    expect(surface().data.get('/agree')).toBe(false)
  })

  it('[B-4] can be pressed by the space bar', async () => {
    const { surface } = form([box])
    await userEvent.tab()
    await userEvent.keyboard(' ')
    expect(surface().data.get('/agree')).toBe(true)
  })

  it('[B-1] follows the agent', () => {
    const { send } = form([box])
    send(UD('s', '/agree', 'true'))
    expect(field('Agree').checked).toBe(true)
    send(UD('s', '/agree', 0))
    expect(field('Agree').checked).toBe(false)
  })
})

describe('[B-2] in a list', () => {
  it('[B-2] [B-4] what is typed goes to the item', async () => {
    const { surface } = mount({
      messages: [
        CS('s'),
        UC('s', [
          { id: 'root', component: 'Column', children: { componentId: 'row', path: '/rows' } },
          { ...name, id: 'row', value: { path: 'name' } },
        ]),
        UD('s', '/rows', [{ name: 'one' }, { name: 'two' }]),
      ],
    })
    const [, second] = screen.getAllByLabelText('Name')
    if (second) await userEvent.type(second, '!')
    expect(surface().data.get('/rows')).toEqual([{ name: 'one' }, { name: 'two!' }])
  })

  it('[B-2] [B-4] what is typed into a list in a list goes to the inner item', async () => {
    const { surface } = mount({
      messages: [
        CS('s'),
        UC('s', [
          { id: 'root', component: 'Column', children: { componentId: 'day', path: '/days' } },
          { id: 'day', component: 'Column', children: { componentId: 'row', path: 'rows' } },
          { ...name, id: 'row', value: { path: 'name' } },
        ]),
        UD('s', '/days', [{ rows: [{ name: 'a' }] }, { rows: [{ name: 'b' }, { name: 'c' }] }]),
      ],
    })
    const last = screen.getAllByLabelText('Name').at(-1)
    if (last) await userEvent.type(last, '!')
    expect(surface().data.get('/days/1/rows')).toEqual([{ name: 'b' }, { name: 'c!' }])
  })
})

describe('[R-9] while the user types', () => {
  it('[R-9] the field shows what they typed, whatever the agent writes', async () => {
    const { send } = form([name])
    await userEvent.type(field(), 'Ada')
    send(UD('s', '/name', 'from the agent'))
    expect(field().value).toBe('Ada')
    await userEvent.type(field(), '!')
    expect(field().value).toBe('Ada!')
  })

  it.each([
    ['their place', UD('s', '/name', 'from the agent')],
    ['the whole model', UD('s', '/', { other: 1 })],
    ['nothing, by taking their place away', UD('s', '/name')],
  ])('[R-9] and the agent writes %s, their text is written again on leaving', async (_, message) => {
    const { send, surface } = form([name, T('copy', { path: '/name' }) as Part])
    await userEvent.type(field(), 'Ada')
    send(message)
    await userEvent.tab()
    expect(field().value).toBe('Ada')
    expect(surface().data.get('/name')).toBe('Ada')
  })

  it('[R-9] the component may be sent again', async () => {
    const { send } = form([name])
    await userEvent.type(field(), 'Ada')
    send(UC('s', [{ ...name, label: 'Name', value: { path: '/elsewhere' } }]))
    expect(field().value).toBe('Ada')
  })

  it('[R-9] a field they only look at follows the agent', async () => {
    const { send } = form([name], [UD('s', '/name', 'old')])
    await userEvent.click(field())
    send(UD('s', '/name', 'new'))
    expect(field().value).toBe('new')
    await userEvent.tab()
    expect(field().value).toBe('new')
  })

  it('[R-9] and has left, the field follows the agent again', async () => {
    const { send } = form([name])
    await userEvent.type(field(), 'Ada')
    await userEvent.tab()
    send(UD('s', '/name', 'from the agent'))
    expect(field().value).toBe('from the agent')
  })

  it('[R-9] the caret stays in the middle of the text', async () => {
    form([name], [UD('s', '/name', 'Aa')])
    const input = field()
    await userEvent.type(input, 'd', { initialSelectionStart: 1, initialSelectionEnd: 1 })
    expect([input.value, input.selectionStart]).toEqual(['Ada', 2])
  })

  it('[R-9] 50 updates that add inputs do not move the focus', async () => {
    const { send } = form([name])
    await userEvent.type(field(), 'Ada')
    for (let index = 0; index < 50; index++) {
      const extra = { id: `f${index}`, component: 'TextField', label: `F${index}` }
      send(UC('s', [extra, { id: 'root', component: 'Column', children: [extra.id, 'name'] }]))
      expect(document.activeElement).toBe(field())
    }
  })

  it("[R-9] the host's write through the data waits as the agent's does", async () => {
    const { surface } = form([name])
    await userEvent.type(field(), 'Ada')
    act(() => surface().data.set('/name', 'from the host'))
    expect(field().value).toBe('Ada')
  })
})
