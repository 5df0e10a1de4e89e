// Renderers that throw: in their own place, told once, tried again.

import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useEffect, useState } from 'react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { basicRenderers } from '../../src/entries/index.ts'
import { lenient } from '../../src/entries/lenient.ts'
import type { JsonObject } from '../../src/json/value.ts'
import type { Renderer, RendererOf } from '../../src/react/renderer.ts'
import { listenerCount } from '../support/live.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { mount, texts } from './mount.tsx'

interface TextInput {
  readonly text: string
}

const Text = basicRenderers.Text as { readonly inline: RendererOf<TextInput> }

/** Throws while its text is "broken". */
const drawUnlessBroken: RendererOf<TextInput> = (input) => {
  if (input.props.text === 'broken') throw new Error('no such drawing')
  return Text.inline(input)
}

const failing: readonly (readonly [kind: string, renderer: Renderer])[] = [
  ['inline', { inline: drawUnlessBroken }],
  ['as an element', drawUnlessBroken],
  ['in an effect', FailsLater],
  ['by what it returns', { inline: returnNonsense }],
]

function FailsLater(input: Parameters<typeof drawUnlessBroken>[0]): ReactNode {
  const { text } = input.props
  useEffect(() => {
    if (text === 'broken') throw new Error('no such drawing')
  }, [text])
  return Text.inline(input)
}

function returnNonsense(input: Parameters<typeof drawUnlessBroken>[0]): ReactNode {
  const nonsense: unknown = { not: 'a node' }
  return input.props.text === 'broken' ? (nonsense as ReactNode) : Text.inline(input)
}

const between: readonly JsonObject[] = [
  CS('s'),
  UC('s', [
    { id: 'root', component: 'Column', children: ['a', 'b', 'c'] },
    T('a', 'before'),
    T('b', { path: '/b' }),
    T('c', { path: '/c' }),
  ]),
]

function mountWith(renderer: Renderer, ...more: readonly JsonObject[]) {
  return mount({ messages: [...between, ...more], renderers: { ...basicRenderers, Text: renderer } })
}

function notices(within: ParentNode): number {
  return within.querySelectorAll('.sf-notice').length
}

describe.each(failing)('[R-3] a renderer that throws %s', (_, renderer) => {
  it('[R-3] takes down its own slot and leaves its siblings', async () => {
    const { container, codes, reports } = mountWith(renderer, UD('s', '/', { b: 'broken', c: 'after' }))
    await act(async () => undefined)
    expect(texts(container)).toEqual(['before', 'after'])
    expect(notices(container)).toBe(1)
    expect(codes()).toEqual(['RENDER_FAILED'])
    expect(reports[0]?.place).toMatchObject({ surfaceId: 's', componentId: 'b', line: 2 })
    expect(reports[0]?.place.at).toBe('/updateComponents/components/2')
  })

  it('[R-3] later leaves what the siblings are, and they go on', async () => {
    const { container, send } = mountWith(renderer, UD('s', '/', { b: 'good', c: 'after' }))
    const sibling = container.querySelectorAll('.sf-text')[2]
    send(UD('s', '/b', 'broken'))
    await act(async () => undefined)
    send(UD('s', '/c', 'still alive'))
    expect(notices(container)).toBe(1)
    expect(container.querySelectorAll('.sf-text')[1]).toBe(sibling)
    expect(sibling?.textContent).toBe('still alive')
  })

  it('[R-3] is tried again at the next change', async () => {
    const { container, send } = mountWith(renderer, UD('s', '/', { b: 'broken', c: 'after' }))
    await act(async () => undefined)
    send(UD('s', '/b', 'mended'))
    await act(async () => undefined)
    expect(texts(container)).toEqual(['before', 'mended', 'after'])
    expect(notices(container)).toBe(0)
  })

  it('[R-3] is reported once, however often it fails; and once more when the component was sent again', async () => {
    const { codes, send } = mountWith(renderer, UD('s', '/', { b: 'broken', c: 'after' }))
    for (const text of ['mended', 'broken', 'mended', 'broken']) {
      send(UD('s', '/b', text))
      await act(async () => undefined)
    }
    expect(codes()).toEqual(['RENDER_FAILED'])
    send(UC('s', [T('b', 'broken')]))
    await act(async () => undefined)
    expect(codes()).toEqual(['RENDER_FAILED', 'RENDER_FAILED'])
  })
})

