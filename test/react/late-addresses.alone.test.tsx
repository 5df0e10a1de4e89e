// What a part would have shown when the input began, had its module been there, counts as shown once the module is there.
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/entries/index.ts'
import { preload, SurfaceList, wrapRenderer } from '../../src/entries/index.ts'
import { basicRenderers } from '../../src/entries/renderers.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { modules } from './late-modules.ts'
import { type Mounted, type MountOptions, mount } from './mount.tsx'

vi.mock('../../src/live/lazy-module.ts', async (original) => {
  const actual = await original<typeof import('../../src/live/lazy-module.ts')>()
  return (await import('./late-modules.ts')).lateModules(actual)
})

const column = (id: string, children: JsonValue): JsonObject => ({ id, component: 'Column', children })
const field: JsonObject = { id: 'field', component: 'TextField', label: 'Field', value: { path: '/v' } }
const format = (value: string): JsonObject => ({ call: 'formatString', args: { value } })
const year = "${formatDate(value: ${/day}, format: 'yyyy')}"
const picture = (id: string, url: JsonValue): JsonObject => ({ id, component: 'Image', url })

/** What elements were given as the address of a picture, also outside of the page. */
const asked: string[] = []
/** Elements that were given the address of a link, and the addresses. */
const linked: string[] = []

// So that an arrival takes no time.
beforeAll(() => preload())

beforeEach(() => {
  modules.forget()
  asked.length = 0
  linked.length = 0
  const { set } = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src') ?? {}
  vi.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation(function (this: HTMLImageElement, value) {
    asked.push(value)
    set?.call(this, value)
  })
  const { setAttribute } = Element.prototype
  vi.spyOn(Element.prototype, 'setAttribute').mockImplementation(function (this: Element, name, value) {
    if (name === 'href') linked.push(value)
    if (name === 'src' && this.localName === 'img') asked.push(value)
    setAttribute.call(this, name, value)
  })
})

function show(
  components: readonly JsonObject[],
  data: JsonValue = { day: '2026-05-14' },
  { renderers, ...options }: MountOptions = {},
): Mounted {
  return mount({
    ...options,
    messages: [CS('s'), UD('s', '/', data), UC('s', components)],
    ui: ({ runtime }) => <SurfaceList runtime={runtime} idlePreload={false} {...(renderers && { renderers })} />,
  })
}

const settle = (): Promise<void> => act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)))
const type = (value: string): void => void fireEvent.change(screen.getByLabelText('Field'), { target: { value } })
const links = (): readonly (string | null)[] => screen.queryAllByRole('link').map((link) => link.getAttribute('href'))
const waiting = (): readonly (string | null)[] =>
  screen.queryAllByRole('button').map((button) => button.getAttribute('aria-description'))

/** The modules arrive, those as well that others made necessary. */
async function arrive(): Promise<void> {
  await settle()
  await act(async () => modules.arrive())
  await settle()
}

