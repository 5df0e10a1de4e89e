// Parts of the views and functions that come late, or not at all, or before they are needed.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LazyPart } from '../../src/index.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { CS, T, UC } from '../support/messages.ts'

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

const date = { call: 'formatDate', args: { value: '2026-01-02', format: 'd MMM yyyy' } }
const matches = { call: 'regex', args: { value: 'abc', pattern: '^a' } }

/** Each part is needed twice. */
const components: readonly JsonObject[] = [
  {
    ...{ id: 'root', component: 'Column' },
    children: ['plain', ...['m', 'i', 'd', 'p', 'f'].flatMap((id) => [`${id}1`, `${id}2`])],
  },
  T('plain', 'Plain text'),
  ...['m1', 'm2'].map((id) => T(id, 'See **all** of [the page](https://page.example/) *now*')),
  ...['i1', 'i2'].map((id) => ({ id, component: 'Icon', name: 'star', accessibility: { label: 'Favourite' } })),
  ...['d1', 'd2'].map((id) => T(id, date)),
  ...['p1', 'p2'].map((id) => ({ id, component: 'CheckBox', label: id, value: matches })),
  ...['f1', 'f2'].map((id) => ({ id, component: 'DateTimeInput', label: id, value: '2026-01-02T23:30:00-05:00' })),
]

type Library = typeof import('../../src/index.ts')

/** A page of its own: no part has been loaded. */
async function pageOf(): Promise<Library> {
  vi.resetModules()
  return await import('../../src/index.ts')
}

interface Surface {
  readonly runtime: ReturnType<Library['createRuntime']>
  readonly reports: readonly { readonly code: string; readonly message: string }[]
}

function surfaceOf({ createRuntime }: Library, surfaceId = 's'): Surface {
  const reports: { readonly code: string; readonly message: string }[] = []
  const runtime = createRuntime({
    ...{ locale: 'en-GB', timeZone: 'UTC' },
    onError: ({ code, severity, message }) => void reports.push({ code: `${code} ${severity}`, message }),
  })
  runtime.apply([CS(surfaceId), UC(surfaceId, components)])
  return { runtime, reports }
}

/** What of the parts is drawn. */
function seen(page: ParentNode): unknown {
  const drawn = (selector: string): number => page.querySelectorAll(selector).length
  return {
    text: page.querySelector('.sf-text')?.textContent,
    links: drawn('.sf-text a'),
    strong: drawn('.sf-text strong'),
    icons: drawn('svg.sf-icon[data-icon="star"][aria-label="Favourite"]'),
    drawings: drawn('svg.sf-icon > *'),
    dates: [...page.querySelectorAll('.sf-text')].filter((text) => text.textContent === '2 Jan 2026').length,
    checked: [...page.querySelectorAll<HTMLInputElement>('input')].filter(({ checked }) => checked).length,
    fields: [...page.querySelectorAll<HTMLInputElement>('[type=date]')].map(({ value, readOnly }) => [value, readOnly]),
  }
}

/** A field without its date is read-only. */
const emptyFields = { fields: Array(2).fill(['', true]) }
const filledFields = { fields: Array(2).fill(['2026-01-03', false]) }

const kept = { text: 'Plain text', links: 0, strong: 2, icons: 2, drawings: 0, dates: 0, checked: 0, ...emptyFields }
const whole = { ...kept, links: 2, drawings: 2, dates: 2, checked: 2, ...filledFields }

const settle = async (): Promise<void> => void (await act(() => new Promise((resolve) => setTimeout(resolve, 50))))

/** Waits until all parts have arrived and are drawn. */
async function arrived(page: ParentNode): Promise<void> {
  for (let turn = 0; turn < 100 && JSON.stringify(seen(page)) !== JSON.stringify(whole); turn++) await settle()
  expect(seen(page)).toEqual(whole)
}

let complain = vi.spyOn(console, 'error')

