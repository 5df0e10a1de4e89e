// Parts of the views and functions that are loaded before they are needed.
import { act, render } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import type { LazyPart } from '../../src/entries/index.ts'
import {
  arrived,
  filledFields,
  kept,
  pageOf,
  seen,
  settle,
  surfaceOf,
  watchConsole,
  whole,
} from './lazy-parts-setup.tsx'

watchConsole()

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
