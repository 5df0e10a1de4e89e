// What is whole of a line that is not, on the page.
import { act, fireEvent, render } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRuntime, SurfaceList } from '../../../src/entries/index.ts'
import type { JsonObject } from '../../../src/json/value.ts'
import { only, texts } from '../../react/mount.tsx'
import { CS, T, UC, UD, v08 } from '../../support/messages.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { sourceOf, typing } from './typing.ts'

afterEach(() => void vi.useRealTimers())

const column = (...children: readonly string[]): JsonObject => ({ id: 'root', component: 'Column', children })
const button = (id: string, child: string): JsonObject => ({
  ...{ id, component: 'Button', child },
  action: { event: { name: 'go', context: { name: { path: '/name' } } } },
})

describe('a part that is whole', () => {
  it('[DR-1] is a component whose object is closed', async () => {
    const { container, surface, writeTo } = typing(UC('s', [column('a', 'b'), T('a', 'one'), T('b', 'two')]), {
      messages: [CS('s')],
    })
    await writeTo('{"id":"a"')
    expect(container.querySelectorAll('.sf-placeholder')).toHaveLength(2)
    await writeTo('},{"id":"b"')
    expect(texts(container)).toEqual([])
    await writeTo(',{"id":"b"')
    expect(texts(container)).toEqual(['one'])
    await writeTo()
    expect(texts(container)).toEqual(['one', 'two'])
    expect([...surface().components.keys()]).toEqual(['root', 'a', 'b'])
  })

  it('[DR-1] is one in v0.8, too', async () => {
    const list = { explicitList: ['a'] }
    const { container, writeTo } = typing(
      v08.SU('s', [v08.C('root', 'Column', { children: list }), v08.T('a', 'one'), v08.T('z', '')]),
      {
        messages: [v08.BR('s')],
      },
    )
    await writeTo(',{"id":"z"')
    expect(texts(container)).toEqual(['one'])
  })

  it('[DR-1] is a value of the data, and a row of a list', async () => {
    const row = { id: 'row', component: 'Text', text: { path: 'name' } }
    const rows = { id: 'rows', component: 'Column', children: { componentId: 'row', path: '/people' } }
    const value = { title: 'Guests', people: [{ name: 'Ann' }, { name: 'Ben' }, { name: 'Cy' }] }
    const { container, surface, writeTo } = typing(UD('s', '/', value), {
      messages: [CS('s'), UC('s', [column('title', 'rows'), T('title', { path: '/title' }), rows, row])],
    })
    const shown = (): string => texts(container).join(' ').trim()
    await writeTo(',"people"')
    expect(shown()).toBe('Guests')
    await writeTo(',{"name":"Ben"')
    expect(shown()).toBe('Guests Ann')
    const [, ann] = container.querySelectorAll('.sf-text')
    await writeTo(',{"name":"Cy"')
    expect(shown()).toBe('Guests Ann Ben')
    expect(surface().data.get('/')).toEqual({})
    await writeTo()
    expect(shown()).toBe('Guests Ann Ben Cy')
    expect(container.querySelectorAll('.sf-text')[1]).toBe(ann)
    expect(surface().data.get('/')).toEqual(value)
  })

  it('[DR-1] is an entry of the data in v0.8', async () => {
    const entries = [
      { key: 'name', valueString: 'Ann' },
      { key: 'rest', valueString: 'x' },
    ]
    const { container, writeTo } = typing(v08.DM('s', entries, '/'), {
      messages: [v08.BR('s'), v08.SU('s', [v08.T('root', { path: '/name' })])],
    })
    await writeTo(',{"key":"rest"')
    expect(texts(container)).toEqual(['Ann'])
  })

  it('[DR-1] is not shown before the line has been open for a moment', async () => {
    const { container, runtime } = typing('', { messages: [CS('s')] })
    const line = JSON.stringify(UC('s', [T('root', 'one'), T('more', 'x')]))
    act(() => runtime.push(line.slice(0, -4)))
    await act(() => vi.advanceTimersByTimeAsync(99))
    expect(texts(container)).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(texts(container)).toEqual(['one'])
  })

  it('[DR-1] waits for one moment where the code is loaded late, too', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const runtime = createRuntime()
    const { container } = render(<SurfaceList runtime={runtime} />)
    for (const id of ['s', 't']) {
      act(() => runtime.push(`${JSON.stringify(CS(id))}\n`))
      const line = JSON.stringify(UC(id, [T('root', 'one'), T('more', 'x')]))
      act(() => runtime.push(line.slice(0, -4)))
      await act(() => vi.advanceTimersByTimeAsync(99))
      expect(texts(container)).toEqual(id === 's' ? [] : ['one'])
      await act(() => vi.advanceTimersByTimeAsync(1))
      // The first line waits for the code as well.
      vi.useRealTimers()
      await waitUntil(() => texts(container).length === (id === 's' ? 1 : 2))
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      act(() => runtime.push(`${line.slice(-4)}\n`))
    }
    runtime.dispose()
  })

  it('[DR-1] waits for the whole moment in each line', async () => {
    const { container, runtime } = typing('', { messages: [CS('s')] })
    const line = JSON.stringify(UC('s', [T('root', 'one'), T('more', 'x')]))
    act(() => runtime.push('{'))
    await act(() => vi.advanceTimersByTimeAsync(90))
    act(() => runtime.push(`}\n${line.slice(0, -4)}`))
    await act(() => vi.advanceTimersByTimeAsync(99))
    expect(texts(container)).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(101))
    expect(texts(container)).toEqual(['one'])
  })

  it.each([
    [
      'the surface is named behind it',
      '{"version":"v0.9","updateComponents":{"components":[{"id":"root","component":"Text","text":"one"}],',
    ],
    [
      'the version is',
      '{"updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"one"}],',
    ],
    [
      'the version is another one',
      '{"version":"v0.7","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text","text":"one"}],',
    ],
    [
      'there is no such surface',
      '{"version":"v0.9","updateComponents":{"surfaceId":"t","components":[{"id":"root","component":"Text","text":"one"}],',
    ],
    [
      'it says another version than the surface',
      '{"surfaceUpdate":{"surfaceId":"s","components":[{"id":"root","component":{"Text":{"text":{"literalString":"one"}}}}],',
    ],
  ])('[DR-1] is not shown where %s', async (_, text) => {
    const { container, write } = typing('', { messages: [CS('s')] })
    await write(text)
    expect(texts(container)).toEqual([])
  })

  it('[DR-1] neither replaces what was applied nor what stands before it in the line', async () => {
    const parts = [T('root', 'other'), T('a', 'one'), T('a', 'two'), T('z', '')]
    const { container, reports, writeTo, shown } = typing(UC('s', parts), {
      messages: [CS('s'), UC('s', [column('a')])],
    })
    await writeTo(',{"id":"z"')
    expect(texts(container)).toEqual(['one'])
    await writeTo()
    expect([shown('s'), reports.map(({ code }) => code)]).toEqual(['other', ['ID_DUPLICATE']])
  })

  it('[DR-1] does not show a value where one was applied', async () => {
    const { container, writeTo } = typing(UD('s', '/', { a: 'new', b: 'B', c: 'C' }), {
      messages: [
        ...[CS('s'), UC('s', [column('a', 'b'), T('a', { path: '/a' }), T('b', { path: '/b' })])],
        UD('s', '/a', 'old'),
      ],
    })
    await writeTo(',"c"')
    expect(texts(container)).toEqual(['old', 'B'])
    await writeTo()
    expect(texts(container)).toEqual(['new', 'B'])
  })
})