describe('[LZ-3] [TT-1] a link of Markdown that comes late', () => {
  const page = [column('root', ['field', 'text']), field, T('text', 'See [the plan](https://plan.example/)')]

  it('[LZ-3] [TT-1] is a link if its text was there before the input, and takes its address when the user points at it', async () => {
    show(page)
    type('x')
    expect([links(), waiting()]).toEqual([[], []])
    await arrive()
    const link = screen.getByRole('link', { name: 'the plan' })
    expect([links(), waiting(), linked]).toEqual([[null], [], []])
    expect([link.localName, link.tabIndex]).toEqual(['a', 0])
    link.focus()
    fireEvent.pointerEnter(link, { pointerType: 'touch' })
    expect(linked).toEqual([])
    fireEvent.pointerEnter(link)
    expect(links()).toEqual(['https://plan.example/'])
    type('xy')
    expect([links(), linked]).toEqual([['https://plan.example/'], ['https://plan.example/']])
    expect(screen.getByRole('link')).toBe(link)
  })

  it.each(['failed before the input', 'failed after the input'])('[LZ-3] also where its module %s', async (when) => {
    show(page, {}, { onError: () => undefined })
    await settle()
    if (when === 'failed before the input') await act(async () => modules.fail())
    type('x')
    await act(async () => modules.fail())
    await act(async () => void window.dispatchEvent(new Event('online')))
    await arrive()
    expect([links(), waiting()]).toEqual([[null], []])
  })

  it('[TT-1] has its address where the module comes before the input, or the input was sent', async () => {
    const { surface } = show(page)
    await arrive()
    expect(links()).toEqual(['https://plan.example/'])
    modules.forget()
    type('x')
    act(() => surface().unsent.send())
    expect(links()).toEqual(['https://plan.example/'])
  })

  it('[TT-1] gets its address when the input is sent', async () => {
    const { surface } = show(page)
    type('x')
    await arrive()
    act(() => surface().unsent.send())
    expect(links()).toEqual(['https://plan.example/'])
  })

  it.each(['click', 'Enter'])('[TT-1] opens by %s', async (press) => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    show(page)
    type('x')
    await arrive()
    const link = screen.getByRole('link')
    if (press === 'click') fireEvent.click(link)
    else fireEvent.keyDown(link, { key: 'Enter' })
    expect(open.mock.calls).toEqual([['https://plan.example/', '_blank', 'noopener,noreferrer']])
    expect(links()).toEqual(['https://plan.example/'])
  })

  it('[TT-1] waits for a press if its address is made of the input, or came with it', async () => {
    const { send } = show([
      column('root', ['field', 'typed', 'late']),
      field,
      T('typed', format('[a](https://${/v}.example/) [b](https://b.example/)')),
    ])
    type('x')
    send(UC('s', [T('late', '[c](https://c.example/)')]))
    await arrive()
    expect(waiting()).toEqual(['https://x.example/', 'https://c.example/'])
    expect([links(), linked]).toEqual([[null], []])
  })

  it('[TT-1] waits for a press if the input brings a known address to another place', async () => {
    const known = '[a](https://a.example/)'
    show([
      column('root', ['field', 'text', 'choice', 'rows']),
      field,
      T('text', known),
      {
        ...{ id: 'choice', component: 'ChoicePicker', variant: 'multipleSelection', value: { path: '/chosen' } },
        options: [{ label: 'x', value: 'x' }],
      },
      column('rows', { componentId: 'row', path: '/chosen' }),
      T('row', known),
    ])
    fireEvent.click(screen.getByLabelText('x'))
    await arrive()
    expect([links(), waiting(), linked]).toEqual([[null], ['https://a.example/'], []])
  })

  it('[TT-1] waits for a press if it was shown before earlier input, and not before this one', async () => {
    const { surface, send } = show(page)
    type('x')
    send(UC('s', [T('text', 'No link')]))
    act(() => surface().unsent.send())
    type('y')
    send(UC('s', [T('text', 'See **[the plan](https://plan.example/)**')]))
    await arrive()
    expect([links(), waiting(), linked]).toEqual([[], ['https://plan.example/'], []])
  })

  it('[TT-1] counts where a host draws something around the text, and leads nowhere that links may not lead', async () => {
    const renderers = { ...basicRenderers, Text: wrapRenderer(basicRenderers.Text, (drawn) => <b>{drawn}</b>) }
    show(
      [
        column('root', ['field', 'text']),
        field,
        T('text', '[a](javascript:x) [b](https://b.example/ "B")\n\n- <c@d.example>'),
      ],
      {},
      { renderers },
    )
    type('x')
    await arrive()
    expect([links(), waiting()]).toEqual([[null, 'mailto:c@d.example'], []])
  })
})

