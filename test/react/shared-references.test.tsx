// Components that name one another again and again: what has no room costs neither an element nor an evaluation.
import { act } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { type BasicProps, basicCatalog, basicRenderers, defineRenderers } from '../../src/entries/index.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { ComponentView } from '../../src/react/ComponentView.tsx'
import { ComponentBinding } from '../../src/surface/binding.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { times } from '../support/times.ts'
import { modes, notices, settled } from './limit-setup.ts'
import { type Mounted, mount, only, texts } from './mount.tsx'

const rule = (id: string): JsonObject => ({ id, component: 'Divider' })

/** So many containers, each of which names the next one twice and, beside it, one line so many times. */
function twice(
  levels: number,
  lines: number,
  make: (id: string, children: readonly string[]) => JsonObject,
): JsonObject {
  const id = (level: number): string => (level === 0 ? 'root' : `c${level}`)
  const containers = times(levels, (level) => {
    const next = level + 1 < levels ? [id(level + 1), id(level + 1)] : []
    return make(id(level), [...next, ...times(lines, () => 'line')])
  })
  return UC('s', [...containers, rule('line')])
}

const column = (id: string, children: readonly string[] | JsonObject): JsonObject => ({
  id,
  component: 'Column',
  children,
})
const list = (id: string, children: readonly string[]): JsonObject => ({ id, component: 'List', children })
const card = (id: string, child: string): JsonObject => ({ id, component: 'Card', child })

/** All that stands for components. */
const drawnSelector = '.sf-column, .sf-list, .sf-card, .sf-divider, .sf-text'
const drawn = (container: ParentNode): number => container.querySelectorAll(drawnSelector).length

interface Work {
  readonly views: number
  readonly evaluations: number
}

/** Component views that are made and components that are evaluated while `run` runs. */
async function workOf(run: () => Mounted): Promise<Work & Mounted> {
  const views = vi.spyOn(ComponentView.prototype, 'componentDidMount').mockClear()
  const evaluations = vi.spyOn(ComponentBinding.prototype, 'getSnapshot').mockClear()
  const mounted = run()
  await settled()
  const evaluated = new Set(evaluations.mock.contexts).size
  return { ...mounted, views: views.mock.calls.length, evaluations: evaluated }
}

describe.each(modes)('[R-22] [R-8] what has no room%s', (_, strict) => {
  it.each([
    ['columns', 20, 100, column],
    ['columns of many', 10, 499, column],
    ['columns of a few', 60, 6, column],
    ['lists', 20, 100, list],
    ['lists of a few', 60, 6, list],
  ] as const)(
    'is neither evaluated nor drawn, with one notice and one report for all: %s',
    async (_title, levels, lines, make) => {
      const messages = [CS('s'), twice(levels, lines, make)]
      const { container, codes, views, evaluations } = await workOf(() =>
        mount({ messages, limits: { nodes: 500 }, strict }),
      )
      expect(drawn(container)).toBeLessThanOrEqual(500)
      expect([notices(container), codes()]).toEqual([1, ['LIMIT_NODES']])
      // StrictMode mounts and evaluates twice; the first evaluation of each is by an object that React throws away.
      const passes = strict ? 2 : 1
      expect(evaluations).toBeLessThanOrEqual(500 * passes)
      expect(views).toBeLessThanOrEqual(500 * passes)
    },
  )

  it('is as little for templates in templates', async () => {
    const items = times(100, (index) => index)
    const levels = times(30, (level) =>
      column(level === 0 ? 'root' : `c${level}`, { componentId: `c${level + 1}`, path: '/i' }),
    )
    const messages = [CS('s'), UD('s', '/i', items), UC('s', [...levels, rule('c30')])]
    const { container, codes, views, evaluations } = await workOf(() =>
      mount({ messages, limits: { nodes: 500 }, strict }),
    )
    const passes = strict ? 2 : 1
    expect(drawn(container)).toBe(500)
    expect([notices(container), codes()]).toEqual([1, ['LIMIT_NODES']])
    expect(evaluations).toBeLessThanOrEqual(500 * passes)
    expect(views).toBeLessThanOrEqual(500 * passes)
  })

  it('has one notice where 400 containers have no room for what is in them', async () => {
    const ids = times(400, (index) => `c${index}`)
    const messages = [CS('s'), UC('s', [column('root', ids), ...ids.map((id) => card(id, 'line')), rule('line')])]
    const { container, codes } = mount({ messages, limits: { nodes: 500 }, strict })
    await settled()
    // A parent takes room for its children before they do: all cards are there, and the first of them have their line.
    expect([drawn(container), container.querySelectorAll('.sf-card > .sf-divider').length]).toEqual([500, 99])
    expect([notices(container), codes()]).toEqual([1, ['LIMIT_NODES']])
  })

  it('is drawn when the same message removes what had its room', async () => {
    const tree = (prefix: string): readonly JsonObject[] => [
      column('root', [`${prefix}0`, `${prefix}1`]),
      ...times(2, (index) =>
        column(
          `${prefix}${index}`,
          times(100, (line) => `${prefix}${index}-${line}`),
        ),
      ),
      ...times(200, (index) => rule(`${prefix}${index < 100 ? 0 : 1}-${index % 100}`)),
    ]
    const { container, send, codes } = mount({
      messages: [CS('s'), UC('s', tree('a'))],
      limits: { nodes: 203 },
      strict,
    })
    await settled()
    for (const prefix of ['b', 'c']) {
      send(UC('s', tree(prefix)))
      await settled()
      expect([drawn(container), notices(container), codes()]).toEqual([203, 0, []])
    }
  })
})

