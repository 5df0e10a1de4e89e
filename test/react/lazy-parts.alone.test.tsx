// Parts of the views and functions that come late, or not at all.
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CS, T, UC } from '../support/messages.ts'
import { arrived, components, kept, pageOf, seen, settle, surfaceOf, watchConsole } from './lazy-parts-setup.tsx'

/** Whether the modules can be fetched. */
const network = vi.hoisted(() => ({ up: true }))
vi.mock('../../src/live/lazy-module.ts', async (original) => {
  const { createLazyModule } = await original<typeof import('../../src/live/lazy-module.ts')>()
  const whileUp = <T,>(load: () => Promise<T>): (() => Promise<T>) => {
    return async () => {
      if (!network.up) throw new TypeError('Failed to fetch dynamically imported module')
      return await load()
    }
  }
  return { createLazyModule: <T,>(load: () => Promise<T>) => createLazyModule(whileUp(load)) }
})

watchConsole()
beforeEach(() => {
  network.up = true
})

describe('a part that is loaded when first needed', () => {
  it('[LZ-2] keeps its place until it arrives', async () => {
    const library = await pageOf()
    const { runtime, reports } = surfaceOf(library)
    const { container } = render(<library.SurfaceList runtime={runtime} idlePreload={false} />)
    expect(seen(container)).toEqual(kept)
    const texts = [...container.querySelectorAll('.sf-text')].map((text) => text.textContent)
    expect(texts.slice(1)).toEqual([...Array(2).fill('See all of the page now'), ...Array(2).fill('\u200B')])
    await arrived(container)
    expect(reports).toEqual([])
  })

  it('[LZ-3] that cannot be had is one report, all else is drawn, and it comes when the browser is online', async () => {
    const library = await pageOf()
    network.up = false
    const { runtime, reports } = surfaceOf(library)
    const { container } = render(<library.SurfaceList runtime={runtime} idlePreload={false} />)
    await settle()
    // The dates are texts now.
    expect(seen(container)).toEqual({ ...kept, fields: [] })
    const reported = [
      ['FUNCTION_FAILED error', 'The module of the function'],
      ['FUNCTION_FAILED error', 'The module of the function'],
      ['RENDER_FAILED warning', 'The part "dates"'],
      ['RENDER_FAILED warning', 'The part "icons"'],
      ['RENDER_FAILED warning', 'The part "markdown"'],
    ]
    const told = (): unknown => reports.map(({ code, message }) => [code, message.split(' could')[0]]).sort()
    expect(told()).toEqual(reported)
    // Components that are sent again repeat nothing.
    act(() => runtime.apply(UC('s', components)))
    await settle()
    expect(told()).toEqual(reported)
    network.up = true
    window.dispatchEvent(new Event('online'))
    await arrived(container)
    expect(told()).toEqual(reported)
  })

  it.each([false, true])('[LZ-3] the agent does not hear what the user made necessary: %s', async (byUser) => {
    network.up = false
    const { createRuntime, SurfaceList } = await pageOf()
    const reports: { readonly confidential: boolean; readonly sent: boolean }[] = []
    const runtime = createRuntime({
      onError: ({ confidential }, wire) => void reports.push({ confidential, sent: wire !== undefined }),
    })
    runtime.apply([CS('s'), UC('s', [T('root', { path: '/note' })])])
    const page = render(<SurfaceList runtime={runtime} idlePreload={false} />)
    act(() => runtime.surface('s')?.data.set('/note', 'See **this**', { as: byUser ? 'user' : 'host' }))
    await settle()
    expect(page.container.querySelector('strong')?.textContent).toBe('this')
    expect(reports).toEqual([{ confidential: byUser, sent: !byUser }])
  })

  it('[LZ-7] is not needed by an input for local dates: what is typed without it is written', async () => {
    network.up = false
    const { createRuntime, SurfaceList } = await pageOf()
    const reports: string[] = []
    const runtime = createRuntime({ onError: ({ message }) => void reports.push(message) })
    const field = { id: 'root', component: 'DateTimeInput', label: 'When', value: { path: '/when' } }
    runtime.apply([CS('s'), UC('s', [{ ...field, enableTime: true, enableDate: true, max: '2030-01-01T09:00' }])])
    render(<SurfaceList runtime={runtime} idlePreload={false} />)
    const input = screen.getByLabelText<HTMLInputElement>('When')
    fireEvent.change(input, { target: { value: '2026-05-14T19:30' } })
    await settle()
    expect(runtime.surface('s')?.data.get('/when')).toBe('2026-05-14T19:30')
    expect([input.value, input.readOnly, input.max, reports]).toEqual([
      '2026-05-14T19:30',
      false,
      '2030-01-01T09:00',
      [],
    ])
  })

  it('[LZ-7] is missing beside an instant: its text is shown as it is, can be changed, and the field says so', async () => {
    network.up = false
    const { createRuntime, SurfaceList } = await pageOf()
    const reports: string[] = []
    const runtime = createRuntime({ timeZone: 'UTC', onError: ({ message }) => void reports.push(message) })
    const field = { id: 'root', component: 'DateTimeInput', label: 'When', value: { path: '/when' } }
    runtime.apply([CS('s'), UC('s', [{ ...field, enableTime: true, enableDate: true, max: '2030-01-01' }])])
    const data = runtime.surface('s')?.data
    data?.set('/when', '2026-05-14T21:30:00+02:00', { as: 'host' })
    const { container } = render(<SurfaceList runtime={runtime} idlePreload={false} />)
    const input = screen.getByLabelText<HTMLInputElement>('When')
    // While it is on its way nothing is typed over the instant, which would lose its offset.
    expect([input.type, input.value, input.readOnly]).toEqual(['datetime-local', '', true])
    await settle()
    expect([input.type, input.value, input.readOnly]).toEqual(['text', '2026-05-14T21:30:00+02:00', false])
    const note = container.querySelector('.sf-field__note')
    expect(note?.textContent).toBe('The calendar could not be loaded.')
    expect(input.getAttribute('aria-describedby')).toBe(note?.id)
    // Also where a text on its way is one that needs no part.
    for (const value of ['2026-05-15T09:00:00', '2026-05-15T09:00', '2026-05-15T09:00:00Z']) {
      fireEvent.change(input, { target: { value } })
      expect([input.type, input.value, data?.get('/when')]).toEqual(['text', value, value])
    }
    // It comes while the user types: the input stays what it is until the user leaves it.
    network.up = true
    await act(async () => void window.dispatchEvent(new Event('online')))
    await settle()
    expect([input.type, input.value]).toEqual(['text', '2026-05-15T09:00:00Z'])
    fireEvent.blur(input)
    expect([input.type, input.value, data?.get('/when')]).toEqual([
      ...['datetime-local', '2026-05-15T09:00', '2026-05-15T09:00:00Z'],
    ])
    expect([container.querySelector('.sf-field__note'), reports.length]).toEqual([null, 1])
  })

  it('[LZ-7] [B-13] is missing in a frozen surface: the text is for reading', async () => {
    network.up = false
    const { createRuntime, SurfaceList } = await pageOf()
    const runtime = createRuntime({ onError: () => undefined })
    const field = { id: 'root', component: 'DateTimeInput', label: 'When', value: '2026-05-14T19:30:00Z' }
    runtime.apply([CS('s'), UC('s', [field])])
    const texts = { noCalendar: 'Als Text.' }
    render(<SurfaceList runtime={runtime} idlePreload={false} frozen texts={texts} />)
    await settle()
    const input = screen.getByLabelText<HTMLInputElement>('When')
    expect([input.value, input.readOnly]).toEqual(['2026-05-14T19:30:00Z', true])
    expect(screen.getByText('Als Text.')).toBeTruthy()
  })

  it('[LZ-3] is tried again by the next component that needs it, for all that wait', async () => {
    const library = await pageOf()
    network.up = false
    const first = surfaceOf(library)
    const early = render(<library.SurfaceList runtime={first.runtime} idlePreload={false} />)
    await settle()
    expect(first.reports).toHaveLength(5)
    network.up = true
    const second = surfaceOf(library)
    const late = render(<library.SurfaceList runtime={second.runtime} idlePreload={false} />)
    await arrived(early.container)
    await arrived(late.container)
    expect([first.reports.length, second.reports.length]).toEqual([5, 0])
  })
})
