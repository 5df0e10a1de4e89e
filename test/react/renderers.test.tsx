// Renderers of the host's own: replaced, added, checked when they are defined.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { basicCatalog, basicRenderers, defineRenderers, SurfaceList } from '../../src/entries/index.ts'
import type { JsonObject } from '../../src/json/value.ts'
import type { ChildrenRef, RendererInput, RendererOf } from '../../src/react/renderer.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { mount, texts } from './mount.tsx'

type Input = RendererInput<{ readonly [name: string]: unknown }>

const column = (children: readonly string[]): JsonObject => ({ id: 'root', component: 'Column', children })

/** What the renderer of one component was last given. */
function inputOf(component: JsonObject, ...data: readonly JsonObject[]): Input {
  const given: Input[] = []
  const draw: RendererOf<never> = (input) => {
    given.push(input)
    return null
  }
  mount({
    messages: [CS('s'), ...data, UC('s', [{ id: 'root', ...component }])],
    renderers: { ...basicRenderers, [String(component['component'])]: draw },
  })
  const last = given.at(-1)
  if (!last) throw new Error('nothing was drawn')
  return last
}

// The first of the file, since what the browser has said once is kept.
describe('[R-11] what takes the browser long to find out', () => {
  it('[R-11] is asked for by renderers that use it only', () => {
    const asked = vi.spyOn(Intl, 'DateTimeFormat')
    const input = inputOf({ component: 'TextField', label: 'Name' })
    expect([typeof input.locale, asked.mock.calls.length]).toEqual(['string', 0])
    expect(input.timeZone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
    expect({ ...input }.timeZone).toBe(input.timeZone)
    asked.mockRestore()
  })
})

describe('[R-11] a replaced renderer', () => {
  it('[R-11] draws its type, the others draw theirs', () => {
    const Text: RendererOf<{ readonly text: string }> = ({ props }) => <em className="own">{props.text}</em>
    const { container, send } = mount({
      messages: [
        CS('s'),
        UC('s', [
          column(['a', 'box']),
          T('a', { path: '/a' }),
          { id: 'box', component: 'CheckBox', label: 'Box', value: true },
        ]),
      ],
      renderers: defineRenderers(basicCatalog, { ...basicRenderers, Text: { inline: Text } }),
    })
    send(UD('s', '/a', 'mine'))
    expect(texts(container, '.own')).toEqual(['mine'])
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
  })

  it('[R-11] may use hooks as an element, and keeps its state while its properties change', async () => {
    function Counter({ props }: RendererInput<{ readonly text: string }>) {
      const [times, setTimes] = useState(0)
      return (
        <button type="button" onClick={() => setTimes(times + 1)}>
          {props.text} {times}
        </button>
      )
    }
    const { send } = mount({
      messages: [CS('s'), UC('s', [T('root', { path: '/a' })]), UD('s', '/a', 'before')],
      renderers: { ...basicRenderers, Text: Counter },
    })
    await userEvent.click(screen.getByRole('button', { name: 'before 0' }))
    send(UD('s', '/a', 'after'))
    expect(screen.getByRole('button', { name: 'after 1' })).toBeTruthy()
  })

  it('[R-11] may be another one later: everything is drawn anew, with the same data', () => {
    const first = { ...basicRenderers, Text: { inline: () => <i>first</i> } satisfies { inline: RendererOf<never> } }
    const messages = [CS('s'), UC('s', [column(['a', 'b']), T('a', '1'), T('b', '2')])]
    const { container, page, runtime } = mount({ messages, renderers: first })
    expect(texts(container, 'i')).toEqual(['first', 'first'])
    const element = container.querySelector('.sf-column')
    page.rerender(<SurfaceList runtime={runtime} />)
    expect(texts(container)).toEqual(['1', '2'])
    expect(container.querySelector('.sf-column')).toBe(element)
  })

  it('[R-11] decides which children are drawn, and in which order', () => {
    const Column: RendererOf<{ readonly children: ChildrenRef }> = ({ props, children }) => {
      const { children: all } = props
      return all.kind === 'children' ? children({ ...all, ids: [...all.ids].reverse().slice(0, 2) }) : children(all)
    }
    const { container } = mount({
      messages: [CS('s'), UC('s', [column(['a', 'b', 'c']), T('a', '1'), T('b', '2'), T('c', '3')])],
      renderers: { ...basicRenderers, Column },
    })
    expect(texts(container)).toEqual(['3', '2'])
  })
})

describe('[R-11] what a renderer is given', () => {
  it('[R-11] [C-4] evaluated properties, with the defaults of the schema', () => {
    const { props } = inputOf({ component: 'Text', text: { path: '/n' } }, UD('s', '/n', 7))
    expect(props).toEqual({ text: '7', variant: 'body' })
  })

  it('[R-11] evaluated checks, the messages of those that fail, and whether none does', () => {
    const checks = [
      { condition: true, message: 'holds' },
      { condition: { path: '/no' }, message: 'fails' },
      { condition: false, message: 'fails too' },
    ]
    const { errors, valid, props } = inputOf({ component: 'TextField', label: 'L', checks })
    expect([errors, valid]).toEqual([['fails', 'fails too'], false])
    expect(props['checks']).toEqual([
      { condition: true, message: 'holds' },
      { condition: false, message: 'fails' },
      { condition: false, message: 'fails too' },
    ])
  })

  it('[R-11] [R-7] the accessibility attributes as texts, apart', () => {
    const accessibility = { label: { path: '/label' }, description: 'fixed' }
    const { label, description } = inputOf({ component: 'Text', text: '', accessibility }, UD('s', '/label', 'spoken'))
    expect([label, description]).toEqual(['spoken', 'fixed'])
  })

  it('[R-11] [B-3] the same objects until they are others', () => {
    const given: Input[] = []
    const draw: RendererOf<never> = (input) => {
      given.push(input)
      return null
    }
    const { send } = mount({
      messages: [
        CS('s'),
        UC('s', [
          {
            id: 'root',
            component: 'Button',
            child: 'x',
            action: { event: { name: 'go', context: { v: { path: '/v' } } } },
            checks: [{ condition: { path: '/ok' }, message: 'fixed' }],
            accessibility: { label: { path: '/label' } },
          },
        ]),
      ],
      renderers: { ...basicRenderers, Button: draw },
    })
    send(UD('s', '/label', 'other'))
    const [before, after] = given
    expect(given).toHaveLength(2)
    expect(after?.props['checks']).toBe(before?.props['checks'])
    expect(after?.props['action']).toBe(before?.props['action'])
    expect(after?.props['accessibility']).not.toBe(before?.props['accessibility'])
    expect([after?.act, after?.enter, after?.child]).toEqual([before?.act, before?.enter, before?.child])
  })

  it('[R-11] sentences of the runtime in the language of the host', () => {
    const { texts: sentences } = inputOf({ component: 'Text', text: '' })
    expect(sentences.failed).toBe('This part could not be shown.')
  })
})

describe('[R-11] defineRenderers', () => {
  it('[R-11] gives back what it was given, when it fits', () => {
    expect(defineRenderers(basicCatalog, basicRenderers)).toBe(basicRenderers)
  })

  it('[R-11] throws for a type without a renderer, and names it', () => {
    const { Text: _text, Row: _row, ...few } = basicRenderers
    expect(() => defineRenderers(basicCatalog, few)).toThrow(/^Catalog ".*basic.*" needs a renderer for Text, Row\.$/)
    expect(() => defineRenderers(basicCatalog, {})).toThrow(/needs a renderer for Text, /)
  })

  it('[R-11] throws for a renderer without a type, with the nearest type', () => {
    const Textt = basicRenderers.Text
    expect(() => defineRenderers(basicCatalog, { ...basicRenderers, Textt })).toThrow(
      /has no component type "Textt"\. Did you mean "Text"\?$/,
    )
  })

  it.each(['toString', 'constructor'])('[R-11] is not fooled by what every object has: %s', (type) => {
    const components = { ...basicCatalog.components, [type]: basicCatalog.components['Text'] ?? never() }
    expect(() => defineRenderers({ catalogId: 'own', components }, basicRenderers)).toThrow(type)
  })
})

function never(): never {
  throw new Error('unreachable')
}
