// Which addresses are asked for, and when, does not depend on user input. e2e/typed-text.spec.ts plays the attacks.
import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { createRuntime, type JsonObject, SurfaceList } from '../../../src/index.ts'
import { choice, column, field, loading, picture } from './request-setup.ts'
import { show, text } from './show.tsx'

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
