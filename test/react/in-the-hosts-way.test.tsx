// What a host may decide: how addresses are opened, in whose name data is written, and objects that it writes inline.
import { act, createEvent, fireEvent, render } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  type BasicProps,
  basicCatalog,
  basicRenderers,
  defineRenderers,
  SurfaceList,
  SurfaceView,
} from '../../src/entries/index.ts'
import type { OpenUrlEvent } from '../../src/surface/media.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { mount, only } from './mount.tsx'

const url = 'https://host.example/a'

describe('openUrl', () => {
  const opened = (): { calls: [string, OpenUrlEvent][]; openUrl: (url: string, event: OpenUrlEvent) => void } => {
    const calls: [string, OpenUrlEvent][] = []
    return { calls, openUrl: (address, event) => calls.push([address, event]) }
  }

  it('[PA-3] takes links of Markdown, with the click and its keys, and the browser follows none', async () => {
    const { calls, openUrl } = opened()
    const { container } = mount({ openUrl, messages: [CS('s'), UC('s', [T('root', `[away](${url})`)])] })
    const link = await vi.waitFor(() => only<HTMLAnchorElement>(container, 'a'), 20_000)
    const click = createEvent.click(link, { ctrlKey: true })
    fireEvent(link, click)
    const middle = new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 1 })
    fireEvent(link, middle)
    expect([click.defaultPrevented, middle.defaultPrevented]).toEqual([true, true])
    expect(calls.map(([address, { surfaceId, click }]) => [address, surfaceId, click?.ctrlKey])).toEqual([
      [url, 's', true],
      [url, 's', false],
    ])
    fireEvent(link, new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 2 }))
    expect(calls).toHaveLength(2)
  })

  it('[PA-3] takes the link that waits for a press, because it holds what the user entered', async () => {
    const { calls, openUrl } = opened()
    const open = vi.spyOn(window, 'open').mockImplementation(() => null)
    const text = { call: 'formatString', args: { value: `[away](${url}?\${/name})` } }
    const { container, surface } = mount({ openUrl, messages: [CS('s'), UC('s', [T('root', text)])] })
    act(() => surface().data.set('/name', 'Ada'))
    const button = await vi.waitFor(() => only(container, '.sf-md-link[type="button"]'), 20_000)
    act(() => button.click())
    expect(calls.map(([address]) => address)).toEqual([`${url}?Ada`])
    expect(open).not.toHaveBeenCalled()
  })

  it('[PA-3] takes the function of that name, still for web addresses only', () => {
    const { calls, openUrl } = opened()
    const open = vi.spyOn(window, 'open').mockImplementation(() => null)
    const call = (address: string) => ({ functionCall: { call: 'openUrl', args: { url: address } } })
    const button = (id: string, address: string) => ({ id, component: 'Button', child: 't', action: call(address) })
    const { container, reports } = mount({
      openUrl,
      messages: [
        CS('s'),
        UC('s', [
          { id: 'root', component: 'Row', children: ['good', 'bad'] },
          button('good', url),
          button('bad', 'javascript:alert(1)'),
          T('t', 'Go'),
        ]),
      ],
    })
    act(() => {
      for (const element of container.querySelectorAll('button')) element.click()
    })
    expect(calls).toEqual([[url, { surfaceId: 's' }]])
    expect(open).not.toHaveBeenCalled()
    expect(reports.length).toBeLessThanOrEqual(1)
  })
})

describe('data.set', () => {
  const messages = [CS('s'), UC('s', [T('root', { path: '/name' })]), UD('s', '/', { name: 'before' })]

  it('[PA-4] counts as the user’s by default, and as the host’s own where that is said', () => {
    const { surface, container } = mount({ messages })
    act(() => surface().data.set('/name', 'typed'))
    expect(surface().data.userInput()).toEqual([{ pointer: '/name', value: 'typed' }])
    act(() => surface().data.set('/name', 'fetched', { as: 'host' }))
    expect(surface().data.userInput()).toEqual([])
    expect([surface().data.get('/name'), container.textContent]).toEqual([
      'fetched',
      expect.stringContaining('fetched'),
    ])
  })

  it('[PA-4] as the host: copies the value, refuses what is no JSON, and counts against limits.dataBytes', () => {
    const { surface } = mount({ messages, limits: { dataBytes: 200 } })
    const value = { deep: ['x'] }
    act(() => surface().data.set('/value', value, { as: 'host' }))
    value.deep.push('y')
    expect(surface().data.get('/value')).toEqual({ deep: ['x'] })
    expect(() => surface().data.set('/fn', (() => 1) as never, { as: 'host' })).toThrow('JSON')
    expect(() => surface().data.set('/long', 'x'.repeat(300), { as: 'host' })).toThrow(
      expect.objectContaining({ code: 'LIMIT_DATA_BYTES' }),
    )
    act(() => surface().data.set('/name', undefined, { as: 'host' }))
    expect(surface().data.get('/name')).toBeUndefined()
  })
})

describe('objects that a host writes inline', () => {
  const Text = vi.fn(() => <p>text</p>)
  const messages = [
    CS('s'),
    UC('s', [{ id: 'root', component: 'Column', children: ['a', 'b'] }, T('a', '1'), T('b', '2')]),
  ]

  it.each([
    ['SurfaceList', SurfaceList],
    ['SurfaceView', SurfaceView],
  ])('[PA-5] draw nothing anew in a %s while their members are the same', (_name, View) => {
    Text.mockClear()
    const { runtime } = mount({ messages, ui: () => null })
    const host = (open: string, name: string) => (
      <View
        runtime={runtime}
        surfaceId="s"
        renderers={{ ...defineRenderers<BasicProps>(basicCatalog, { ...basicRenderers, Text: { inline: Text } }) }}
        texts={{ open }}
        agent={{ name }}
      />
    )
    const page = render(host('Open', 'Ada'))
    const first = Text.mock.calls.length
    expect(first).toBeGreaterThan(0)
    page.rerender(host('Open', 'Ada'))
    expect(Text).toHaveBeenCalledTimes(first)
    page.rerender(host('Aufmachen', 'Ada'))
    expect(Text).toHaveBeenCalledTimes(2 * first)
    page.rerender(host('Aufmachen', 'Bob'))
    expect(Text).toHaveBeenCalledTimes(3 * first)
  })
})
