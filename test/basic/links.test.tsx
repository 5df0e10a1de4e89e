// New links have no address while the user has not sent what they entered.
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { JsonObject, Surface } from '../../src/entries/index.ts'
import { inner } from '../support/live.ts'
import { T } from '../support/messages.ts'
import { column, field, picture } from './request-setup.ts'
import { show } from './show.tsx'

describe('[TT-1] links', () => {
  const typed = (template: string): JsonObject => ({
    ...{ id: 'text', component: 'Text' },
    text: { call: 'formatString', args: { value: template } },
  })
  const links = (): (string | null)[] => screen.queryAllByRole('link').map((link) => link.getAttribute('href'))
  const held = (): (string | null)[] =>
    screen.queryAllByRole('button').map((button) => button.getAttribute('aria-description'))

  afterEach(() => vi.unstubAllGlobals())

  it('[TT-1] that come or change while input is unsent have no address; those that were there keep it', async () => {
    const { write, update } = show(
      [
        column('root', ['field', 'text', 'plain', 'late']),
        field('field', '/v'),
        typed('[a](https://${/v}.example/) [b](mailto:${/v}@host.example)'),
        T('plain', '[c](https://host.example/)'),
        T('late', ''),
      ],
      { data: { v: 'x' } },
    )
    expect(links()).toEqual(['https://x.example/', 'mailto:x@host.example', 'https://host.example/'])
    await userEvent.type(screen.getByLabelText('Field'), 'y')
    expect(links()).toEqual(['mailto:xy@host.example', 'https://host.example/'])
    expect(held()).toEqual(['https://xy.example/'])
    expect(screen.getByRole('button').textContent).toBe('a(https://xy.example/)')
    expect(screen.getByRole('button', { name: 'a' }).outerHTML).not.toContain('href')
    write('/v', 'z')
    update(T('late', '[d](https://late.example/)'))
    expect(links()).toEqual(['mailto:z@host.example', 'https://host.example/'])
    expect(held()).toEqual(['https://z.example/', 'https://late.example/'])
  })

  it('[TT-1] that go and come back have no address either: their names would be looked up again', async () => {
    const { write } = show(
      [
        column('root', ['field', 'rows']),
        field('field', '/v'),
        column('rows', { componentId: 'link', path: '/rows' }),
        T('link', '[a](https://row.example/)'),
      ],
      { data: { rows: [1] } },
    )
    await userEvent.type(screen.getByLabelText('Field'), 'x')
    write('/rows', [1, 2])
    expect([links(), held()]).toEqual([['https://row.example/'], ['https://row.example/']])
    write('/rows', [])
    write('/rows', [1])
    expect([links(), held()]).toEqual([[], ['https://row.example/']])
  })

  it('[TT-1] open by a press, and are links until the address is another', async () => {
    const open = vi.fn()
    vi.stubGlobal('open', open)
    show([column('root', ['field', 'text']), field('field', '/v'), typed('[a](https://${/v}.example/)')])
    await userEvent.type(screen.getByLabelText('Field'), 'x')
    await userEvent.click(screen.getByRole('button', { name: 'a' }))
    expect(open.mock.calls).toEqual([['https://x.example/', '_blank', 'noopener,noreferrer']])
    expect([links(), held()]).toEqual([['https://x.example/'], []])
    expect(document.activeElement).toBe(screen.getByRole('link'))
    await userEvent.type(screen.getByLabelText('Field'), 'y')
    expect([links(), held()]).toEqual([[], ['https://xy.example/']])
  })

  it('[TT-1] get their address when the user lets the pictures load, or sends the input', async () => {
    const { update, runtime } = show([column('root', ['field', 'link', 'p']), field('field', '/v'), T('link', '')])
    await userEvent.type(screen.getByLabelText('Field'), 'x')
    update(T('link', '[a](https://a.example/)'), picture('p'))
    expect([links(), held()]).toEqual([[], ['https://a.example/', null]])
    await userEvent.click(screen.getByRole('button', { name: 'Show' }))
    expect(links()).toEqual(['https://a.example/'])
    await userEvent.type(screen.getByLabelText('Field'), 'y')
    update(T('link', '[b](https://b.example/)'))
    expect([links(), held()]).toEqual([[], ['https://b.example/']])
    act(() => void inner(runtime.surface('s') as Surface).emit('root', 'go', {}))
    expect(links()).toEqual(['https://b.example/'])
  })

  it('[TT-1] of late Markdown have no address either, and in the label of a button are text', async () => {
    const { update } = show([column('root', ['field', 'text', 'button']), field('field', '/v')])
    await userEvent.type(screen.getByLabelText('Field'), 'x')
    update(typed('- see <https://${/v}.example/>\n- **[a](https://${/v}.example/b)**'), {
      ...{ id: 'button', component: 'Button', child: 'text', action: { event: { name: 'go' } } },
    })
    expect([links(), held()]).toEqual([[], ['https://x.example/', 'https://x.example/b', null]])
    const [bare, named] = screen.getAllByRole('button')
    expect([bare?.textContent, named?.textContent]).toEqual(['https://x.example/', 'a(https://x.example/b)'])
  })
})
