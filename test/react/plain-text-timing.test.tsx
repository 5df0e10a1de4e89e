// A plain text is the newest one, whatever React does meanwhile.
import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { SurfaceList } from '../../src/entries/index.ts'
import { T, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { createDrawings, hideable, slowTransition } from './drawings.tsx'
import { texts } from './mount.tsx'
import { early, filled, text } from './plain-text-setup.ts'

const { place, draw, keep, end } = createDrawings()
afterEach(end)

describe('[R-15] a plain text', () => {
  it('[R-15] [R-6] is the newest where the server has drawn another one', async () => {
    const served = filled()
    const container = place()
    container.innerHTML = renderToString(<SurfaceList runtime={served.runtime} />)
    const here = filled(UD('s', '/v', 'newer'))
    await act(async () => keep(hydrateRoot(container, <SurfaceList runtime={here.runtime} />)))
    expect(text(container)).toBe('newer')
    act(() => here.send(UD('s', '/v', 'newest')))
    expect(text(container)).toBe('newest')
  })

  it('[R-15] [R-6] is there where the server has drawn a placeholder, and the other way round', async () => {
    const late = UC('s', [T('late', 'here')])
    const caption = UC('s', [{ ...T('late', 'here'), variant: 'caption' }])
    for (const [served, here] of [
      [[], [late]],
      [[late], []],
      [[caption], [late]],
      [[], [caption]],
    ]) {
      const there = record()
      there.send(...early, ...(served ?? []))
      const container = place()
      container.innerHTML = renderToString(<SurfaceList runtime={there.runtime} />)
      const { runtime, send } = record()
      send(...early, ...(here ?? []))
      await act(async () => keep(hydrateRoot(container, <SurfaceList runtime={runtime} />)))
      expect(container.textContent).toBe(here?.length === 0 ? '' : 'here')
      const classes = (part: ParentNode): readonly string[] => [...part.querySelectorAll('p')].map((p) => p.className)
      const anew = place()
      anew.innerHTML = renderToString(<SurfaceList runtime={runtime} />)
      expect(classes(container)).toEqual(classes(anew))
      act(() => send(UC('s', [T('late', 'newer')])))
      expect(texts(container)).toEqual(['newer'])
      expect(container.querySelectorAll('.sf-placeholder, [aria-hidden]')).toHaveLength(1)
    }
  })

  it('[R-15] is the newest after a slow transition that began with an older one', async () => {
    const { runtime, send } = filled()
    const { Page, start, finish } = slowTransition(runtime)
    const container = await draw(<Page />)
    await act(async () => send(UD('s', '/v', 'b')))
    await start()
    // The transition has drawn "b", and waits.
    await act(async () => send(UD('s', '/v', 'c')))
    expect(text(container)).toBe('c')
    await finish()
    expect(text(container)).toBe('c')
    await act(async () => send(UD('s', '/v', 'd')))
    expect(text(container)).toBe('d')
  })

  it('[R-15] is the newest where a transition draws more than plain text, and plain is back before it ends', async () => {
    const { runtime, send } = filled(UD('s', '/v', 'plain'))
    const { Page, start, finish } = slowTransition(runtime)
    const container = await draw(<Page />)
    await start(() => send(UD('s', '/v', 'with *stress*')))
    await act(async () => send(UD('s', '/v', 'plain again')))
    await finish()
    expect([text(container), container.querySelector('em')]).toEqual(['plain again', null])
  })

  it('[R-15] is the newest when it was hidden meanwhile', async () => {
    const { runtime, send } = filled()
    const { Page, hide } = hideable(<SurfaceList runtime={runtime} />)
    const container = await draw(<Page />)
    await act(async () => hide(true))
    await act(async () => send(UD('s', '/v', 'while hidden')))
    await act(async () => hide(false))
    expect(text(container)).toBe('while hidden')
    await act(async () => send(UD('s', '/v', 'shown')))
    expect(text(container)).toBe('shown')
  })
})