describe('the end of the line', () => {
  const parts = [column('a', 'b'), T('a', 'one'), button('b', 'label'), T('label', 'Go')]

  it('[DR-3] takes a draft away where the line is refused, in the batch of its report', async () => {
    const seen: unknown[] = []
    const { container, surface, runtime, writeTo, write, codes } = typing(UC('s', [...parts, T('z', 7)]), {
      messages: [CS('s'), UC('s', [column('a')])],
      onError: () => void seen.push(texts(container).join()),
    })
    await writeTo(',{"id":"z"')
    expect(texts(container)).toEqual(['one'])
    const before = runtime.surfaces.getSnapshot()
    // A part that the catalog refuses: the line has no future.
    await write('},')
    await writeTo()
    expect(texts(container)).toEqual([])
    expect(codes().length).toBe(1)
    expect(seen).toHaveLength(1)
    expect([...surface().components.keys()]).toEqual(['root'])
    expect(runtime.surfaces.getSnapshot()).toBe(before)
    expect(container.querySelectorAll('.sf-placeholder')).toHaveLength(1)
  })

  it.each([
    ['a component that the catalog refuses', { id: 'z', component: 'Text', text: 7 }],
    ['a component without an id', { component: 'Text', text: 'x' }],
    ['a component that contains itself', { id: 'z', component: 'Column', children: ['z'] }],
  ])('[DR-3] [E-5] %s is not shown, and costs no other part of the line', async (_, faulty) => {
    const { container, codes, writeTo } = typing(UC('s', [T('a', 'one'), faulty, T('b', 'two'), T('c', 'x')]), {
      messages: [CS('s'), UC('s', [column('a', 'z', 'b')])],
    })
    await writeTo(',{"id":"c"')
    expect(texts(container)).toEqual(['one', 'two'])
    const before = container.querySelectorAll('.sf-text')
    expect([codes(), container.querySelector('.sf-notice')]).toEqual([[], null])
    await writeTo()
    expect(texts(container)).toEqual(['one', 'two'])
    expect(container.querySelectorAll('.sf-text')).toEqual(before)
    expect(codes()).toHaveLength(1)
    expect(container.querySelectorAll('.sf-notice')).toHaveLength('id' in faulty ? 1 : 0)
  })

  it.each([
    ['a part that is no JSON', ',{"id":"z","component":"Text","text":nil}'],
    ['what cannot be followed', ',{"id":"z"}}'],
  ])('[DR-3] %s takes the draft away at once', async (_, more) => {
    const { container, reports, write, writeTo } = typing(UC('s', [T('a', 'one'), T('b', 'x')]), {
      messages: [CS('s'), UC('s', [column('a')])],
    })
    await writeTo(',{"id":"b"')
    expect(texts(container)).toEqual(['one'])
    await write(more)
    expect(texts(container)).toEqual([])
    expect(reports).toEqual([])
  })

  it('[DR-6] keeps the elements, the focus and the selection, and wakes the controls', async () => {
    const field = { id: 'f', component: 'TextField', label: 'Name', value: { path: '/name' } }
    const box = { id: 'c', component: 'CheckBox', label: 'Yes', value: { path: '/yes' } }
    const all = [column('a', 'b', 'f', 'c'), T('a', 'one'), button('b', 'label'), T('label', 'Go'), field, box]
    const { container, writeTo } = typing(UC('s', [...all, T('z', '')]), {
      messages: [CS('s'), UD('s', '/', { name: 'Ada Lovelace', yes: false })],
    })
    await writeTo(',{"id":"z"')
    const before = [...container.querySelectorAll('.sf-surface__body *')]
    const input = only<HTMLInputElement>(container, '.sf-input')
    const go = only<HTMLButtonElement>(container, 'button')
    const check = only<HTMLInputElement>(container, '[type=checkbox]')
    expect([input.readOnly, go.disabled, go.ariaDisabled, check.disabled, check.getAttribute('aria-disabled')]).toEqual(
      [...[true, false, 'true', false, 'true']],
    )
    input.focus()
    input.setSelectionRange(4, 6)
    await writeTo()
    expect(
      [...container.querySelectorAll('.sf-surface__body *')].map((one, index) => one.isSameNode(before[index] ?? null)),
    ).toEqual(before.map(() => true))
    expect(document.activeElement).toBe(input)
    expect([input.selectionStart, input.selectionEnd]).toEqual([4, 6])
    expect([input.readOnly, go.ariaDisabled, check.getAttribute('aria-disabled')]).toEqual([false, null, null])
  })

  it('[DR-2] [BC-5] leaves a Modal whose trigger came empty the button that opens it', async () => {
    const modal = { id: 'root', component: 'Modal', trigger: 'open', content: 'inside' }
    const { container, writeTo } = typing(UC('s', [modal, T('open', ''), T('inside', 'All of them'), T('z', '')]), {
      messages: [CS('s')],
    })
    await writeTo(',{"id":"open"')
    await writeTo(',{"id":"z"')
    await writeTo()
    expect(container.querySelectorAll('.sf-modal__open')).toHaveLength(1)
  })

  it('[DR-6] counts for the press guard', async () => {
    const { writeTo, surface } = typing(UC('s', parts), { messages: [CS('s')] })
    const arrived = (): number => surface().lastMessageAt()
    const before = arrived()
    await writeTo(']}}')
    expect(arrived()).toBeGreaterThan(before)
  })

  it('[DR-7] leaves what was shown where the stream ends, disabled, with one sentence', async () => {
    const { container, surface, runtime, codes, writeTo, send } = typing(UC('s', [...parts, T('z', '')]), {
      messages: [CS('s', { theme: { agentDisplayName: 'Sample agent' } })],
    })
    await writeTo(',{"id":"z"')
    await act(async () => {
      runtime.end()
      await vi.advanceTimersByTimeAsync(20_000)
    })
    expect(codes()).toEqual(['STREAM_TRUNCATED', 'ROOT_MISSING'])
    expect(texts(container)).toEqual(['one', 'Go'])
    expect(only(container, 'button').getAttribute('aria-disabled')).toBe('true')
    expect(only(container, '.sf-frozen').textContent).toBe('Sample agent: some parts are missing')
    expect([surface().arrival.getSnapshot(), surface().components.size]).toEqual(['incomplete', 0])
    const one = container.querySelector('.sf-text')
    send(UC('s', parts))
    expect(container.querySelector('.sf-text')).toBe(one)
    expect(container.querySelector('.sf-frozen')).toBeNull()
    expect(only(container, 'button').getAttribute('aria-disabled')).toBeNull()
    expect(surface().arrival.getSnapshot()).toBe('complete')
  })

  it('[DR-7] what was left goes with the next message for its surface, and with no other', async () => {
    const { container, runtime, writeTo, send } = typing(UC('s', [T('a', 'one'), T('z', '')]), {
      messages: [CS('s'), UC('s', [column('a', 'b')]), CS('t')],
    })
    await writeTo(',{"id":"z"')
    act(() => runtime.end())
    send(UC('t', [T('root', 'other')]))
    expect(texts(container)).toEqual(['one', 'other'])
    send(UD('s', '/x', 1))
    expect(texts(container)).toEqual(['other'])
    expect(container.querySelectorAll('.sf-frozen')).toHaveLength(0)
  })

  it.each(['aborted', 'broken'])('[DR-7] leaves what was shown where a read is %s', async (how) => {
    const { container, runtime } = typing('', { messages: [CS('s'), UC('s', [column('a')])] })
    const aborting = new AbortController()
    const { stream, controller } = sourceOf()
    const reading = runtime.read(stream, { signal: aborting.signal })
    controller.enqueue(JSON.stringify(UC('s', [T('a', 'one'), T('z', '')])).slice(0, -4))
    await act(() => vi.advanceTimersByTimeAsync(500))
    expect(texts(container)).toEqual(['one'])
    await act(async () => {
      if (how === 'aborted') aborting.abort()
      else controller.error(new Error('lost'))
      await reading
    })
    expect(texts(container)).toEqual(['one'])
    expect(container.querySelectorAll('.sf-frozen')).toHaveLength(1)
  })
})

