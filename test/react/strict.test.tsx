// StrictMode makes, mounts and draws everything twice. Nobody may notice.
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { JsonObject } from '../../src/json/value.ts'
import type { Binding } from '../../src/live/binding.ts'
import type { LiveSurface } from '../../src/surface/surface.ts'
import { listenerCount, placeListenerCount } from '../support/live.ts'
import { CS, DS, T, UC, UD, v08 } from '../support/messages.ts'
import { mount, texts } from './mount.tsx'

const everything: readonly JsonObject[] = [
  CS('s', { theme: { primaryColor: '#336699', agentDisplayName: 'Sample' } }),
  UC('s', [
    { id: 'root', component: 'Column', children: ['title', 'card', 'list', 'field', 'box', 'button', 'late'] },
    T('title', { call: 'formatString', args: { value: '${/name} of ${/place}' } }),
    { id: 'card', component: 'Card', child: 'inner' },
    { ...T('inner', { path: '/name' }), weight: 2 },
    { id: 'list', component: 'Row', children: { componentId: 'row', path: '/rows' } },
    T('row', { path: 'text' }),
    { id: 'field', component: 'TextField', label: 'Name', value: { path: '/name' } },
    { id: 'box', component: 'CheckBox', label: 'Agree', value: { path: '/agree' } },
    {
      id: 'button',
      component: 'Button',
      child: 'send',
      action: { event: { name: 'send', context: { name: { path: '/name' } } } },
      checks: [{ condition: { call: 'required', args: { value: { path: '/name' } } }, message: 'A name, please' }],
    },
    T('send', 'Send'),
  ]),
  UD('s', '/', { name: 'Ada', place: 'Sample Town', rows: [{ text: 'one' }, { text: 'two' }], agree: true }),
]

const changes: readonly (readonly [what: string, messages: readonly JsonObject[]])[] = [
  ['at first', []],
  ['after a write', [UD('s', '/name', 'Ben')]],
  ['after another list', [UD('s', '/rows', [{ text: 'only' }])]],
  ['after a late child', [UC('s', [T('late', 'here')])]],
  ['after a type has changed', [UC('s', [T('field', 'no field')])]],
  ['after components were sent again', [everything[1] ?? {}]],
  ['after a new life', [DS('s'), ...everything]],
]

/** Without the ids that React makes up, which StrictMode makes up differently. */
function html(container: HTMLElement): string {
  return container.innerHTML.replaceAll(/_r_\w+_/g, 'ID')
}

describe('[R-5] StrictMode', () => {
  it.each(changes)('[R-5] draws the same %s', (_, messages) => {
    const [plain, strict] = [false, true].map((mode) => {
      const mounted = mount({ messages: everything, strict: mode })
      for (const message of messages) mounted.send(message)
      return mounted
    })
    expect(plain && html(plain.container)).toContain('sf-surface')
    expect(strict && html(strict.container)).toBe(plain && html(plain.container))
  })

  it.each(changes)('[R-5] [D-8] leaves no listener behind when it unmounts %s', (_, messages) => {
    const { surface, send, page } = mount({ messages: everything, strict: true })
    for (const message of messages) send(message)
    const { model, componentSet } = surface()
    expect(listenerCount(model)).toBeGreaterThan(0)
    page.unmount()
    expect(listenerCount(model)).toBe(0)
    expect(componentSet.byId.size).toBeGreaterThan(0)
  })

  it('[R-5] [D-8] has as many listeners as without it', () => {
    const [plain, strict] = [false, true].map((mode) => mount({ messages: everything, strict: mode }).surface())
    expect(listenerCount(strict?.model)).toBe(listenerCount(plain?.model))
  })

  it('[R-5] sends one event for one press', async () => {
    const { events } = mount({ messages: everything, strict: true })
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(events.map(({ name, context }) => [name, context])).toEqual([['send', { name: 'Ada' }]])
  })

  it('[R-5] reports nothing of its own', async () => {
    const { codes, send } = mount({ messages: everything, strict: true })
    send(UD('s', '/name', 'Ben'))
    await act(async () => undefined)
    expect(codes()).toEqual([])
  })

  it('[R-5] follows v0.8 from held updates to a new root', () => {
    const { send, container } = mount({
      messages: [v08.SU('s', [v08.T('one', 'first root'), v08.T('two', { path: 'name' })])],
      strict: true,
    })
    expect(texts(container)).toEqual([])
    send(v08.BR('s', 'one'))
    expect(texts(container)).toEqual(['first root'])
    send(v08.BR('s', 'two'), v08.DM('s', [{ key: 'name', valueString: 'second root' }]))
    expect(texts(container)).toEqual(['second root'])
  })
})

