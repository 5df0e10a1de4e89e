// Renderers of the host's own: replaced, added, checked when they are defined.
import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { ReadCatalog } from '../../src/catalog/compiled.ts'
import { compileCatalog } from '../../src/entries/ajv.ts'
import { basicCatalog, basicRenderers, defineRenderers, SurfaceList } from '../../src/entries/index.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import type { Act, ChildrenRef, Renderer, RendererInput, RendererOf, Renderers } from '../../src/react/renderer.ts'
import { action, bindable, child, defineCatalogFromSchemas, list, optional } from '../../src/standard-schema/index.ts'
import type { PropSchemas } from '../../src/standard-schema/props.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { type Mounted, type MountOptions, mount, only, texts } from './mount.tsx'

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

interface Seat {
  readonly text: string
  readonly value: number
  readonly pick: Act
  onChange(value: number): void
}

/** A component of the host's: `pick` is an action, `value` a number, `photo` an address. */
const seats = defineCatalogFromSchemas({
  id: 'https://host.example/seats',
  components: {
    Seat: {
      description: 'A seat that is picked',
      props: { value: bindable(z.number()), pick: action(), photo: optional(bindable(z.url())) },
    },
    Frame: { description: 'A frame', props: { of: child() } },
  },
})

function drawSeat(Seat: Renderer<never>, extra: JsonObject = {}, options: MountOptions = {}) {
  const seat = { id: 'root', component: 'Seat', value: { path: '/n' }, pick: { event: { name: 'pick' } }, ...extra }
  return mount({
    catalogs: [seats],
    messages: [CS('s', { catalogId: seats.catalogId }), UD('s', '/n', 3), UC('s', [seat])],
    renderers: { Seat, Frame: () => null } as Renderers,
    ...options,
  })
}

describe.each(['a component', 'inline'])('[R-31] what a renderer that is %s calls', (kind) => {
  const as = (draw: RendererOf<Seat>) => (kind === 'inline' ? { inline: draw } : draw) as Renderer<never>

  it('[R-31] an action as a function, with context or as the listener of a press', async () => {
    const { events, codes } = drawSeat(
      as(({ props }) => (
        <>
          <button type="button" onClick={props.pick}>
            {props.pick.does.kind === 'event' && props.pick.does.name}
          </button>
          <button type="button" onClick={() => props.pick({ row: 7 })}>
            row
          </button>
        </>
      )),
    )
    await userEvent.click(screen.getByText('pick'))
    await userEvent.click(screen.getByText('row'))
    expect(events.map(({ name, context }) => [name, context])).toEqual([
      ['pick', {}],
      ['pick', { row: 7 }],
    ])
    expect(codes()).toEqual([])
  })

  it('[R-31] onChange for what the user enters', async () => {
    const { surface } = drawSeat(
      as(({ props }) => (
        <button type="button" onClick={() => props.onChange(props.value + 1)}>
          {props.value}
        </button>
      )),
    )
    await userEvent.click(screen.getByText('3'))
    await userEvent.click(screen.getByText('4'))
    expect(surface().data.get('/n')).toBe(5)
    expect(surface().data.userInput()).toEqual([{ pointer: '/n', value: 5 }])
  })

  it('[R-31] the same functions as long as the action is the same', () => {
    const given: Seat[] = []
    const { send } = drawSeat(
      as(({ props }) => {
        given.push(props)
        return null
      }),
    )
    send(UD('s', '/n', 4))
    expect(given).toHaveLength(2)
    if (kind === 'inline') return
    expect(given[1]?.pick).toBe(given[0]?.pick)
    expect(given[1]?.onChange).toBe(given[0]?.onChange)
  })

  it('[R-31] nothing but JSON: what is none is reported, and nothing is written or sent', async () => {
    const kept: Seat[] = []
    const { events, codes, surface } = drawSeat(
      as(({ props }) => {
        kept.push(props)
        return <input value={props.value} onChange={props.onChange as never} />
      }),
    )
    const cyclic: { self?: unknown } = {}
    cyclic.self = cyclic
    const odd = [Number.NaN, () => 1, 1n, new Date(), document.body, new Map(), Symbol('s'), cyclic]
    for (const value of odd) act(() => kept[0]?.onChange(value as never))
    await userEvent.type(screen.getByRole('textbox'), '4')
    for (const context of [null, 5, 'text', true]) act(() => kept[0]?.pick(context as never))
    await Promise.resolve()
    expect(surface().data.get('/n')).toBe(3)
    expect([events, surface().data.userInput()]).toEqual([[], []])
    expect([...new Set(codes())]).toEqual(['RENDER_FAILED'])
  })

  it('[R-31] what is entered for a literal has the type of the property', () => {
    const kept: Seat[] = []
    drawSeat(
      as(({ props }) => {
        kept.push(props)
        return null
      }),
      { value: 3 },
    )
    act(() => kept[0]?.onChange('5' as never))
    expect(kept.at(-1)?.value).toBe(5)
    act(() => kept[0]?.onChange('text' as never))
    expect(kept.at(-1)?.value).toBe(0)
  })

  it('[R-31] a function that was kept does what it said, or nothing', () => {
    const kept: Seat[] = []
    const { events, send } = drawSeat(
      as(({ props }) => {
        kept.push(props)
        return null
      }),
    )
    const again = (name: string) =>
      send(UC('s', [{ id: 'root', component: 'Seat', value: 1, pick: { event: { name } } }]))
    again('pick')
    act(() => kept[0]?.pick())
    again('delete')
    act(() => kept[0]?.pick())
    expect(events.map(({ name }) => name)).toEqual(['pick'])
  })

  it('[R-31] neither on a frozen surface', async () => {
    const Seat = as(({ props }) => (
      <>
        <button type="button" onClick={props.pick}>
          pick
        </button>
        <button type="button" onClick={() => props.onChange(9)}>
          enter
        </button>
      </>
    ))
    const { events, surface } = drawSeat(
      Seat,
      {},
      { ui: ({ runtime }) => <SurfaceList runtime={runtime} renderers={{ Seat }} frozen /> },
    )
    await userEvent.click(screen.getByText('pick'))
    await userEvent.click(screen.getByText('enter'))
    expect([events, surface().data.get('/n')]).toEqual([[], 3])
  })
})

