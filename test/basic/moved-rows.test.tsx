// Rows that a message has moved or removed, before the page is drawn anew: what the user does there belongs to the item drawn.
import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/entries/index.ts'
import { T } from '../support/messages.ts'
import { type Shown, show } from './show.tsx'

const row: readonly JsonObject[] = [
  { id: 'row', component: 'Column', children: ['note', 'drop'] },
  { id: 'note', component: 'TextField', label: 'Note', value: { path: 'note' } },
  {
    id: 'drop',
    component: 'Button',
    child: 'word',
    action: { event: { name: 'drop', context: { id: { path: 'id' } } } },
  },
  T('word', 'Drop'),
]
const list = (path: string, componentId: string): JsonObject => ({
  component: 'Column',
  children: { path, componentId },
})
const items = ['a', 'b', 'c'].map((id) => ({ id, note: '' }))
const moved = [...items].reverse()

/** The agent writes, and React draws later. */
function writeUndrawn({ runtime }: Shown, path: string, value: JsonValue): void {
  runtime.apply({ version: 'v0.9', updateDataModel: { surfaceId: 's', path, value } })
}

function fill(position: number, value: string): void {
  const field = screen.getAllByLabelText('Note')[position]
  if (field) fireEvent.change(field, { target: { value } })
}

function drop(position: number): void {
  const button = screen.getAllByRole('button', { name: 'Drop' })[position]
  if (button) fireEvent.click(button)
}

describe('[BC-3] rows that moved and are not drawn yet', () => {
  const shown = (): Shown => show([{ id: 'root', ...list('/rows', 'row') }, ...row], { data: { rows: items } })

  it('[BC-3] what is entered goes to the item that is drawn, wherever it is now', () => {
    const surface = shown()
    writeUndrawn(surface, '/rows', moved)
    fill(0, 'for a')
    expect(surface.data('/rows')).toEqual([moved[0], moved[1], { id: 'a', note: 'for a' }])
    expect(screen.getAllByLabelText<HTMLInputElement>('Note').map(({ value }) => value)).toEqual(['', '', 'for a'])
  })

  it('[BC-3] a press acts on the item that is drawn', () => {
    const surface = shown()
    writeUndrawn(surface, '/rows', moved)
    drop(0)
    expect(surface.events).toMatchObject([{ name: 'drop', context: { id: 'a' } }])
  })

  it('[BC-3] nothing is done to another item if the one that is drawn is gone', () => {
    const surface = shown()
    writeUndrawn(surface, '/rows', items.slice(1))
    fill(0, 'for a')
    writeUndrawn(surface, '/rows', items.slice(2))
    drop(0)
    expect(surface.events).toEqual([])
    expect(surface.data('/rows')).toEqual(items.slice(2))
  })

  it('[BC-3] rows without keys in a row that moved follow it', () => {
    const surface = show(
      [{ id: 'root', ...list('/groups', 'group') }, { id: 'group', ...list('rows', 'row') }, ...row],
      {
        data: { groups: ['x', 'y'].map((id) => ({ id, rows: [{ note: '' }] })) },
      },
    )
    writeUndrawn(
      surface,
      '/groups',
      ['y', 'x'].map((id) => ({ id, rows: [{ note: '' }] })),
    )
    fill(0, 'for x')
    expect(surface.data('/groups/1/rows/0/note')).toBe('for x')
    expect(surface.data('/groups/0/rows/0/note')).toBe('')
  })

  it('[BC-3] lists within lists follow both', () => {
    const surface = show(
      [{ id: 'root', ...list('/groups', 'group') }, { id: 'group', ...list('rows', 'row') }, ...row],
      {
        data: {
          groups: [
            { id: 'x', rows: items },
            { id: 'y', rows: [] },
          ],
        },
      },
    )
    writeUndrawn(surface, '/groups', [
      { id: 'y', rows: [] },
      { id: 'x', rows: moved },
    ])
    fill(1, 'for b')
    drop(0)
    expect(surface.data('/groups/1/rows/1')).toEqual({ id: 'b', note: 'for b' })
    expect(surface.events).toMatchObject([{ context: { id: 'c' } }])
  })
})