describe('[R-22] [R-8] the notice for what has no room', () => {
  const two = [
    CS('s'),
    UC('s', [
      column('root', ['a', 'b']),
      column(
        'a',
        times(20, () => 'line'),
      ),
      column(
        'b',
        times(20, () => 'line'),
      ),
      rule('line'),
    ]),
  ]

  it('stands in the first place, and goes on to the next one when that place is removed', async () => {
    const { container, send } = mount({ messages: two, limits: { nodes: 10 } })
    await settled()
    expect(notices(only(container, '.sf-column > .sf-column:first-child'))).toBe(1)
    expect(notices(container)).toBe(1)
    send(UC('s', [column('root', ['b'])]))
    await settled()
    expect([drawn(container), notices(container)]).toEqual([10, 1])
  })

  it('stays while one more place at a time is free', async () => {
    const some = (count: number): JsonObject => column('root', [...times(count, (index) => `t${index}`), 'a', 'b'])
    const columns = [
      column(
        'a',
        times(12, () => 'line'),
      ),
      column(
        'b',
        times(20, () => 'line'),
      ),
    ]
    const messages = [
      CS('s'),
      UC('s', [some(5), ...times(5, (index) => T(`t${index}`, 'x')), ...columns, rule('line')]),
    ]
    // As many as there are without the lines in the second column.
    const { container, send } = mount({ messages, limits: { nodes: 20 } })
    await settled()
    for (const count of [5, 4, 3, 2, 1, 0]) {
      send(UC('s', [some(count)]))
      await settled()
      expect([count, drawn(container), notices(container)]).toEqual([count, 20, 1])
    }
  })

  it('goes when there is room for all', async () => {
    const { container, send } = mount({ messages: two, limits: { nodes: 30 } })
    await settled()
    expect([drawn(container), notices(container)]).toEqual([30, 1])
    send(UC('s', [column('a', ['line'])]))
    send(UC('s', [column('b', ['line', 'line'])]))
    await settled()
    expect([drawn(container), notices(container)]).toEqual([6, 0])
  })

  it('is there again, with a report, for what is too much later', async () => {
    const { container, send, codes } = mount({ messages: two, limits: { nodes: 30 } })
    await settled()
    send(UC('s', [column('root', ['b'])]))
    await settled()
    expect([drawn(container), notices(container)]).toEqual([22, 0])
    send(UC('s', [column('root', ['b', 'a'])]))
    await settled()
    expect([drawn(container), notices(container), codes()]).toEqual([30, 1, ['LIMIT_NODES', 'LIMIT_NODES']])
  })

  it.each([
    ['a paragraph', ''],
    ['one with Markdown', '**'],
  ])('stands for a text that has become too long as well, until it has room: %s', async (_title, mark) => {
    const ids = times(20, (index) => `t${index}`)
    const all = [column('root', ['a', ...ids]), T('a', { path: '/a' }), ...ids.map((id) => T(id, id))]
    const long = `${mark}a${mark} `.padEnd(1_000, 'x')
    const { container, send, codes } = mount({
      messages: [CS('s'), UD('s', '/a', `${mark}a${mark}`), UC('s', all)],
      limits: { nodes: 30 },
    })
    await settled()
    expect(texts(container)).toHaveLength(21)
    send(UD('s', '/a', long))
    await settled()
    expect([texts(container), notices(container), codes()]).toEqual([ids, 1, ['LIMIT_NODES']])
    send(UC('s', [column('root', ['a', ...ids.slice(10)])]))
    await settled()
    expect([texts(container).length, texts(container)[0]?.length, notices(container)]).toEqual([
      11,
      long.length - 2 * mark.length,
      0,
    ])
    expect(codes()).toEqual(['LIMIT_NODES'])
  })

  it('leaves what is drawn where it is, whatever comes before it', async () => {
    const ids = times(29, (index) => `t${index}`)
    const { container, send } = mount({
      messages: [CS('s'), UC('s', [column('root', ids), ...ids.map((id) => T(id, id))])],
      limits: { nodes: 30 },
    })
    await settled()
    const before = [...container.querySelectorAll('.sf-text')]
    send(UC('s', [column('root', ['x', 'y', ...ids]), rule('x'), rule('y')]))
    await settled()
    expect([...container.querySelectorAll('.sf-text')]).toEqual(before)
    expect([container.querySelectorAll('.sf-divider').length, notices(container)]).toEqual([0, 1])
    send(UC('s', [column('root', ['x', 'y', ...ids.slice(2)])]))
    await settled()
    expect([container.querySelectorAll('.sf-divider').length, notices(container)]).toEqual([2, 0])
  })
})

it('[R-22] a renderer of a host that draws its children by a component of its own is bounded as well', async () => {
  const renderers = defineRenderers<BasicProps>(basicCatalog, {
    ...basicRenderers,
    Column: ({ props, children }) => <div className="sf-column">{children(props.children)}</div>,
  })
  const messages = [CS('s'), twice(20, 100, column)]
  const { container, codes, views } = await workOf(() => mount({ messages, limits: { nodes: 500 }, renderers }))
  expect(drawn(container)).toBeLessThanOrEqual(500)
  expect([notices(container), codes()]).toEqual([1, ['LIMIT_NODES']])
  expect(views).toBeLessThanOrEqual(500)
})

it('[R-22] [R-5] nothing is left of what had no room', async () => {
  const { container, page, send, surface } = mount({
    messages: [CS('s'), twice(20, 100, column)],
    limits: { nodes: 500 },
  })
  await settled()
  act(() => page.rerender(<p />))
  expect(surface().drawn.room).toBe(surface().drawn.limit)
  send(UC('s', [T('line', 'x')]))
  expect(texts(container)).toEqual([])
  expect(() => only(container, '.sf-notice')).toThrow()
})
