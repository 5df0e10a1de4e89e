// Links whose address depends on user input have no address until they are pressed.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { JsonObject } from '../../../src/index.ts'
import { choice, column, field, picture } from './request-setup.ts'
import { show, text } from './show.tsx'

describe('[TT-1] links', () => {
  const typed = (template: string): JsonObject => ({
    ...{ id: 'text', component: 'Text' },
    text: { call: 'formatString', args: { value: template } },
  })
  const links = (): (string | null)[] => screen.queryAllByRole('link').map((link) => link.getAttribute('href'))
  const held = (): (string | null)[] =>
    screen.queryAllByRole('button').map((button) => button.getAttribute('aria-description'))

  afterEach(() => vi.unstubAllGlobals())

  it('[TT-1] of typed text have no address, those of the agent do, whoever wrote there before', async () => {
    const { write } = show(
      [
        column('root', ['field', 'text', 'plain']),
        field('field', '/v'),
        typed('[a](https://${/v}.example/) [b](mailto:${/v}@host.example)'),
        text('plain', '[c](https://host.example/)'),
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
    expect(links()).toEqual(['https://z.example/', 'mailto:z@host.example', 'https://host.example/'])
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

  it('[TT-1] in a row that the user chose have no address, until the user lets all of them load', async () => {
    const parts = [
      column('root', ['choice', 'rows', 'other']),
      choice,
      column('rows', { componentId: 'inner', path: '/chosen' }),
      column('inner', { componentId: 'row', path: '/pictures' }),
      column('row', ['link', 'p']),
      text('link', '[a](https://row.example/)'),
      picture('p'),
      text('other', '[b](https://host.example/)'),
    ]
    show(parts, { data: { pictures: [{}] } })
    await userEvent.click(screen.getByLabelText('x'))
    expect([links(), held()]).toEqual([['https://host.example/'], ['https://row.example/', null]])
    await userEvent.click(screen.getByRole('button', { name: 'Load' }))
    expect([links(), held()]).toEqual([['https://row.example/', 'https://host.example/'], []])
  })

  it('[TT-1] in a row that typing made get an address when the agent writes the row', async () => {
    const { write } = show([
      column('root', ['field', 'rows']),
      field('field', '/rows/0/name'),
      column('rows', { componentId: 'link', path: '/rows' }),
      text('link', '[a](https://row.example/)'),
    ])
    await userEvent.type(screen.getByLabelText('Field'), 'x')
    expect([links(), held()]).toEqual([[], ['https://row.example/']])
    write('/rows/0', { name: 'Ada' })
    expect([links(), held()]).toEqual([['https://row.example/'], []])
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