/** Components that listen in each of the ways there are. */
function brief(surfaceId: string): readonly JsonObject[] {
  return [
    UC(surfaceId, [
      { id: 'root', component: 'Column', children: ['waits', 'list', 'late'] },
      T('waits', { call: 'formatString', args: { value: "${regex(value: /name, pattern: '^A')}" } }),
      { id: 'list', component: 'Column', children: { componentId: 'row', path: '/rows' } },
      T('row', { path: 'text' }),
    ]),
    UD(surfaceId, '/', { name: 'Ada', rows: [{ text: 'one' }] }),
  ]
}

interface Ledger {
  /** Counts from now on who listens to anything of this surface. */
  watch(surface: LiveSurface): void
  /** How many do; of the data, those of the surface that was watched last. */
  listening(): number
}

function createLedger(): Ledger {
  const listening = new Set<unknown>()
  let model: LiveSurface['model'] | undefined
  const follow = (binding: Binding<unknown>): void => {
    const { subscribe } = binding
    const counted: typeof subscribe = (listener) => {
      const entry = {}
      listening.add(entry)
      const stop = subscribe(listener)
      return () => {
        listening.delete(entry)
        stop()
      }
    }
    Object.assign(binding, { subscribe: counted })
  }
  const followSet = (set: Listening): void => {
    const { listen, unlisten } = set
    const counted: Listening = {
      listen(...words) {
        listening.add(words.at(-1))
        listen.apply(set, words)
      },
      unlisten(...words) {
        listening.delete(words.at(-1))
        unlisten.apply(set, words)
      },
    }
    Object.assign(set, counted)
  }
  return {
    watch(surface) {
      model = surface.model
      for (const binding of [surface.arrival, surface.beginning]) follow(binding)
      for (const set of [surface.componentSet, surface.loads]) followSet(set as Listening)
    },
    listening: () => listening.size + (model ? listenerCount(model) : 0),
  }
}

interface Listening {
  listen(...words: unknown[]): void
  unlisten(...words: unknown[]): void
}

describe('[D-8] a long life', () => {
  it('[D-8] [SF-3] leaves no listener, timer or element of 1,000 surfaces that came and went @all', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { runtime, container } = mount()
    const ledger = createLedger()
    const id = (cycle: number): string => `s${cycle}`
    for (let cycle = 0; cycle < 1000; cycle++) {
      act(() => {
        runtime.apply([CS(id(cycle)), ...brief(id(cycle))])
        // React draws it when this is over.
        ledger.watch(runtime.surface(id(cycle)) ?? expect.fail())
      })
      expect(ledger.listening()).toBeGreaterThan(5)
      act(() => runtime.apply(DS(id(cycle))))
      expect(ledger.listening()).toBe(0)
    }
    expect([container.innerHTML, vi.getTimerCount(), runtime.surfaces.getSnapshot()]).toEqual(['', 0, []])
  })

  it('[D-8] listens to one place after 2,000 components under one id', () => {
    const { send, surface } = mount({ messages: [CS('s')] })
    for (let times = 0; times < 2000; times++) send(UC('s', [T('root', { path: `/k${times}` })]))
    expect(placeListenerCount(surface().model)).toBe(1)
  })

  it('[D-8] listens to nothing after its surface was deleted', () => {
    const { send, surface } = mount({ messages: everything })
    const { model } = surface()
    expect(listenerCount(model)).toBeGreaterThan(0)
    send(DS('s'))
    expect(listenerCount(model)).toBe(0)
  })

  it('[D-8] listens to as many places as there are rows, when rows come and go', () => {
    const list = [
      CS('s'),
      UC('s', [{ id: 'root', component: 'Column', children: { componentId: 'row', path: '/rows' } }]),
    ]
    const { send, surface } = mount({ messages: [...list, UC('s', [T('row', { path: 'text' })])] })
    const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ text: `${index}` }))
    for (const count of [3, 50, 0, 2]) {
      send(UD('s', '/rows', rows(count)))
      expect(placeListenerCount(surface().model)).toBe(count + 1)
    }
  })
})