beforeEach(() => {
  network.up = true
  complain = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterEach(() => {
  cleanup()
  expect(complain.mock.calls).toEqual([])
  vi.restoreAllMocks()
  document.body.replaceChildren()
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
    expect(seen(container)).toEqual(kept)
    const reported = [
      ['FUNCTION_FAILED error', 'What the function needs'],
      ['FUNCTION_FAILED error', 'What the function needs'],
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
    // An instant keeps its offset, so nothing is typed over it before it can be translated.
    fireEvent.blur(input)
    act(() => runtime.surface('s')?.data.set('/when', '2026-05-14T19:30:00Z'))
    await settle()
    expect([input.value, input.readOnly, reports.length]).toEqual(['', true, 1])
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

describe('preload', () => {
  it('[LZ-4] makes the first render whole, on a server too, and is taken over as it is', async () => {
    const library = await pageOf()
    await library.preload()
    const { runtime } = surfaceOf(library)
    const place = document.createElement('div')
    document.body.append(place)
    place.innerHTML = renderToString(<library.SurfaceList runtime={runtime} />)
    expect(seen(place)).toEqual(whole)
    const [text] = place.querySelectorAll('.sf-text a')
    const root = await act(() => hydrateRoot(place, <library.SurfaceList runtime={runtime} />))
    expect(seen(place)).toEqual(whole)
    expect(place.querySelector('.sf-text a')).toBe(text)
    act(() => root.unmount())
  })

  it('[LZ-4] left out, a server draws what keeps the place, and the browser takes that over', async () => {
    const library = await pageOf()
    const { runtime } = surfaceOf(library)
    const place = document.createElement('div')
    document.body.append(place)
    place.innerHTML = renderToString(<library.SurfaceList runtime={runtime} />)
    expect(seen(place)).toEqual(kept)
    await settle()
    // The functions have arrived on the server. The browser has a runtime of its own, and none of them.
    const browser = await pageOf()
    const own = surfaceOf(browser)
    const strong = place.querySelector('strong')
    const root = await act(async () => {
      const hydrated = hydrateRoot(place, <browser.SurfaceList runtime={own.runtime} idlePreload={false} />)
      await Promise.resolve()
      return hydrated
    })
    await arrived(place)
    expect(strong).not.toBeNull()
    expect(own.reports).toEqual([])
    act(() => root.unmount())
  })

  it.each<{ readonly ahead: LazyPart[] }>([{ ahead: [] }, { ahead: ['dates', 'patterns'] }])(
    '[LZ-4] left out, what other surfaces have loaded does not change what is taken over: $ahead',
    async ({ ahead }) => {
      const server = await pageOf()
      const place = document.createElement('div')
      document.body.append(place)
      await server.preload(ahead)
      const html = renderToString(<server.SurfaceList runtime={surfaceOf(server).runtime} idlePreload={false} />)
      const browser = await pageOf()
      const before = render(<browser.SurfaceList runtime={surfaceOf(browser).runtime} idlePreload={false} />)
      await arrived(before.container)
      before.unmount()
      await browser.preload(ahead)
      place.innerHTML = html
      expect(seen(place)).toEqual(ahead.length === 0 ? kept : { ...kept, dates: 2, checked: 2, ...filledFields })
      const recovered: unknown[] = []
      const own = surfaceOf(browser)
      const root = await act(() =>
        hydrateRoot(place, <browser.SurfaceList runtime={own.runtime} idlePreload={false} />, {
          onRecoverableError: (error) => void recovered.push(error),
        }),
      )
      await arrived(place)
      expect([recovered, own.reports]).toEqual([[], []])
      act(() => root.unmount())
    },
  )

  it('[LZ-5] runs while the page is idle, unless it is off or the user saves data', async () => {
    const library = await pageOf()
    const idle = vi.fn((run: () => void) => void setTimeout(run))
    vi.stubGlobal('requestIdleCallback', idle)
    const runtime = library.createRuntime()
    render(<library.SurfaceList runtime={runtime} idlePreload={false} />).unmount()
    Object.assign(navigator, { connection: { saveData: true } })
    render(<library.SurfaceList runtime={runtime} />).unmount()
    Object.assign(navigator, { connection: undefined })
    await settle()
    expect(idle).not.toHaveBeenCalled()
    render(<library.SurfaceView runtime={runtime} surfaceId="s" />)
    for (let turn = 0; turn < 100 && idle.mock.calls.length < 5; turn++) await settle()
    await library.preload()
    const { container } = render(<library.SurfaceList runtime={surfaceOf(library).runtime} />)
    expect(seen(container)).toEqual(whole)
    expect(idle).toHaveBeenCalledTimes(5)
    vi.unstubAllGlobals()
  })
})
