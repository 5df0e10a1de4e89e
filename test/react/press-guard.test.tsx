// What the guard of presses costs, and whom it leaves alone. That it guards takes a browser: e2e/identity.spec.ts.
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { SurfaceList } from '../../src/entries/index.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { CS, T, UC } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { mount } from './mount.tsx'

function buttons(surfaceId: string, count: number): readonly JsonObject[] {
  const ids = Array.from({ length: count }, (_, index) => `b${index}`)
  const parts = ids.map((id) => ({ id, component: 'Button', child: 'label', action: { event: { name: id } } }))
  return [
    CS(surfaceId),
    UC(surfaceId, [{ id: 'root', component: 'Column', children: ids }, ...parts, T('label', 'Go')]),
  ]
}

/** Listeners, and observers of what a press would do, that come into being while `messages` are drawn. */
function made(messages: readonly JsonObject[]): {
  readonly added: number
  readonly pages: number
  readonly observed: number
} {
  const add = vi.spyOn(EventTarget.prototype, 'addEventListener')
  const page = vi.spyOn(document, 'addEventListener')
  const observe = vi.spyOn(MutationObserver.prototype, 'observe')
  mount({ messages }).page.unmount()
  const count = {
    added: add.mock.calls.length,
    pages: page.mock.calls.filter(([type]) => type === 'pointermove').length,
    // Whether a button has a name is observed too, without the outlines of its icon.
    observed: observe.mock.calls.filter(([, options]) => options?.attributeFilter?.includes('d')).length,
  }
  for (const spy of [add, page, observe]) spy.mockRestore()
  return count
}

describe('the guard of presses', () => {
  it('[B-12] costs a surface a few listeners, and its components nothing', () => {
    made(buttons('s', 1))
    const one = made(buttons('s', 1))
    expect(made(buttons('s', 500))).toEqual(one)
    expect(one.observed).toBe(0)
  })

  it('[B-12] listens to the page once, however many surfaces there are', () => {
    made(buttons('s', 1))
    const many = Array.from({ length: 20 }, (_, index) => buttons(`s${index}`, 1)).flat()
    expect(made(many).pages).toBe(made(buttons('s', 1)).pages)
  })

  it('[B-12] leaves presses alone that a script dispatches', async () => {
    const { send, events } = mount({ messages: buttons('s', 1) })
    for (const label of ['Send', 'Pay', 'Cancel']) {
      send(UC('s', [T('label', label)]))
      await userEvent.click(screen.getByRole('button', { name: label }))
    }
    expect(events).toHaveLength(3)
  })

  it('[B-12] guards what is drawn anew because the server drew older data', () => {
    const drawn = (messages: readonly JsonObject[]): ReactElement => {
      const { runtime, send } = record()
      send(...messages)
      return <SurfaceList runtime={runtime} />
    }
    const listen = vi.spyOn(EventTarget.prototype, 'addEventListener')
    const container = document.createElement('div')
    document.body.append(container)
    container.innerHTML = renderToString(drawn(buttons('s', 1)))
    const served = container.querySelector('article')
    const newer = [...buttons('s', 1), UC('s', [T('unused', 'newer')])]
    render(drawn(newer), { container, hydrate: true })
    const article = container.querySelector('article')
    const guarded = listen.mock.contexts.filter((_, call) => listen.mock.calls[call]?.[0] === 'pointerover')
    listen.mockRestore()
    expect(article).not.toBe(served)
    expect(guarded.at(-1)).toBe(article)
  })
})
