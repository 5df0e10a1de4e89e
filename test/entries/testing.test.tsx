// The harness for tests of hosts, as such a test uses it.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { cleanup, renderSurface } from '../../src/entries/testing.tsx'
import '../react/mount.tsx'
import { basicRenderers } from '../../src/entries/renderers.ts'
import { CS, catalogId, lines, T, UC, UD } from '../support/messages.ts'

const hello = [CS('s'), UC('s', [T('root', { path: '/name' })]), UD('s', '/name', 'Ada')]
const button = [
  { id: 'root', component: 'Button', child: 'label', action: { event: { name: 'book', context: { table: 7 } } } },
  T('label', 'Book'),
]

describe('renderSurface', () => {
  it.each([
    ['messages', hello],
    ['lines', hello.map((message) => JSON.stringify(message))],
    ['a text', lines(...hello)],
    ['a text without its last newline', lines(...hello).trimEnd()],
  ])('[TE-1] draws %s', (_, messages) => {
    const { container, page, codes } = renderSurface(messages)
    expect(page.getByText('Ada')).toBe(container.querySelector('.sf-text'))
    expect(codes()).toEqual([])
  })

  it('[TE-1] keeps what the user did, and what would go to the agent', async () => {
    const onEvent = vi.fn()
    const { events, wires } = renderSurface([CS('s'), UC('s', button)], { onEvent })
    await userEvent.click(screen.getByRole('button', { name: 'Book' }))
    expect(events).toMatchObject([{ name: 'book', context: { table: 7 }, surfaceId: 's' }])
    expect(wires).toMatchObject([{ version: 'v0.9', action: { name: 'book' } }])
    expect(onEvent).toHaveBeenCalledExactlyOnceWith(events[0], wires[0])
  })

  it('[TE-1] keeps reports, and the messages that tell the agent', () => {
    const onError = vi.fn()
    const { reports, codes, wires } = renderSurface([CS('s'), UC('s', [T('root', 7)])], { onError })
    expect(codes()).toEqual(['VALIDATION_FAILED'])
    expect(wires).toMatchObject([{ version: 'v0.9', error: { code: 'VALIDATION_FAILED' } }])
    expect(onError).toHaveBeenCalledExactlyOnceWith(reports[0], wires[0])
  })

  it.each([false, true])('[TE-2] draws what comes later at once; StrictMode: %s', (strict) => {
    const { container, send, end, codes } = renderSurface([CS('s')], { strict })
    send([UC('s', [T('root', 'Later')])])
    expect(container.textContent).toBe('Later')
    send(lines(UC('s', [{ id: 'root', component: 'Column', children: ['a', 'b'] }, T('a', 'Here')])))
    end()
    expect(codes()).toEqual(['CHILD_MISSING'])
    expect(container.textContent).toMatch(/^Here/)
  })

  it('[TE-2] takes the properties of the view', () => {
    const renderers = { ...basicRenderers, Text: () => <output>mine</output> }
    const { container } = renderSurface(hello, { view: { renderers, frozen: true } })
    expect(container.querySelector('output')?.textContent).toBe('mine')
  })

  it('[TE-3] gives the surface, or says which there are', () => {
    const one = renderSurface([CS('s', { sendDataModel: true }), ...hello.slice(1)])
    expect(one.surface().id).toBe('s')
    expect(one.surface('s').data.get('/name')).toBe('Ada')
    expect(() => one.surface('t')).toThrow('There is no surface "t". Surfaces: s')
    one.send([CS('t', { catalogId })])
    expect(() => one.surface()).toThrow('There is not exactly one surface. Surfaces: s, t')
    expect(() => renderSurface([]).surface()).toThrow('Surfaces: none')
  })

  describe('with a dialog', () => {
    const methods = ['show', 'showModal', 'close'] as const
    const dialog = [
      { id: 'root', component: 'Modal', trigger: 'open', content: 'name' },
      { id: 'open', component: 'Button', child: 'label', action: { event: { name: 'asked' } } },
      { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
      T('label', 'Details'),
    ]

    it.each([
      ['its button', () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
      ['Escape', () => userEvent.keyboard('{Escape}')],
    ])('[TE-4] brings what jsdom lacks: opens it, moves the focus in and, closed by %s, back', async (_, close) => {
      // As jsdom is by itself, before `test/support/setup.ts`.
      for (const method of methods) delete (HTMLDialogElement.prototype as Partial<HTMLDialogElement>)[method]
      const { page, surface, codes } = renderSurface([CS('s'), UC('s', dialog)])
      await userEvent.click(page.getByRole('button', { name: 'Details' }))
      await userEvent.type(page.getByRole('textbox', { name: 'Name' }), 'Ada')
      expect(page.getByRole('dialog').contains(document.activeElement)).toBe(true)
      await close()
      expect(page.queryByRole('dialog')).toBeNull()
      expect(document.activeElement).toBe(page.getByRole('button', { name: 'Details' }))
      expect([surface().data.get('/name'), codes()]).toEqual(['Ada', []])
    })

    it('[TE-4] leaves alone what a page has', () => {
      const own = methods.map((method) => HTMLDialogElement.prototype[method])
      renderSurface([CS('s'), UC('s', dialog)])
      expect(methods.map((method) => HTMLDialogElement.prototype[method])).toEqual(own)
    })
  })

  it('[TE-4] `cleanup` takes all pages away', () => {
    renderSurface(hello)
    renderSurface(hello)
    expect(screen.getAllByText('Ada')).toHaveLength(2)
    cleanup()
    expect(screen.queryByText('Ada')).toBeNull()
  })

  it('[TE-1] refuses an option that there is not', () => {
    // @ts-expect-error: a mistyped name.
    expect(() => renderSurface(hello, { onEvnt: () => {} })).toThrow(TypeError)
  })
})
