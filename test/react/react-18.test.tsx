// The older React that hosts may have: drawing, StrictMode, streams, server rendering, hydration and `useRuntime`. The rest of
// the tests runs with the newer one.
import { act, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode, version } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  basicRenderers,
  createRuntime,
  type RendererOf,
  type Runtime,
  SurfaceList,
  useRuntime,
  wrapRenderer,
} from '../../src/entries/index.ts'
import { listenerCount } from '../support/live.ts'
import { CS, lines, T, UC, UD } from '../support/messages.ts'
import { mount, only, texts } from './mount.tsx'

const page = [
  CS('s', { theme: { primaryColor: '#336699', agentDisplayName: 'Sample' } }),
  UC('s', [
    { id: 'root', component: 'Column', children: ['title', 'list', 'field', 'box', 'tabs', 'button'] },
    { ...T('title', { path: '/name' }), variant: 'h1' },
    { id: 'list', component: 'Column', children: { componentId: 'item', path: '/items' } },
    T('item', { path: 'text' }),
    { id: 'field', component: 'TextField', label: 'Name', value: { path: '/name' } },
    { id: 'box', component: 'CheckBox', label: 'Agree', value: { path: '/agree' } },
    {
      id: 'tabs',
      component: 'Tabs',
      tabs: [
        { title: 'One', child: 'one' },
        { title: 'Two', child: 'two' },
      ],
    },
    T('one', 'first tab'),
    T('two', 'second tab'),
    {
      id: 'button',
      component: 'Button',
      child: 'send',
      action: { event: { name: 'send', context: { name: { path: '/name' } } } },
    },
    T('send', 'Send'),
  ]),
  UD('s', '/', { name: 'Ada', agree: true, items: [{ text: 'a' }, { text: 'b' }] }),
]

function withPage(): Runtime {
  const runtime = createRuntime({ locale: 'en-GB', timeZone: 'UTC' })
  runtime.apply(page)
  return runtime
}

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

it('[R-21] is React 18.3', () => {
  expect(version).toMatch(/^18\.3\./)
})

describe.each([false, true])('[R-21] React 18, StrictMode %s', (strict) => {
  it('[R-21] draws, follows writes and typing, and sends one event for one press', () => {
    const { container, send, events, surface } = mount({ messages: page, strict })
    expect(texts(container)).toEqual(['Ada', 'a', 'b', 'first tab', 'Send'])
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Eve' } })
    expect([surface().data.get('/name'), texts(container)[0]]).toEqual(['Eve', 'Eve'])
    send(UD('s', '/items', [{ text: 'c' }]), UD('s', '/name', 'Ben'))
    expect(texts(container)).toEqual(['Ben', 'c', 'first tab', 'Send'])
    fireEvent.click(screen.getByRole('tab', { name: 'Two' }))
    expect(texts(container)).toContain('second tab')
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(events.map(({ context }) => context)).toEqual([{ name: 'Ben' }])
  })

  it('[R-21] shows a stream as it comes, byte by byte, and lets go of all listeners', async () => {
    const { container, runtime, page: drawn, surface, codes } = mount({ strict })
    const bytes = new TextEncoder().encode(lines(...page))
    const source = async function* () {
      for (let at = 0; at < bytes.length; at += 97) yield bytes.subarray(at, at + 97)
    }
    await act(async () => void (await runtime.read(source())))
    expect(texts(container)).toEqual(['Ada', 'a', 'b', 'first tab', 'Send'])
    const { model } = surface()
    expect(listenerCount(model)).toBeGreaterThan(0)
    drawn.unmount()
    expect([listenerCount(model), codes()]).toEqual([0, []])
  })
})

describe('[R-21] [R-11] what React 18 gives a renderer', () => {
  const fields = [
    CS('s'),
    UC('s', [
      { id: 'root', component: 'Column', children: ['field', 'box', 'list'] },
      { id: 'field', component: 'TextField', label: 'Name', value: { path: '/name' } },
      { id: 'box', component: 'CheckBox', label: 'Agree', value: { path: '/agree' } },
      { id: 'list', component: 'List', children: ['t'] },
      T('t', 'x'),
    ]),
  ]

  it('[R-11] [R-21] is the input itself, of which nothing is read that the renderer does not read', () => {
    const asked = vi.spyOn(Intl, 'DateTimeFormat')
    const inputs: unknown[] = []
    const inner: RendererOf<never> = (input) => void inputs.push(input)
    const outer = wrapRenderer(inner, (drawn, input) => {
      inputs.push(input)
      return drawn
    })
    mount({ messages: fields, renderers: { ...basicRenderers, CheckBox: outer } })
    expect(inputs).toHaveLength(2)
    expect(inputs[0]).toBe(inputs[1])
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
  })
})

describe('[R-21] React 18 on a server', () => {
  const serve = (runtime: Runtime): string => {
    vi.stubGlobal('document', undefined)
    const html = renderToString(<SurfaceList runtime={runtime} />)
    vi.unstubAllGlobals()
    return html
  }

  it('[R-21] [R-6] draws every text without a word on the console, and the browser goes on with the same elements', () => {
    const container = document.createElement('div')
    container.innerHTML = serve(withPage())
    document.body.append(container)
    for (const text of ['Ada', 'first tab', 'Send']) expect(container.textContent).toContain(text)
    const heading = only(container, 'h1.sf-text, .sf-text--h1')
    const runtime = withPage()
    const onRecoverableError = vi.fn()
    const ui = (
      <StrictMode>
        <SurfaceList runtime={runtime} />
      </StrictMode>
    )
    const roots: Root[] = []
    act(() => void roots.push(hydrateRoot(container, ui, { onRecoverableError })))
    act(() => runtime.apply(UD('s', '/name', 'Ben')))
    expect(only(container, 'h1.sf-text, .sf-text--h1')).toBe(heading)
    expect([heading.textContent, onRecoverableError.mock.calls]).toEqual(['Ben', []])
    act(() => roots[0]?.unmount())
  })
})

it.each([false, true])(
  '[R-21] [R-20] useRuntime gives one runtime and ends it, StrictMode %s',
  async (reactStrictMode) => {
    const seen = new Set<Runtime>()
    function Host() {
      const runtime = useRuntime()
      seen.add(runtime)
      return <SurfaceList runtime={runtime} />
    }
    const drawn = render(<Host />, { reactStrictMode })
    const [runtime] = [...seen].slice(-1)
    act(() => runtime?.apply(page))
    expect(texts(drawn.container)).toContain('Ada')
    drawn.unmount()
    await act(async () => undefined)
    expect(runtime?.surfaces.getSnapshot()).toEqual([])
  },
)