describe('[R-32] an address, as the format uri of its schema says', () => {
  const photo = 'https://pictures.example/seat.png'
  /** It does not ask `media`. */
  const Careless: RendererOf<{ readonly photo: string }> = ({ props }) => <output>{props.photo || 'nothing'}</output>
  const draw = (address: JsonValue, options: MountOptions = {}) =>
    drawSeat(Careless as Renderer<never>, { photo: address }, options)
  const drawn = ({ container }: Mounted): string => only(container, 'output').textContent

  it('[R-32] reaches a renderer when it may be loaded', () => {
    expect(drawn(draw(photo))).toBe(photo)
    cleanup()
    const bound = draw({ path: '/photo' })
    expect(drawn(bound)).toBe('nothing')
    bound.send(UD('s', '/photo', photo))
    expect(drawn(bound)).toBe(photo)
  })

  it('[R-32] does not where its scheme, or the host, is against it, which is reported', async () => {
    for (const [address, options] of [
      ['javascript:alert(1)', {}],
      [photo, { media: 'none' }],
      [photo, { media: (url: URL) => url.hostname === 'other.example' }],
    ] as const) {
      const page = draw(address, options)
      expect(drawn(page)).toBe('nothing')
      await Promise.resolve()
      expect(page.codes()).toEqual(['MEDIA_REFUSED'])
      cleanup()
    }
  })

  it.each<[string, PropSchemas, JsonValue]>([
    ['in a list', { of: list({ photo: bindable(z.url()) }) }, [{ photo: 'ADDRESS' }]],
    ['a list of addresses', { of: bindable(z.array(z.url())) }, ['ADDRESS']],
    [
      'in objects of a list that may be bound',
      { of: bindable(z.array(z.object({ photo: z.url() }))) },
      [{ photo: 'ADDRESS' }],
    ],
    ['in an object', { of: z.object({ photo: z.url().optional() }) }, { photo: 'ADDRESS' }],
    ['in a record', { of: z.record(z.string(), z.url()) }, { any: 'ADDRESS' }],
  ])('[R-32] wherever it stands: %s', (_, props, value) => {
    const pictures = defineCatalogFromSchemas({
      id: 'https://host.example/pictures',
      components: { Pictures: { description: 'Pictures', props } },
    })
    const Pictures: RendererOf<{ readonly of: unknown }> = ({ props }) => <output>{JSON.stringify(props.of)}</output>
    const bad = 'javascript:alert(1)'
    for (const [address, seen] of [
      [photo, photo],
      [bad, ''],
    ]) {
      const of = JSON.parse(JSON.stringify(value).replace('ADDRESS', address as string))
      const page = mount({
        catalogs: [pictures],
        messages: [CS('s', { catalogId: pictures.catalogId }), UC('s', [{ id: 'root', component: 'Pictures', of }])],
        renderers: { Pictures } as Renderers,
      })
      expect(only(page.container, 'output').textContent).toBe(JSON.stringify(value).replace('ADDRESS', seen as string))
      cleanup()
    }
  })

  it('[R-32] by reference to a definition of its own', () => {
    const schema = {
      catalogId: 'https://host.example/defined',
      components: {
        Pictures: { type: 'object', properties: { component: { const: 'Pictures' }, of: { $ref: '#/$defs/Address' } } },
      },
      $defs: { Address: { $ref: 'common_types.json#/$defs/DynamicString', format: 'uri' } },
    }
    const { components } = compileCatalog(schema) as ReadCatalog
    expect(components['Pictures']?.addresses).toEqual([['of']])
  })

  it('[R-32] waits while input is unsent, and comes with the next press', () => {
    const page = draw({ path: '/photo' })
    act(() => page.runtime.surface('s')?.data.set('/typed', 'secret'))
    page.send(UD('s', '/photo', photo))
    expect(drawn(page)).toBe('nothing')
    act(() => page.surface().unsent.send())
    expect(drawn(page)).toBe(photo)
  })

  it('[R-32] media and link are asked for what the property holds, whatever the renderer has seen of it', () => {
    const seen: unknown[] = []
    const Asks: RendererOf<{ readonly photo: string }> = ({ props, media, link }) => {
      seen.push([media('photo').kind, media('photo', props.photo).kind, link('photo')?.ask])
      return null
    }
    const page = drawSeat(Asks as Renderer<never>, { photo: { path: '/photo' } })
    act(() => page.runtime.surface('s')?.data.set('/typed', 'secret'))
    page.send(UD('s', '/photo', photo))
    expect(seen.at(-1)).toEqual(['ask', 'ask', true])
  })
})

