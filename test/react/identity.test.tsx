// Which elements stay the same while components come, go and change.
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/json/value.ts'
import { CS, T, UC, UD, v08 } from '../support/messages.ts'
import { mount, only, texts } from './mount.tsx'

const field: JsonObject = { id: 'field', component: 'TextField', label: 'Name', value: { path: '/name' } }

function column(children: JsonObject | readonly string[], id = 'root'): JsonObject {
  return { id, component: 'Column', children }
}

/** A surface with one field in a column, which the user is typing into: "Ada", the caret after the first letter. */
async function typing() {
  const mounted = mount({ messages: [CS('s'), UC('s', [column(['field']), field])] })
  const input = screen.getByRole<HTMLInputElement>('textbox')
  await userEvent.type(input, 'Ada')
  input.setSelectionRange(1, 1)
  return { ...mounted, input }
}

const around: readonly (readonly [what: string, ...messages: JsonObject[]])[] = [
  ['a sibling inserted before', UC('s', [column(['new', 'field']), T('new', 'first')])],
  ['a sibling inserted after', UC('s', [column(['field', 'new']), T('new', 'last')])],
  ['many siblings inserted before', UC('s', [column(['a', 'b', 'c', 'field']), T('a', '1'), T('b', '2'), T('c', '3')])],
  ['an unsent sibling before', UC('s', [column(['unsent', 'field'])])],
  ['its parent sent again', UC('s', [column(['field'])])],
  ['itself sent again', UC('s', [field])],
  ['itself with another label', UC('s', [{ ...field, label: 'First name' }])],
  ['its parent with another layout', UC('s', [{ ...column(['field']), align: 'center' }])],
  ['other data', UD('s', '/other', 1)],
]

describe('[R-4] an input that the user is typing into', () => {
  it.each(around)('[R-4] keeps its element, focus, caret and text: %s', async (_, ...messages) => {
    const { send, input } = await typing()
    send(...messages)
    expect(screen.getByRole('textbox')).toBe(input)
    expect(document.activeElement).toBe(input)
    expect([input.value, input.selectionStart, input.selectionEnd]).toEqual(['Ada', 1, 1])
  })

  it('[R-4] keeps them when a sibling before it goes', async () => {
    const { send, input } = await typing()
    send(UC('s', [column(['new', 'field']), T('new', 'first')]))
    send(UC('s', [column(['field'])]))
    expect(screen.getByRole('textbox')).toBe(input)
    expect(document.activeElement).toBe(input)
  })

  it('[R-4] goes on being bound after it moved', async () => {
    const { send, surface } = await typing()
    send(UC('s', [column(['new', 'field']), T('new', 'first')]))
    await userEvent.keyboard('nn')
    expect(surface().data.get('/name')).toBe('Annda')
  })

  it('[R-4] is the same in v0.8', async () => {
    const layout = (ids: readonly string[]) => v08.C('root', 'Column', { children: { explicitList: ids } })
    const { send } = mount({
      messages: [
        v08.SU('s', [
          layout(['field']),
          v08.C('field', 'TextField', { label: { literalString: 'Name' }, text: { path: 'name' } }),
        ]),
        v08.BR('s'),
      ],
    })
    const input = screen.getByRole('textbox')
    await userEvent.type(input, 'Ada')
    send(v08.SU('s', [layout(['new', 'field']), v08.T('new', 'first')]))
    expect(screen.getByRole('textbox')).toBe(input)
    expect(document.activeElement).toBe(input)
  })
})

describe('[R-4] rows of a template', () => {
  const rows = [
    CS('s'),
    UC('s', [column({ componentId: 'row', path: '/rows' }), { ...field, id: 'row', value: { path: 'name' } }]),
    UD('s', '/rows', [{ name: 'one' }, { name: 'two' }]),
  ]

  it('[R-4] keep element and focus when a row is appended', async () => {
    const { send, surface } = mount({ messages: rows })
    const [, second] = screen.getAllByRole('textbox')
    if (second) await userEvent.type(second, '!')
    send(UD('s', '/rows/2', { name: 'three' }))
    expect(screen.getAllByRole('textbox')[1]).toBe(second)
    expect(document.activeElement).toBe(second)
    expect(surface().data.get('/rows/1/name')).toBe('two!')
  })

  it('[R-4] [B-2] are other rows when the template shows another list', () => {
    const { send, surface } = mount({ messages: [...rows, UD('s', '/more', [{ name: 'far' }])] })
    send(UC('s', [column({ componentId: 'row', path: '/more' })]))
    expect(screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)).toEqual(['far'])
    act(() => surface().data.set('/more/0/name', 'farther'))
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('farther')
  })
})

describe('[C-1] an id that changes its type', () => {
  it('[C-1] [R-4] is another element; the focus is not left on one that is gone', async () => {
    const { send, input, container } = await typing()
    send(UC('s', [T('field', 'a text now')]))
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(texts(container)).toEqual(['a text now'])
    expect(input.isConnected).toBe(false)
    expect(document.activeElement).toBe(document.body)
  })

  it('[C-1] and back shows what the data hold, in a new element', async () => {
    const { send, input } = await typing()
    send(UC('s', [T('field', 'a text now')]))
    send(UC('s', [field]))
    const again = screen.getByRole<HTMLInputElement>('textbox')
    expect(again).not.toBe(input)
    expect(again.value).toBe('Ada')
  })

  it('[C-1] [B-5] forgets what the user entered into the former component', async () => {
    const box = { id: 'root', component: 'CheckBox', label: 'Box', value: false }
    const { send } = mount({ messages: [CS('s'), UC('s', [box])] })
    await userEvent.click(screen.getByRole('checkbox'))
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
    send(UC('s', [{ id: 'root', component: 'TextField', label: 'Field', value: '' }]))
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('')
    send(UC('s', [box]))
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  })
})

describe('[R-4] the same child more than once', () => {
  it.each([
    ['twice', ['a', 'a'], 2],
    ['among others', ['a', 'b', 'a', 'b', 'a'], 5],
    ['beside an id that looks like its number', ['a', 'a', 'a\n1', '1\na', 'a 1'], 5],
  ])('[R-4] is drawn each time: %s', (_, ids, times) => {
    const known = [...new Set(ids)].map((id) => T(id, 'here'))
    const { container, send } = mount({ messages: [CS('s'), UC('s', [column(ids), ...known])] })
    expect(texts(container)).toHaveLength(times)
    send(UC('s', [T('a', 'there')]))
    expect(texts(container).filter((text) => text === 'there')).toHaveLength(ids.filter((id) => id === 'a').length)
  })

  it('[R-4] has an instance for each place, with a state of its own', async () => {
    mount({ messages: [CS('s'), UC('s', [column(['box', 'box']), { ...field, id: 'box', value: 'x' }])] })
    const [first, second] = screen.getAllByRole<HTMLInputElement>('textbox')
    if (first) await userEvent.type(first, 'y')
    expect([first?.value, second?.value]).toEqual(['xy', 'x'])
  })
})

describe('[C-6] ids that look like something else', () => {
  it.each(['__proto__', 'constructor', 'toString', 'a/b', 'a:b', '.$a', '0', ' ', '\n', '😀'])('[C-6] %j', (id) => {
    const { container, send } = mount({ messages: [CS('s'), UC('s', [column([id]), T(id, 'drawn')])] })
    send(UC('s', [T(id, 'and drawn again')]))
    expect(only(container, '.sf-text').textContent).toBe('and drawn again')
  })
})
