// Rows of a template, told apart by their own id or key.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/entries/index.ts'
import { T } from '../support/messages.ts'
import { show } from './show.tsx'

const parts: readonly JsonObject[] = [
  { id: 'root', component: 'Column', children: { componentId: 'row', path: '/rows' } },
  { id: 'row', component: 'Column', children: ['name', 'note'] },
  { id: 'name', component: 'TextField', label: 'Name', value: { path: 'name' } },
  { id: 'note', component: 'TextField', label: 'Note', value: '' },
]
const fields = (label: string) => screen.getAllByLabelText<HTMLInputElement>(label)

describe('[BC-3] rows', () => {
  it.each(['id', 'key'])(
    '[BC-3] with an %s of their own keep element, focus and local state wherever they go',
    async (member) => {
      const { write, data } = show(parts, {
        data: {
          rows: [
            { [member]: 'a', name: 'Ada' },
            { [member]: 7, name: 'Bob' },
          ],
        },
      })
      const [, note] = fields('Note')
      if (note) await userEvent.type(note, 'mine')
      write('/rows', [
        { [member]: 'c', name: 'Cyd' },
        { [member]: 7, name: 'Bob' },
        { [member]: 'a', name: 'Ada' },
      ])
      expect(document.activeElement).toBe(note)
      expect(fields('Note').map(({ value }) => value)).toEqual(['', 'mine', ''])
      expect(fields('Name').map(({ value }) => value)).toEqual(['Cyd', 'Bob', 'Ada'])
      write('/rows', [{ [member]: 7, name: 'Bob' }])
      expect(fields('Note')[0]).toBe(note)
      const [name] = fields('Name')
      if (name) await userEvent.type(name, '!')
      expect(data('/rows')).toEqual([{ [member]: 7, name: 'Bob!' }])
    },
  )

  it.each<[string, readonly JsonObject[], readonly JsonObject[]]>([
    ['none', [{ name: 'Ada' }], [{ name: 'Cyd' }, { name: 'Ada' }]],
    [
      'the same twice',
      [
        { id: 1, name: 'Ada' },
        { id: '1', name: 'Bob' },
      ],
      [
        { id: 1, name: 'Cyd' },
        { id: '1', name: 'Ada' },
      ],
    ],
    ['one without', [{ id: 'a', name: 'Ada' }, { name: 'Bob' }], [{ id: 'c', name: 'Cyd' }, { name: 'Ada' }]],
  ])('[BC-3] with %s are told apart by their place', async (_, before, after) => {
    const { write } = show(parts, { data: { rows: before } })
    const [note] = fields('Note')
    if (note) await userEvent.type(note, 'first')
    write('/rows', after)
    expect(fields('Note')[0]?.value).toBe('first')
    expect(fields('Name').map(({ value }) => value)).toEqual(after.map(({ name }) => name))
  })

  it('[BC-3] are found anew when an id changes or an element comes by itself', () => {
    const { write } = show(parts, { data: { rows: [{ id: 'a', name: 'Ada' }] } })
    const [first] = fields('Name')
    write('/rows/1', { id: 'b', name: 'Bob' })
    expect(fields('Name').map(({ value }) => value)).toEqual(['Ada', 'Bob'])
    expect(fields('Name')[0]).toBe(first)
    write('/rows/0/id', 'z')
    expect(fields('Name')[0]).not.toBe(first)
  })

  it.each<[string, JsonObject]>([
    ['', {}],
    [' with keys of their own', { id: 'x' }],
  ])('[D-9] [BC-3]%s stay as they are where an element is taken out of the list @all', async (_, own) => {
    const keyed = (n: number): JsonObject => (own['id'] ? { id: `k${n}` } : {})
    const rows = Array.from({ length: 70 }, (_row, n) => ({ name: `row ${n}`, ...keyed(n) }))
    const { write, data } = show(parts, { data: { rows } })
    const typed = fields('Note')
    for (const at of [1, 31, 33, 66]) await userEvent.type(typed[at] as HTMLElement, `note ${at}`)
    const focused = typed[66] as HTMLElement
    for (const at of [0, 32, 65]) {
      write(`/rows/${at}`)
      expect(document.activeElement).toBe(focused)
    }
    const left = typed.filter((_note, at) => ![0, 32, 65].includes(at))
    expect(fields('Note')).toEqual(left)
    expect(fields('Name').map(({ value }) => value)).toEqual(
      rows.map(({ name }) => name).filter((_name, at) => ![0, 32, 65].includes(at)),
    )
    await userEvent.type(fields('Name')[0] as HTMLElement, '!')
    expect(data('/rows/1/name')).toBe('row 1!')
    write('/rows/32', { name: 'back', ...keyed(99) })
    write('/rows/70', { name: 'new', ...keyed(70) })
    expect(fields('Name').map(({ value }) => value)).toEqual([
      'row 1!',
      ...Array.from({ length: 69 }, (_row, n) =>
        n + 2 === 32 ? 'back' : n + 2 === 70 ? 'new' : `row ${n + 2}`,
      ).filter((name) => name !== 'row 65'),
    ])
    expect(fields('Note').filter((note) => !left.includes(note))).toHaveLength(2)
    expect(['note 1', 'note 31', 'note 33', 'note 66'].every((note) => left.some(({ value }) => value === note))).toBe(
      true,
    )
  })

  it('[D-9] that were all taken out leave none', () => {
    const { write } = show(parts, { data: { rows: [{ name: 'a' }, { name: 'b' }] } })
    write('/rows/0')
    write('/rows/1')
    expect(screen.queryAllByLabelText('Name')).toEqual([])
  })

  it('[BC-3] nested lists move with their rows', () => {
    const { write, page } = show(
      [
        { id: 'root', component: 'Column', children: { componentId: 'row', path: '/rows' } },
        { id: 'row', component: 'Column', children: { componentId: 'leaf', path: 'kids' } },
        T('leaf', { path: 'name' }),
      ],
      { data: { rows: [{ id: 'a', kids: [{ name: 'x' }] }] } },
    )
    write('/rows', [
      { id: 'b', kids: [{ name: 'y' }, { name: 'z' }] },
      { id: 'a', kids: [{ name: 'x' }] },
    ])
    const texts = () => [...page.container.querySelectorAll('.sf-text')].map(({ textContent }) => textContent)
    expect(texts()).toEqual(['y', 'z', 'x'])
    write('/rows/1/kids/0/name', 'x!')
    expect(texts()).toEqual(['y', 'z', 'x!'])
    write('/rows/0/kids/0/name', 'y!')
    expect(texts()).toEqual(['y!', 'z', 'x!'])
  })

  it('[BC-3] that come one member at a time leave no row behind, and the others as they are', () => {
    const { write } = show(parts, { data: { rows: [{ id: 'a' }, { id: 'b' }] } })
    const [first] = fields('Name')
    write('/rows/2/name', 'Cyd')
    write('/rows/3/name', 'Dan')
    expect(fields('Name').map(({ value }) => value)).toEqual(['', '', 'Cyd', 'Dan'])
    expect(fields('Name')[0]).toBe(first)
    write('/rows', [{ id: 'a', name: 'A' }, { name: 'x' }])
    expect(fields('Name').map(({ value }) => value)).toEqual(['A', 'x'])
    write('/rows', [])
    expect(screen.queryAllByLabelText('Name')).toEqual([])
  })

  it('[BC-3] that the user begins are rows of their own, whatever id is typed', async () => {
    const { write } = show(
      [
        { id: 'root', component: 'Column', children: ['field', 'list'] },
        { id: 'field', component: 'TextField', label: 'New', value: { path: '/rows/2/id' } },
        { ...parts[0], id: 'list' } as JsonObject,
        ...parts.slice(1),
      ],
      { data: { rows: [{ id: 'a' }, { id: 'b' }] } },
    )
    const before = fields('Name')
    await userEvent.type(screen.getByLabelText('New'), 'ab')
    expect(fields('Name')).toHaveLength(3)
    expect(fields('Name').slice(0, 2)).toEqual(before)
    write('/rows/2', { id: 'c', name: 'Cyd' })
    expect(fields('Name').map(({ value }) => value)).toEqual(['', '', 'Cyd'])
    expect(fields('Name').slice(0, 2)).toEqual(before)
  })
})