describe('[BC-20] [LZ-3] an address that is made with a late function', () => {
  const dated = (host: string): JsonObject => format(`https://${host}.example/${year}`)

  it('[BC-20] [LZ-3] counts as shown: of a picture, a film and a link', async () => {
    show([
      column('root', ['field', 'picture', 'film', 'text']),
      field,
      picture('picture', dated('picture')),
      { id: 'film', component: 'Video', url: dated('film') },
      T('text', format(`[a](https://text-${year}.example/)`)),
    ])
    asked.length = 0
    type('x')
    await arrive()
    await arrive()
    expect(waiting()).toEqual([])
    expect([...document.querySelectorAll('img, video')].map((one) => one.getAttribute('src'))).toEqual([
      ...['https://picture.example/2026', 'https://film.example/2026'],
    ])
    expect(new Set(asked)).toEqual(new Set(['https://picture.example/2026']))
    expect([links(), linked]).toEqual([[null], []])
  })

  it('[BC-20] is asked for whatever is drawn by then, in the order of the page, and once', async () => {
    const rows = ['a', 'b', 'c'].map((host) => ({ host, n: host }))
    const { send } = show(
      [
        column('root', ['field', 'rows', 'gone']),
        field,
        column('rows', { componentId: 'row', path: '/rows' }),
        picture('row', format(`https://\${host}.example/${year}`)),
        column('gone', ['one', 'other']),
        ...['one', 'other'].map((id) => picture(id, dated('gone'))),
      ],
      { day: '2026-05-14', rows },
    )
    asked.length = 0
    type('x')
    send(UD('s', '/rows', [...rows].reverse().slice(1)), UD('s', '/day', '1999-01-01'), UC('s', [column('gone', [])]))
    asked.length = 0
    await arrive()
    const then = ['a', 'b', 'c', 'gone'].map((host) => `https://${host}.example/2026`)
    expect(asked).toEqual(then)
    // What is drawn now is new.
    expect(screen.getAllByRole('button', { name: 'Show' })).toHaveLength(2)
    send(UD('s', '/day', '2026-12-31'))
    expect(screen.queryAllByRole('button', { name: 'Show' })).toEqual([])
    expect(new Set(asked)).toEqual(new Set(then))
  })

  it('[BC-20] waits if it is made of the input, or comes with it', async () => {
    const { send } = show([
      column('root', ['field', 'typed', 'late']),
      field,
      picture('typed', format(`https://x\${/v}.example/${year}`)),
    ])
    type('y')
    send(UC('s', [picture('late', dated('late'))]))
    asked.length = 0
    await arrive()
    expect(asked).toEqual(['https://x.example/2026'])
    expect(screen.getAllByRole('button', { name: 'Show' })).toHaveLength(2)
  })

  it('[BC-20] takes no step of those that what was typed has taken', async () => {
    const limits = { work: 20_000 }
    show(
      [column('root', ['field', 'many', 'picture']), field, picture('picture', dated('p')), T('many', format('${/v}'))],
      undefined,
      { limits, onError: () => undefined },
    )
    type('x'.repeat(19_000))
    asked.length = 0
    await arrive()
    expect(asked[0]).toBe('https://p.example/2026')
  })

  it('[BC-20] is asked for as soon as its own functions are there', async () => {
    const { send } = show([
      column('root', ['field', 'picture']),
      field,
      {
        ...picture('picture', dated('p')),
        description: { call: 'regex', args: { value: 'a', pattern: 'a' } },
      },
    ])
    type('x')
    asked.length = 0
    await arrive()
    expect(new Set(asked)).toEqual(new Set(['https://p.example/2026']))
    send(UD('s', '/none', 1))
  })

  it('[BC-20] is asked for where its module comes in the end, though nothing that is drawn needs it any more', async () => {
    const { send } = show(
      [column('root', ['field', 'picture']), field, picture('picture', dated('p'))],
      { day: '2026-05-14' },
      { onError: () => undefined },
    )
    type('x')
    send(UC('s', [column('root', ['field'])]))
    await settle()
    asked.length = 0
    await act(async () => modules.fail())
    await act(async () => void window.dispatchEvent(new Event('online')))
    await arrive()
    expect(asked).toEqual(['https://p.example/2026'])
  })

  it('[BC-20] is asked for no more once the view is gone or the input was sent', async () => {
    const { page, surface } = show([column('root', ['field', 'picture']), field, picture('picture', dated('p'))])
    type('x')
    act(() => surface().unsent.send())
    type('y')
    page.unmount()
    asked.length = 0
    await arrive()
    expect(asked).toEqual([])
  })
})

describe('[LZ-3] a module that could not be loaded', () => {
  it('[LZ-3] is not tried again for what comes while input is unsent: it may be the input that needs it', async () => {
    const { surface } = show(
      [column('root', ['field', 'text', 'typed']), field, T('text', '**a**'), T('typed', { path: '/v' })],
      {},
      { onError: () => undefined },
    )
    await settle()
    await act(async () => modules.fail())
    const begun = modules.begun()
    type('**b**')
    await settle()
    expect(modules.begun()).toBe(begun)
    act(() => surface().unsent.send())
    act(() => surface().data.set('/v', 'plain', { as: 'host' }))
    act(() => surface().data.set('/v', '**c**', { as: 'host' }))
    await settle()
    expect(modules.begun()).toBe(begun + 1)
  })
})
