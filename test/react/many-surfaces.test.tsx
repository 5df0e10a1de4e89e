// Many surfaces at once are drawn in parts.
import { act, renderHook } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { SurfaceList } from '../../src/entries/index.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { useGradualList } from '../../src/react/hooks.ts'
import { CS } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { times } from '../support/times.ts'
import { mount } from './mount.tsx'

describe('[R-22] many surfaces at once', () => {
  const surfaces = (count: number): JsonObject[] => times(count, (index) => [CS(`s${index}`)]).flat()
  const articles = (within: ParentNode): number => within.querySelectorAll('.sf-surface').length
  const nextTask = (): void => act(() => void vi.advanceTimersToNextTimer())

  it('[R-22] are drawn 250 in one task, until all are there', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { container, send } = mount()
    send(...surfaces(255))
    expect(articles(container)).toBe(250)
    nextTask()
    expect(articles(container)).toBe(255)
    vi.useRealTimers()
  })

  it('[R-22] come in as many parts as it takes, also after others went', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { result, rerender } = renderHook(({ count }) => useGradualList(times(count, String)).length, {
      initialProps: { count: 0 },
    })
    const counts: number[] = []
    for (const count of [520, 520, 520, 520, 0, 260, 260]) {
      rerender({ count })
      counts.push(result.current)
      nextTask()
    }
    expect(counts).toEqual([250, 500, 520, 520, 0, 250, 260])
    vi.useRealTimers()
  })

  it('[R-22] come in parts where they take the place of others, and those that are drawn stay', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { result, rerender } = renderHook(({ list }) => useGradualList(list), {
      initialProps: { list: times(200, (index) => `old ${index}`) },
    })
    const kept = result.current.slice(100)
    rerender({ list: [...times(300, (index) => `new ${index}`), ...kept] })
    expect(result.current.filter((item) => item.startsWith('new'))).toHaveLength(250)
    expect(result.current.slice(-100)).toEqual(kept)
    nextTask()
    expect(result.current).toHaveLength(400)
    vi.useRealTimers()
  })

  it('[R-22] are all in what a server draws, and stay there when the browser takes over', async () => {
    const { runtime } = record()
    runtime.apply(surfaces(260))
    const place = document.body.appendChild(document.createElement('div'))
    place.innerHTML = renderToString(<SurfaceList runtime={runtime} />)
    expect(articles(place)).toBe(260)
    const first = place.querySelector('.sf-surface')
    const root = await act(async () => hydrateRoot(place, <SurfaceList runtime={runtime} />))
    expect([articles(place), place.querySelector('.sf-surface') === first]).toEqual([260, true])
    act(() => root.unmount())
    place.remove()
  })
})
