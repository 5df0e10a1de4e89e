// A `button` may hold phrasing content only. What an agent puts into one is drawn with elements that HTML allows there.
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { SurfaceList } from '../../src/entries/index.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { mount, only, texts } from '../react/mount.tsx'
import { CS, T, UC, UD } from '../support/messages.ts'

/** Phrasing content of HTML that cannot be pressed by itself; an icon is an `svg` with its shapes. */
const phrasing = [
  'span',
  'em',
  'strong',
  'code',
  'br',
  'bdi',
  'img',
  'svg',
  'path',
  'circle',
  'line',
  'rect',
  'polyline',
]

function outsiders(within: ParentNode): readonly string[] {
  const names = [...within.querySelectorAll('button *')].map(({ localName }) => localName)
  return names.filter((name) => !phrasing.includes(name))
}

function inButton(...parts: readonly JsonObject[]): readonly JsonObject[] {
  const button = { id: 'root', component: 'Button', child: 'child', action: { event: { name: 'go' } } }
  return [CS('s'), UC('s', [button, ...parts])]
}

const row = (id: string, children: readonly string[], more = {}) => ({ id, component: 'Row', children, ...more })

describe('[BC-19] within a Button', () => {
  it.each<[name: string, ...parts: readonly JsonObject[]]>([
    ['a text', T('child', 'Go')],
    ['a heading', { ...T('child', 'Go'), variant: 'h2' }],
    ['Markdown of several blocks', T('child', '# Go\n\n- one\n- **two**\n\n> three\n\n[four](https://four.example)')],
    ['a text that says more', { ...T('child', 'Go'), accessibility: { description: 'Away' } }],
    ['a part that has not come'],
    ['a part that failed', { id: 'child', component: 'Icon', name: { path: '/none' } }],
    ['rows, columns and shares', row('child', ['a', 'b']), { ...T('a', 'A'), weight: 2 }, row('b', ['c']), T('c', 'C')],
    ['a card', { id: 'child', component: 'Card', child: 'a' }, T('a', 'A')],
    ['a line', row('child', ['a', 'line']), T('a', 'A'), { id: 'line', component: 'Divider', axis: 'vertical' }],
    ['a list', { id: 'child', component: 'List', children: ['a', 'b'] }, T('a', 'A'), T('b', 'B')],
    ['a picture', { id: 'child', component: 'Image', url: 'https://a.example/b.png' }],
    ['a refused picture', { id: 'child', component: 'Image', url: 'file:///b.png', description: 'B' }],
    ['a picture without an address', { id: 'child', component: 'Image', url: { path: '/none' } }],
  ])('[BC-19] %s is phrasing content', (_, ...parts) => {
    const { container } = mount({ messages: inButton(...parts) })
    expect(only(container, 'button').childElementCount).toBeGreaterThan(0)
    expect(outsiders(container)).toEqual([])
  })

  it('[BC-19] the notice of a limit is phrasing content', () => {
    const { container } = mount({ messages: inButton(T('child', 'Go')), limits: { renderDepth: 1 } })
    expect(only(container, 'button').textContent).not.toBe('')
    expect(outsiders(container)).toEqual([])
  })

  it('[BC-19] a text takes its placeholder over, and is written without a render', () => {
    const { container, send } = mount({ messages: inButton() })
    const element = only(container, 'button > span')
    send(UC('s', [T('child', { path: '/label' })]))
    send(UD('s', '/label', 'Go'))
    send(UD('s', '/label', 'Stay'))
    expect(only(container, 'button > span')).toBe(element)
    expect([element.textContent, element.className]).toEqual(['Stay', 'sf-text sf-text--body'])
  })

  it('[BC-19] [R-6] the server draws the same', () => {
    const { runtime, container } = mount({ messages: inButton(row('child', ['a', 'late']), T('a', '**A**')) })
    const served = document.createElement('div')
    served.innerHTML = renderToString(<SurfaceList runtime={runtime} />)
    expect(outsiders(served)).toEqual([])
    expect(texts(served)).toEqual(texts(container))
  })

  it('[BC-19] siblings of the control are drawn as usual', () => {
    const column = { id: 'root', component: 'Column', children: ['button', 'label'] }
    const button = { id: 'button', component: 'Button', child: 'label', action: { event: { name: 'go' } } }
    const { container } = mount({ messages: [CS('s'), UC('s', [column, button, T('label', 'Go')])] })
    expect(only(container, 'p.sf-text').textContent).toBe('Go')
    expect(only(container, 'button > span.sf-text').textContent).toBe('Go')
  })
})