describe('[R-33] a control inside of a control', () => {
  const button = { id: 'root', component: 'Button', child: 'in', action: { event: { name: 'go' } } }
  const drawings: readonly (readonly [string, Renderer])[] = [
    ['a button', () => <button type="button">inner</button>],
    ['a link', { inline: () => <a href="https://host.example">inner</a> }],
    [
      'an input among others',
      {
        inline: () => [
          <b key="b">inner</b>,
          <p key="p">
            <input />
          </p>,
        ],
      },
    ],
  ]

  it.each(drawings)('[R-33] is not drawn where its renderer does not say that it is one: %s', async (_, Text) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { container, reports } = mount({
      messages: [CS('s'), UC('s', [button, T('in', 'x')])],
      renderers: { ...basicRenderers, Text },
    })
    expect(container.querySelectorAll('button button, button a, button input')).toHaveLength(0)
    await Promise.resolve()
    expect(reports.map(({ code, message }) => [code, message])).toEqual([
      ['RENDER_FAILED', expect.stringMatching(/^The renderer of "Text" failed: It draws <\w+> inside of a control/)],
    ])
    vi.restoreAllMocks()
  })

  it.each(drawings)('[R-33] is drawn beside one: %s', (_, Text) => {
    const { codes } = mount({
      messages: [CS('s'), UC('s', [column(['t']), T('t', 'x')])],
      renderers: { ...basicRenderers, Text },
    })
    expect(screen.getByText('inner')).toBeTruthy()
    expect(codes()).toEqual([])
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
