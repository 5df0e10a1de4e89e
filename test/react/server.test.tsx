// Drawn to text on the server, taken over in the browser.
import { act } from '@testing-library/react'
import type { ReactNode } from 'react'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Runtime, SurfaceList } from '../../src/entries/index.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { listenerCount, live } from '../support/live.ts'
import { CS, T, UC, UD, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { texts } from './mount.tsx'

const page: readonly JsonObject[] = [
  CS('s', { theme: { primaryColor: '#336699', agentDisplayName: 'Sample', iconUrl: 'https://icons.example/a.png' } }),
  UC('s', [
    { id: 'root', component: 'Column', children: ['title', 'row', 'list', 'field', 'box', 'button', 'unsent'] },
    { ...T('title', 'Fixed'), accessibility: { label: 'Spoken', description: 'More' } },
    { id: 'row', component: 'Row', children: ['wide', 'narrow'] },
    { ...T('wide', { path: '/name' }), weight: 3 },
    { id: 'narrow', component: 'Card', child: 'inner', weight: 1, accessibility: { label: 'Group' } },
    T('inner', '<b>&"quotes"\n日本</b>'),
    { id: 'list', component: 'Column', children: { componentId: 'item', path: '/items' } },
    T('item', { path: 'text' }),
    { id: 'field', component: 'TextField', label: 'Name', value: { path: '/name' }, variant: 'longText' },
    { id: 'box', component: 'CheckBox', label: 'Agree', value: { path: '/agree' } },
    { id: 'button', component: 'Button', child: 'send', action: { event: { name: 'send' } }, checks: [] },
    T('send', 'Send'),
  ]),
  UD('s', '/', { name: 'Ada', agree: true, items: Array.from({ length: 201 }, (_, index) => ({ text: `i${index}` })) }),
  v08.SU('old', [v08.T('first', { path: 'greeting', literalString: 'hello' })]),
  v08.BR('old', 'first', { styles: { primaryColor: '#00aa88', font: 'Sample Sans' } }),
]

function runtimeOf(messages: readonly JsonObject[]): Runtime {
  const { runtime, send } = record()
  send(...messages)
  return runtime
}

const roots: { readonly unmount: () => void }[] = []

afterEach(() => {
  for (const root of roots.splice(0)) act(() => root.unmount())
  document.body.replaceChildren()
})

function parsed(html: string): HTMLElement {
  const container = document.createElement('div')
  container.innerHTML = html
  return container
}

/** The server's HTML in the page, taken over by a runtime that was sent the same. */
function hydrate(
  html: string,
  ui: ReactNode,
): { readonly container: HTMLElement; readonly errors: readonly unknown[] } {
  const container = parsed(html)
  document.body.append(container)
  const errors: unknown[] = []
  act(() => void roots.push(hydrateRoot(container, ui, { onRecoverableError: (error) => errors.push(error) })))
  return { container, errors }
}

/** Drawn by the browser alone. */
function place(ui: ReactNode): HTMLElement {
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  act(() => root.render(ui))
  roots.push(root)
  return container
}

/** What each element is; ids that React makes up are left out. */
function attributesOf(container: HTMLElement): readonly string[] {
  const generated = new Set(['id', 'for', 'name', 'aria-labelledby', 'aria-describedby', 'aria-controls'])
  return [...container.querySelectorAll('article, article *')].map((element) => {
    const names = element.getAttributeNames().filter((name) => !generated.has(name))
    return [element.localName, ...names.sort().map((name) => `${name}=${element.getAttribute(name)}`)].join(' ')
  })
}

/** Changes attributes alone: the elements are the same ones. */
const newer: readonly JsonObject[] = [
  UC('s', [
    T('unsent', 'late'),
    { ...T('title', 'Fixed'), accessibility: { label: 'Spoken', description: 'More' }, variant: 'caption' },
    { id: 'narrow', component: 'Card', child: 'inner', weight: 1, accessibility: { label: 'Named anew' } },
    {
      ...{ id: 'button', component: 'Button', child: 'send', variant: 'primary', action: { event: { name: 'send' } } },
      checks: [{ condition: { path: '/agree' }, message: 'Please agree' }],
    },
  ]),
]

describe('[R-6] on the server', () => {
  it('[R-6] the HTML has every text', () => {
    const html = renderToString(<SurfaceList runtime={runtimeOf(page)} />)
    for (const text of ['Fixed', 'Spoken', 'Ada', 'Group', 'i199', 'Agree', 'Send', 'Sample', 'hello']) {
      expect(html).toContain(text)
    }
    expect(html).toContain('&lt;b&gt;&amp;&quot;quotes&quot;')
  })

  it('[R-6] [R-10] the HTML has no style attribute, no script and no handler', () => {
    const html = renderToString(<SurfaceList runtime={runtimeOf(page)} />)
    const served = parsed(html)
    const names = [...served.querySelectorAll('*')].flatMap((element) => element.getAttributeNames())
    expect(names.length).toBeGreaterThan(50)
    expect(names.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([])
    expect(served.querySelectorAll('script, style')).toHaveLength(0)
  })

  it('[R-6] leaves no listener behind', () => {
    const runtime = runtimeOf(page)
    renderToString(<SurfaceList runtime={runtime} />)
    expect(listenerCount(live(runtime).surface('s')?.model)).toBe(0)
  })

  it('[R-6] draws what is there when the stream has only begun', () => {
    const html = renderToString(<SurfaceList runtime={runtimeOf([CS('s')])} />)
    expect(html).toContain('sf-placeholder')
    expect(renderToString(<SurfaceList runtime={runtimeOf([])} />)).toBe('')
  })
})

describe.each([
  ['', (ui: ReactNode) => ui],
  [' in StrictMode', (ui: ReactNode) => <StrictMode>{ui}</StrictMode>],
])('[R-6] taken over%s', (_, wrapped) => {
  it('[R-6] is the same element for element, without a complaint', () => {
    const html = renderToString(wrapped(<SurfaceList runtime={runtimeOf(page)} />))
    const { container, errors } = hydrate(html, wrapped(<SurfaceList runtime={runtimeOf(page)} />))
    expect(errors).toEqual([])
    const styled = [...container.querySelectorAll('[style]')]
    for (const element of styled) element.removeAttribute('style')
    expect(styled).not.toEqual([])
    expect(container.innerHTML === parsed(html).innerHTML).toBe(true)
  })

  it('[R-6] goes on live', () => {
    const runtime = runtimeOf(page)
    const html = renderToString(wrapped(<SurfaceList runtime={runtimeOf(page)} />))
    const { container } = hydrate(html, wrapped(<SurfaceList runtime={runtime} />))
    act(() => runtime.apply([UD('s', '/name', 'Ben'), UC('s', [T('unsent', 'late')])]))
    expect(texts(container)).toEqual(expect.arrayContaining(['Ben', 'late']))
    expect(container.querySelector('textarea')?.value).toBe('Ben')
  })

  it('[R-6] keeps the very elements that the server sent', () => {
    const html = renderToString(wrapped(<SurfaceList runtime={runtimeOf(page)} />))
    const container = parsed(html)
    const before = [...container.querySelectorAll('.sf-text')]
    const ui = wrapped(<SurfaceList runtime={runtimeOf(page)} />)
    act(() => void roots.push(hydrateRoot(container, ui)))
    expect([...container.querySelectorAll('.sf-text')]).toEqual(before)
    expect(before.length).toBeGreaterThan(200)
  })

  it('[R-6] is no longer busy where the rest has come meanwhile, without a complaint', () => {
    const early = [CS('s'), ...page.slice(1, 2)]
    const html = renderToString(wrapped(<SurfaceList runtime={runtimeOf(early)} />))
    const ui = wrapped(<SurfaceList runtime={runtimeOf([...early, UC('s', [T('unsent', 'late')])])} />)
    const { container } = hydrate(html, ui)
    expect(parsed(html).querySelector('[aria-busy]')).not.toBeNull()
    expect(container.querySelector('[aria-busy]')).toBeNull()
    expect(texts(container)).toContain('late')
  })

  it('[R-6] of older data has the attributes that it has without the server', () => {
    const ui = (messages: readonly JsonObject[]): ReactNode => wrapped(<SurfaceList runtime={runtimeOf(messages)} />)
    // In development React tells that the server's are other ones.
    const complain = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { container, errors } = hydrate(renderToString(ui(page)), ui([...page, ...newer]))
    const reported = complain.mock.calls.map(([message]) => String(message).slice(0, 40))
    complain.mockRestore()
    expect([reported, errors]).toEqual([['A tree hydrated but some attributes of t'], []])
    expect(attributesOf(container)).toEqual(attributesOf(place(ui([...page, ...newer]))))
  })
})