describe('a draft', () => {
  it('[DR-4] asks for nothing, sends nothing, reports nothing and is no data', async () => {
    const requests: string[] = []
    const spies = [
      vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
        requests.push(String(input))
        return new Response()
      }),
      vi.spyOn(window, 'open').mockImplementation(() => null),
    ]
    const media = vi.fn(() => true)
    const openUrl = vi.fn()
    const image = { id: 'i', component: 'Image', url: 'https://shop.example/cat.png' }
    const video = { id: 'v', component: 'Video', url: 'https://shop.example/cat.mp4' }
    const link = T('l', '[Shop](https://shop.example/) **now**')
    const field = {
      ...{ id: 'f', component: 'TextField', label: 'Name', value: { path: '/name' } },
      checks: [{ condition: { call: 'required', args: { value: { path: '/name' } } }, message: 'A name is needed.' }],
    }
    const opens = {
      ...{ id: 'o', component: 'Button', child: 'label' },
      action: { functionCall: { call: 'openUrl', args: { url: 'https://shop.example/' } } },
    }
    const bad = { id: 'bad', component: 'Text', text: { call: 'formatNumber', args: { value: 1, decimals: 1000 } } }
    const parts = [
      ...[column('i', 'v', 'l', 'f', 'b', 'o', 'bad'), image, video, link, field, bad],
      ...[button('b', 'label'), opens, T('label', 'Go'), T('z', '')],
    ]
    const { container, events, reports, surface, runtime, writeTo } = typing(UC('s', parts), {
      messages: [CS('s', { sendDataModel: true })],
      media,
      openUrl,
    })
    const changed = vi.fn()
    surface().data.subscribe('/', changed)
    await writeTo(',{"id":"z"')
    expect(container.querySelectorAll('img, video, a, [src], [href]')).toHaveLength(0)
    expect(container.textContent).toContain('Shop now')
    const [go, opener] = container.querySelectorAll('button')
    const input = only<HTMLInputElement>(container, '.sf-input')
    for (const one of [go, opener]) fireEvent.click(one as HTMLElement)
    fireEvent.focus(input)
    fireEvent.change(input, { target: { value: 'x' } })
    fireEvent.blur(input)
    expect(container.textContent).not.toContain('A name is needed.')
    expect(input.getAttribute('aria-invalid')).toBeNull()
    expect([requests, events, reports, [media, openUrl, changed].map(({ mock }) => mock.calls.length)]).toEqual([
      ...[[], [], [], [0, 0, 0]],
    ])
    expect([surface().components.size, surface().data.get('/'), surface().data.userInput()]).toEqual([0, {}, []])
    expect(JSON.stringify(runtime.clientDataModel())).not.toContain('name')
    expect(surface().unsent.held.getSnapshot()).toBe(false)
    await writeTo()
    expect(only<HTMLImageElement>(container, 'img').src).toBe('https://shop.example/cat.png')
    expect(reports.map(({ code }) => code)).toEqual(['FUNCTION_FAILED'])
    for (const spy of spies) spy.mockRestore()
  })

  it('[DR-4] an action of an applied control sends applied data alone', async () => {
    const { container, events, writeTo } = typing(UD('s', '/', { name: 'Ann', rest: 1 }), {
      messages: [
        CS('s'),
        UC('s', [column('b', 'n'), button('b', 'label'), T('label', 'Go'), T('n', { path: '/name' })]),
      ],
    })
    await writeTo(',"rest"')
    expect(texts(container)).toEqual(['Go', 'Ann'])
    fireEvent.click(only(container, 'button'))
    expect(events.map(({ context }) => context)).toEqual([{ name: null }])
  })

  it('[DR-5] an applied field that shows a value of a draft cannot be written before the value is there', async () => {
    const field = {
      ...{ id: 'root', component: 'TextField', label: 'Name', value: { path: '/name' } },
      checks: [{ condition: { call: 'email', args: { value: { path: '/name' } } }, message: 'No address.' }],
    }
    const { container, writeTo, surface } = typing(UD('s', '/', { name: 'Ann', rest: 1 }), {
      messages: [CS('s'), UC('s', [field])],
    })
    const input = only<HTMLInputElement>(container, '.sf-input')
    await writeTo(',"rest"')
    expect([input.value, input.readOnly]).toEqual(['Ann', true])
    fireEvent.change(input, { target: { value: 'x' } })
    fireEvent.blur(input)
    expect(surface().data.userInput()).toEqual([])
    await writeTo()
    expect([input.value, input.readOnly]).toEqual(['Ann', false])
  })

  it.each<readonly [string, JsonObject, string]>([
    ['a Slider', { component: 'Slider', label: 'N', min: 0, max: 9, value: { path: '/n' } }, '[type=range]'],
    [
      'a ChoicePicker',
      {
        ...{ component: 'ChoicePicker', label: 'C', variant: 'mutuallyExclusive', value: { path: '/c' } },
        options: [{ label: 'A', value: 'a' }],
      },
      '[type=radio]',
    ],
    ['a CheckBox', { component: 'CheckBox', label: 'C', value: { path: '/b' } }, '[type=checkbox]'],
  ])('[DR-5] %s is disabled and can have the focus', async (_, wire, selector) => {
    const { container, writeTo, surface } = typing(UC('s', [{ id: 'root', ...wire }, T('z', '')]), {
      messages: [CS('s'), UD('s', '/', { n: 4, c: [], b: false })],
    })
    await writeTo(',{"id":"z"')
    const input = only<HTMLInputElement>(container, selector)
    expect([input.disabled, input.getAttribute('aria-disabled')]).toEqual([false, 'true'])
    input.focus()
    expect(document.activeElement).toBe(input)
    if (input.type === 'range') fireEvent.change(input, { target: { value: '7' } })
    else fireEvent.click(input)
    expect(surface().data.get('/')).toEqual({ n: 4, c: [], b: false })
    expect([input.value, input.checked].includes('7') || input.checked).toBe(false)
    await writeTo()
    expect(input.isSameNode(container.querySelector(selector))).toBe(true)
    expect(input.getAttribute('aria-disabled')).toBeNull()
  })

  it('[DR-9] is not drawn with progressive: false', async () => {
    const { container, writeTo } = typing(UC('s', [T('root', 'one'), T('z', '')]), {
      messages: [CS('s')],
      progressive: false,
    })
    await writeTo(',{"id":"z"')
    expect(texts(container)).toEqual([])
  })
})
