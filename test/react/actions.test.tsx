// Pressing a button: what is sent, when, and how often.
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { basicRenderers } from '../../src/entries/index.ts'
import type { RendererOf } from '../../src/react/renderer.ts'
import { CS, DS, T, UC, UD } from '../support/messages.ts'
import { button, surface, theButton } from './action-setup.ts'
import { type MountOptions, mount } from './mount.tsx'

/** A host that is busy with each event until it is told otherwise. */
function slowHost() {
  const open: { readonly resolve: () => void; readonly reject: (reason: unknown) => void }[] = []
  const onEvent: NonNullable<MountOptions['onEvent']> = () =>
    new Promise<void>((resolve, reject) => void open.push({ resolve, reject }))
  return {
    onEvent,
    settle: () => act(async () => open.shift()?.resolve()),
    fail: (reason: unknown) => act(async () => open.shift()?.reject(reason)),
  }
}

describe('[B-8] while the host deals with an event', () => {
  it('[B-8] its button is busy and acts no second time', async () => {
    const { onEvent, settle } = slowHost()
    const { events } = mount({ messages: surface(), onEvent })
    await userEvent.click(theButton())
    expect(theButton().getAttribute('aria-busy')).toBe('true')
    await userEvent.dblClick(theButton())
    expect(events).toHaveLength(1)
    await settle()
    expect(theButton().hasAttribute('aria-busy')).toBe(false)
    await userEvent.click(theButton())
    expect(events).toHaveLength(2)
  })

  it('[B-8] the button keeps the focus', async () => {
    const { onEvent, settle } = slowHost()
    mount({ messages: surface(), onEvent })
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(document.activeElement).toBe(theButton())
    await settle()
    expect(document.activeElement).toBe(theButton())
  })

  it('[B-8] other buttons work, those of other items too', async () => {
    const { onEvent } = slowHost()
    const { events } = mount({
      messages: [
        CS('s'),
        UC('s', [
          { id: 'root', component: 'Column', children: { componentId: 'row', path: '/rows' } },
          button('row', 'pick', { id: { path: 'id' } }),
          T('row-text', { path: 'id' }),
        ]),
        UD('s', '/rows', [{ id: 'a' }, { id: 'b' }]),
      ],
      onEvent,
    })
    await userEvent.click(screen.getByRole('button', { name: 'a' }))
    await userEvent.click(screen.getByRole('button', { name: 'b' }))
    expect(events.map(({ context }) => context)).toEqual([{ id: 'a' }, { id: 'b' }])
    expect(screen.getByRole('button', { name: 'b' }).getAttribute('aria-busy')).toBe('true')
  })

  it('[B-8] and fails, it is reported, and the button is free again', async () => {
    const { onEvent, fail } = slowHost()
    const { reports } = mount({ messages: surface(), onEvent })
    await userEvent.click(theButton())
    await fail(new Error('no connection'))
    expect(theButton().hasAttribute('aria-busy')).toBe(false)
    expect(reports.map(({ code, place }) => [code, place.surfaceId, place.componentId])).toEqual([
      ['ACTION_FAILED', 's', 'root'],
    ])
    expect(reports[0]?.message).toContain('no connection')
  })

  it('[B-8] the agent may send the button again: it stays busy', async () => {
    const { onEvent, settle } = slowHost()
    const { events, send } = mount({ messages: surface(), onEvent })
    await userEvent.click(theButton())
    send(UC('s', [button('root', 'another')]))
    expect(theButton().getAttribute('aria-busy')).toBe('true')
    await userEvent.click(theButton())
    expect(events).toHaveLength(1)
    await settle()
    await userEvent.click(theButton())
    expect(events.map(({ name }) => name)).toEqual(['go', 'another'])
  })

  it('[B-8] the surface may go: the answer harms nobody', async () => {
    const { onEvent, settle } = slowHost()
    const { send, codes } = mount({ messages: surface(), onEvent })
    await userEvent.click(theButton())
    send(DS('s'))
    await settle()
    expect(codes()).toEqual([])
  })

  it('[B-8] a host that answers at once leaves nothing busy', async () => {
    mount({ messages: surface(), onEvent: () => undefined })
    await userEvent.click(theButton())
    expect(theButton().hasAttribute('aria-busy')).toBe(false)
  })
})

describe('[B-9] what is not sent', () => {
  it('[B-9] more than the limit within a second', async () => {
    let now = 5_000
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const { events, reports } = mount({ messages: surface(), limits: { actionsPerSecond: 3 } })
    const press = async (times: number): Promise<void> => {
      for (let time = 0; time < times; time++) await userEvent.click(theButton())
    }
    await press(5)
    expect(events).toHaveLength(3)
    expect(reports.map(({ code, place }) => [code, place.surfaceId, place.componentId])).toEqual([
      ['ACTION_RATE', 's', 'root'],
      ['ACTION_RATE', 's', 'root'],
    ])
    now = 5_999
    await press(1)
    expect(events).toHaveLength(3)
    now = 6_000
    await press(1)
    expect(events).toHaveLength(4)
  })

  it('[B-9] a press in a surface that is gone', async () => {
    const kept: (() => void)[] = []
    const Button: RendererOf<never> = ({ act: press }) => {
      kept.push(() => press('action'))
      return null
    }
    const { events, codes, send } = mount({ messages: surface(), renderers: { ...basicRenderers, Button } })
    send(DS('s'))
    act(() => kept.at(-1)?.())
    expect(events).toEqual([])
    expect(codes()).toEqual(['ACTION_STALE'])
  })

  it('[B-9] [SF-3] a press meant for a former life of the surface', async () => {
    const kept: (() => void)[] = []
    const Button: RendererOf<never> = ({ act: press }) => {
      kept.push(() => press('action'))
      return null
    }
    const { events, codes, send } = mount({ messages: surface(), renderers: { ...basicRenderers, Button } })
    const [former] = kept
    send(DS('s'))
    await Promise.resolve()
    send(...surface())
    act(() => former?.())
    expect(events).toEqual([])
    expect(codes()).toEqual(['ACTION_STALE'])
  })
})

describe('[S-11] a host that answers while it is asked', () => {
  it('[S-11] [B-8] may push the answer from its handler', async () => {
    const mounted = mount({
      messages: surface(),
      onEvent: () => mounted.runtime.apply(UC('s', [T('root-text', 'Answered')])),
    })
    await userEvent.click(theButton())
    expect(theButton().textContent).toBe('Answered')
  })

  it('[S-11] [SF-3] may delete the surface from its handler', async () => {
    const mounted = mount({ messages: surface(), onEvent: () => mounted.runtime.apply(DS('s')) })
    await userEvent.click(theButton())
    expect(mounted.container.innerHTML).toBe('')
  })
})