describe('[R-3] around a failure', () => {
  it('[R-3] another surface goes on, and so does the rest of the page', async () => {
    const { container, send } = mount({
      messages: [...between, UD('s', '/b', 'broken'), CS('t'), UC('t', [T('root', { path: '/x' })])],
      renderers: { ...basicRenderers, Text: { inline: drawUnlessBroken } },
    })
    send(UD('t', '/x', 'witness'))
    await act(async () => undefined)
    expect(texts(container)).toContain('witness')
  })

  it('[R-3] a parent that throws takes its children with it, and they come back with it', async () => {
    const { container, send, surface } = mount({
      messages: [
        CS('s'),
        UC('s', [
          { id: 'root', component: 'Column', children: ['card', 'c'] },
          { id: 'card', component: 'Card', child: 'inner', accessibility: { label: { path: '/label' } } },
          T('inner', { path: '/inner' }),
          T('c', 'after'),
        ]),
        UD('s', '/label', 'good'),
      ],
      renderers: {
        ...basicRenderers,
        Card: (({ props, child, label }) => {
          if (label === 'broken') throw new Error('no such card')
          return <div>{child(props.child)}</div>
        }) satisfies RendererOf<{ readonly child: { readonly kind: 'child'; readonly id: string } }>,
      },
    })
    const listening = listenerCount(surface().model)
    send(UD('s', '/label', 'broken'))
    await act(async () => undefined)
    expect(texts(container)).toEqual(['after'])
    expect(listenerCount(surface().model)).toBe(listening - 1)
    send(UD('s', '/', { label: 'good', inner: 'back' }))
    expect(texts(container)).toEqual(['back', 'after'])
    expect(listenerCount(surface().model)).toBe(listening)
  })

  it('[R-3] React tells the host of an element that threw, and the runtime tells it with its cause', async () => {
    const { caught, reports } = mountWith(drawUnlessBroken, UD('s', '/b', 'broken'))
    await act(async () => undefined)
    expect(caught).toHaveLength(1)
    expect(reports[0]?.cause).toBe(caught[0])
  })

  it('[R-3] a type without a renderer is one place that could not be shown', async () => {
    const { Text: _, ...withoutText } = basicRenderers
    const { container, reports } = mount({
      messages: [
        CS('s'),
        UC('s', [
          { id: 'root', component: 'Column', children: ['a', 'field'] },
          T('a', 'unseen'),
          { id: 'field', component: 'TextField', label: 'Name' },
        ]),
      ],
      renderers: withoutText,
    })
    await act(async () => undefined)
    expect(notices(container)).toBe(1)
    expect(screen.getByRole('textbox', { name: 'Name' })).toBeTruthy()
    expect(reports.map(({ code, place }) => [code, place.componentId])).toEqual([['RENDER_FAILED', 'a']])
  })

  it('[CH-4] a component of unknown type is a notice with its name, as one short line', () => {
    const long = `Holo\u202e\ngram${'x'.repeat(60)}`
    const { container } = mount({
      messages: [
        CS('s'),
        UC('s', [
          { id: 'root', component: 'Column', children: ['a', 'b', 'c'] },
          { id: 'a', component: 'Hologram' },
          { id: 'b', component: long },
          T('c', 'fine'),
        ]),
      ],
      validation: lenient,
    })
    const said = [...container.querySelectorAll('.sf-notice')].map(({ textContent }) => textContent)
    expect(said[0]).toBe('This part could not be shown: “Hologram” is not known here.')
    expect(said[1]).toMatch(/^This part could not be shown: “Holo ?gramx{20,}…” is not known here\.$/)
    expect(texts(container)).toEqual(['fine'])
  })

  it("[R-3] a renderer's own state is made anew after it failed", async () => {
    const { send } = mount({
      messages: [...between, UD('s', '/b', 'good')],
      renderers: { ...basicRenderers, Text: Pressed },
    })
    await userEvent.click(screen.getByRole('button', { name: 'good 0' }))
    expect(screen.getByRole('button', { name: 'good 1' })).toBeTruthy()
    send(UD('s', '/b', 'broken'))
    send(UD('s', '/b', 'mended'))
    expect(screen.getByRole('button', { name: 'mended 0' })).toBeTruthy()
  })
})

describe('[R-3] a handler that throws', () => {
  it('[R-3] is told to the page, and takes down nothing', async () => {
    const uncaught: unknown[] = []
    const listen = (event: ErrorEvent): void => {
      event.preventDefault()
      uncaught.push(event.error)
    }
    window.addEventListener('error', listen)
    onTestFinished(() => window.removeEventListener('error', listen))
    const { send, container, codes } = mountWith(Fragile, UD('s', '/b', 'b'), UD('s', '/c', 'c'))
    await userEvent.click(screen.getByRole('button', { name: 'b' }))
    expect(uncaught).toEqual([new Error('no such press')])
    send(UD('s', '/b', 'b goes on'), UD('s', '/c', 'and so does c'))
    expect(texts(container, 'button')).toEqual(['before', 'b goes on', 'and so does c'])
    expect([notices(container), codes()]).toEqual([0, []])
  })
})

function Fragile({ props }: Parameters<typeof drawUnlessBroken>[0]): ReactNode {
  const press = (): void => {
    throw new Error('no such press')
  }
  return (
    <button type="button" onClick={press}>
      {props.text}
    </button>
  )
}

function Pressed({ props }: Parameters<typeof drawUnlessBroken>[0]): ReactNode {
  const [times, setTimes] = useState(0)
  if (props.text === 'broken') throw new Error('no such drawing')
  return (
    <button type="button" onClick={() => setTimes(times + 1)}>
      {props.text} {times}
    </button>
  )
}
