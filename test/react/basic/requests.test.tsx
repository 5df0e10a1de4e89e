// Which addresses are asked for, and when, does not depend on user input. e2e/typed-text.spec.ts plays the attacks.
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRuntime, type JsonObject, SurfaceList } from '../../../src/index.ts'
import { show, text } from './show.tsx'

const picture = (id: string, url: unknown = 'https://pictures.example/a.png'): JsonObject =>
  ({ id, component: 'Image', url, description: id }) as JsonObject

const field = (id: string, path: string): JsonObject => ({
  ...{ id, component: 'TextField', label: 'Field' },
  value: { path },
})

const column = (id: string, children: JsonObject | readonly string[]): JsonObject => ({
  id,
  component: 'Column',
  children,
})

const loading = (): (string | null)[] =>
  [...document.querySelectorAll('img')].map((image) => image.getAttribute('loading'))

const choice: JsonObject = {
  ...{ id: 'choice', component: 'ChoicePicker', variant: 'multipleSelection', value: { path: '/chosen' } },
  options: ['x', 'y'].map((value) => ({ label: value, value })),
}

describe('[BC-20] addresses of pictures', () => {
  it('[BC-20] load when they are near, and all at once when the user has entered something', async () => {
    const { update } = show([column('root', ['field', 'p', 'q']), field('field', '/v'), picture('p'), picture('q')])
    expect(loading()).toEqual(['lazy', 'lazy'])
    await userEvent.type(screen.getByLabelText('Field'), 'x')
    expect(loading()).toEqual(['eager', 'eager'])
    update(column('root', ['field', 'p', 'q', 'r']), picture('r'))
    expect(loading()).toEqual(['eager', 'eager', 'eager'])
  })

  it('[BC-20] of another surface of the runtime too', async () => {
    const runtime = createRuntime()
    const messages = (surfaceId: string, components: readonly JsonObject[]): JsonObject[] => [
      {
        version: 'v0.9',
        createSurface: { surfaceId, catalogId: runtime.clientCapabilities()['v0.9'].supportedCatalogIds[0] ?? '' },
      },
      { version: 'v0.9', updateComponents: { surfaceId, components } },
    ]
    runtime.apply([...messages('s', [field('root', '/v')]), ...messages('t', [picture('root')])])
    render(<SurfaceList runtime={runtime} />)
    expect(loading()).toEqual(['lazy'])
    act(() => runtime.surface('s')?.data.set('/v', 'x'))
    expect(loading()).toEqual(['eager'])
  })

  it('[BC-20] so does text that an input keeps to itself', async () => {
    show([column('root', ['choice', 'p']), { ...choice, filterable: true }, picture('p')])
    await userEvent.type(screen.getByRole('searchbox'), 'x')
    expect(loading()).toEqual(['eager'])
  })

  it('[BC-20] in a row that the user chose, through any components and lists, wait for a press, which frees all', async () => {
    show(
      [
        column('root', ['choice', 'rows', 'other']),
        choice,
        column('rows', { componentId: 'row', path: '/chosen' }),
        { id: 'row', component: 'Card', child: 'inner' },
        column('inner', { componentId: 'p', path: '/pictures' }),
        picture('p', { path: 'url' }),
        picture('other'),
      ],
      { data: { pictures: [{ url: 'https://pictures.example/1' }] } },
    )
    await userEvent.click(screen.getByLabelText('x'))
    await userEvent.click(screen.getByLabelText('y'))
    expect(loading()).toEqual(['eager'])
    expect(screen.getAllByText(/pictures\.example could tell/)).toHaveLength(2)
    const [first] = screen.getAllByRole('button', { name: 'Load' })
    if (first) await userEvent.click(first)
    expect(loading()).toEqual(['eager', 'eager', 'eager'])
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('[BC-20] in a row that typing makes, wait; in the rows that were there they stay', async () => {
    const { write } = show(
      [
        column('root', ['field', 'rows']),
        field('field', '/rows/1/name'),
        column('rows', { componentId: 'row', path: '/rows' }),
        column('row', ['name', 'p']),
        text('name', { path: 'name' }),
        picture('p'),
      ],
      { data: { rows: [{ name: 'Ada' }] } },
    )
    const [before] = document.querySelectorAll('img')
    await userEvent.type(screen.getByLabelText('Field'), 'x')
    expect([...document.querySelectorAll('img')]).toEqual([before])
    expect(screen.getAllByRole('button', { name: 'Load' })).toHaveLength(1)
    // A row that the agent adds is the agent's.
    write('/rows/2', { name: 'Cyd' })
    expect(loading()).toEqual(['eager', 'eager'])
  })

  it('[BC-20] in a row of the agent that the user has edited load again, wherever the surface is drawn anew', async () => {
    const items = [1, 2, 3].map((n) => ({ quantity: '1', url: `https://pictures.example/${n}` }))
    const { page, write, runtime } = show(
      [
        column('root', { componentId: 'row', path: '/items' }),
        column('row', ['field', 'p']),
        field('field', 'quantity'),
        picture('p', { path: 'url' }),
      ],
      { data: { items } },
    )
    const [, second] = screen.getAllByLabelText('Field')
    if (second) await userEvent.type(second, '2')
    page.unmount()
    render(<SurfaceList runtime={runtime} />)
    expect(loading()).toEqual(['eager', 'eager', 'eager'])
    write('/items/1', { quantity: '2', url: 'https://pictures.example/9' })
    expect(loading()).toEqual(['eager', 'eager', 'eager'])
  })

  it('[BC-20] are not asked for again when the user types the id of another row, nor by a write that follows', async () => {
    const rows = [{ id: 'guess' }, { id: 'other' }]
    const { write } = show(
      [
        column('root', { componentId: 'row', path: '/rows' }),
        column('row', ['name', 'p']),
        field('name', 'id'),
        picture('p'),
      ],
      { data: { rows } },
    )
    const before = [...document.querySelectorAll('img')]
    const own = screen.getAllByLabelText<HTMLInputElement>('Field')[1]
    if (own) {
      await userEvent.clear(own)
      await userEvent.type(own, 'guess')
    }
    expect(document.activeElement).toBe(own)
    write('/rows/0/more', 1)
    expect([...document.querySelectorAll('img')]).toEqual(before)
  })
})

describe('[BC-20] the limit on nodes', () => {
  const limits = { nodes: 30 }
  const parts = [column('root', ['field', 'copy', 'p']), field('field', '/v'), text('copy', { path: '/v' })]

  it.each([1, 900, 90_000])('[BC-20] has the same room for a picture beside %i typed characters', (length) => {
    const { update } = show(parts, { limits })
    fireEvent.change(screen.getByLabelText('Field'), { target: { value: 'x'.repeat(length) } })
    update(picture('p'))
    expect(loading()).toEqual(['eager'])
  })

  it('[BC-20] has the same room for the typed text itself as it has for the agent', () => {
    const { errors } = show(parts, { limits })
    fireEvent.change(screen.getByLabelText('Field'), { target: { value: 'x'.repeat(1_000) } })
    expect(screen.queryByText(/more than can be shown/)).toBeNull()
    fireEvent.change(screen.getByLabelText('Field'), { target: { value: 'x'.repeat(4_000) } })
    expect(document.querySelector('.sf-text')?.textContent).toBe('')
    expect(errors.length).toBeLessThan(2)
  })

  it('[BC-20] has the same room for a picture beside any number of chosen rows', async () => {
    // The column, the picker with two options and the list are fifteen; the picture is five.
    const { update } = show(
      [
        column('root', ['choice', 'rows', 'p']),
        choice,
        column('rows', { componentId: 'row', path: '/chosen' }),
        text('row', { path: '' }),
      ],
      { limits: { nodes: 20 } },
    )
    await userEvent.click(screen.getByLabelText('x'))
    await userEvent.click(screen.getByLabelText('y'))
    update(picture('p'))
    expect(loading()).toEqual(['eager'])
  })
})

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
