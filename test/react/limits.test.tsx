// How much is drawn at most, and what stands in place of the rest.
import { act, fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { describe, expect, it } from 'vitest'
import { SurfaceList, SurfaceView } from '../../src/entries/index.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { placeListenerCount } from '../support/live.ts'
import { CS, DS, GOOD, T, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { times } from '../support/times.ts'
import { column, flat, modes, notices, settled } from './limit-setup.ts'
import { mount, only, texts } from './mount.tsx'

describe.each(modes)('[R-8] the number of nodes%s', (_, strict) => {
  it('[R-8] may be as large as the limit', async () => {
    const { container, codes } = mount({ messages: flat(9), limits: { nodes: 10 }, strict })
    await settled()
    expect(texts(container)).toHaveLength(9)
    expect(notices(container)).toBe(0)
    expect(codes()).toEqual([])
  })

  it('[R-8] [SF-4] of all surfaces has a limit too, and those that go make room', async () => {
    const other = (id: string): readonly JsonObject[] => [CS(id), UC(id, [column('root', ['x']), T('x', id)])]
    const limits = { nodes: 10, totalNodes: 12 }
    const { container, send, reports } = mount({ messages: [...flat(9), ...other('t'), ...other('u')], limits, strict })
    await settled()
    expect(texts(container)).toHaveLength(10)
    expect(reports.map(({ code, message, place }) => [code, message, place.surfaceId])).toEqual([
      ['LIMIT_NODES', 'More than 12 components of all surfaces would be drawn', 'u'],
    ])
    send(DS('s'), ...other('v'))
    await settled()
    expect([texts(container), notices(container)]).toEqual([['t', 'u', 'v'], 0])
  })

  it('[R-8] above the limit leaves out what is too much, and says so', async () => {
    const { container, reports } = mount({ messages: flat(10), limits: { nodes: 10 }, strict })
    await settled()
    expect(texts(container)).toHaveLength(9)
    expect(texts(container, '.sf-notice')).toEqual(['There is more than can be shown here.'])
    expect(reports.map(({ code, place }) => [code, place.surfaceId, place.componentId])).toEqual([
      ['LIMIT_NODES', 's', 't9'],
    ])
  })

  it('[R-8] [SF-4] of one surface is counted apart from that of another', async () => {
    const other = [CS('t'), UC('t', [column('root', ['x']), T('x', 'x')])]
    const { container, codes } = mount({ messages: [...flat(9), ...other], limits: { nodes: 10 }, strict })
    await settled()
    expect(texts(container)).toHaveLength(10)
    expect(codes()).toEqual([])
  })

  it('[R-8] counts what is there now, not what has been there', async () => {
    const { container, send, codes } = mount({ messages: flat(9), limits: { nodes: 10 }, strict })
    for (let round = 0; round < 5; round++) {
      send(UC('s', [column('root', [`n${round}`]), T(`n${round}`, 'alone')]))
      send(...flat(9).slice(1))
    }
    await settled()
    expect(texts(container)).toHaveLength(9)
    expect(codes()).toEqual([])
  })

  it('[R-8] reached by later growth leaves what is drawn as it is', async () => {
    const { container, send, codes } = mount({ messages: flat(9), limits: { nodes: 10 }, strict })
    const before = [...container.querySelectorAll('.sf-text')]
    send(...flat(12).slice(1))
    await settled()
    expect([...container.querySelectorAll('.sf-text')]).toEqual(before)
    expect(notices(container)).toBe(1)
    expect(codes()).toEqual(['LIMIT_NODES'])
    send(UC('s', [T('t3', 'still alive')]))
    expect(texts(container)[3]).toBe('still alive')
  })

  it('[R-8] above the limit has room again for what comes later, once something went', async () => {
    const { container, send } = mount({ messages: flat(12), limits: { nodes: 10 }, strict })
    send(UC('s', [column('root', ['t0', 'fresh']), T('fresh', 'fresh')]))
    await settled()
    expect(texts(container)).toEqual(['t0', 'fresh'])
  })
})

describe('[R-8] small messages that mean a great deal', () => {
  const level = (index: number): JsonObject =>
    column(
      `l${index}`,
      times(10, () => `l${index + 1}`),
    )

  it('[R-8] ten children ten times over stop at the limit', async () => {
    const { container, codes, send } = mount({
      messages: [...GOOD, CS('s'), UC('s', [column('root', ['l0']), ...times(5, level), T('l5', 'leaf')])],
      limits: { nodes: 500 },
    })
    await settled()
    // And the witness, whose surface has a count of its own.
    expect(container.querySelectorAll('.sf-column, .sf-text').length).toBe(500 + 1)
    expect(notices(container)).toBeGreaterThan(0)
    expect(new Set(codes())).toEqual(new Set(['LIMIT_NODES']))
    send(UC('g', [T('root', 'witness still')]))
    expect(texts(container)[0]).toBe('witness still')
  })

  it('[R-8] templates in templates stop at the limit', async () => {
    const nested = times(6, (index) => column(`l${index}`, { componentId: `l${index + 1}`, path: '/i' }))
    const { container, codes } = mount({
      messages: [
        CS('s'),
        UD('s', '/i', [...times(10, (index) => index)]),
        UC('s', [column('root', ['l0']), ...nested, T('l6', 'leaf')]),
      ],
      limits: { nodes: 500 },
    })
    await settled()
    expect(container.querySelectorAll('.sf-column, .sf-text').length).toBe(500)
    expect(new Set(codes())).toEqual(new Set(['LIMIT_NODES']))
  })
})

describe('[R-8] one child over and over', () => {
  it('[R-8] is drawn to the limit, with one notice for all the rest', async () => {
    const ids = times(50_000, () => 't')
    const { container, codes } = mount({
      messages: [CS('s'), UC('s', [column('root', ids), T('t', 'again')])],
      limits: { nodes: 100 },
    })
    await settled()
    expect(texts(container)).toHaveLength(99)
    expect(notices(container)).toBe(1)
    expect(codes()).toEqual(['LIMIT_NODES'])
  })
})

describe.each(modes)('[R-8] the depth%s', (_, strict) => {
  /** Cards in cards, a text in the last; `depth` nodes from the root to the text. */
  const chain = (depth: number): readonly JsonObject[] => [
    CS('s'),
    UC('s', [
      ...times(depth - 1, (index) => ({
        id: index === 0 ? 'root' : `c${index}`,
        component: 'Card',
        child: `c${index + 1}`,
      })),
      T(`c${depth - 1}`, 'the end'),
    ]),
  ]

  it('[R-8] may be as large as the limit', async () => {
    const { container, codes } = mount({ messages: chain(10), limits: { renderDepth: 10 }, strict })
    await settled()
    expect(texts(container)).toEqual(['the end'])
    expect(codes()).toEqual([])
  })

  it('[R-8] above the limit ends with a notice', async () => {
    const { container, reports } = mount({ messages: chain(11), limits: { renderDepth: 10 }, strict })
    await settled()
    expect(container.querySelectorAll('.sf-card')).toHaveLength(10)
    expect(texts(container, '.sf-notice')).toEqual(['There is more than can be shown here.'])
    expect(reports.map(({ code, place }) => [code, place.componentId])).toEqual([['LIMIT_RENDER_DEPTH', 'c10']])
  })

  it('[R-8] of 3,000 cards is drawn to the limit, and the page goes on', async () => {
    const { container, codes, send } = mount({ messages: [...GOOD, ...chain(3000)], strict })
    await settled()
    expect(container.querySelectorAll('.sf-card')).toHaveLength(100)
    expect(codes()).toEqual(['LIMIT_RENDER_DEPTH'])
    send(UC('g', [T('root', 'witness still')]))
    expect(texts(container)).toEqual(['witness still'])
  })

  it('[R-8] [C-5] of a template that walks down finite data ends with the data', async () => {
    const { container, codes } = mount({
      messages: [
        CS('s'),
        UC('s', [
          column('root', { componentId: 'node', path: '/kids' }),
          column('node', ['name', 'below']),
          T('name', { path: 'name' }),
          column('below', { componentId: 'node', path: 'kids' }),
        ]),
        UD('s', '/kids', [
          { name: 'a', kids: [{ name: 'b', kids: [{ name: 'c', kids: [] }] }] },
          { name: 'd', kids: [] },
        ]),
      ],
      strict,
    })
    await settled()
    expect(texts(container)).toEqual(['a', 'b', 'c', 'd'])
    expect(codes()).toEqual([])
  })
})

it('[R-8] [R-22] a text that grows where it stands counts as what it has become', async () => {
  const { container, send } = mount({
    messages: [CS('s'), UD('s', '/text', 'a'.repeat(150)), UC('s', [column('root', ['t']), T('t', { path: '/text' })])],
    limits: { nodes: 14 },
  })
  await settled()
  // One for each hundred characters, one for the text, one for the column.
  send(UD('s', '/text', 'a'.repeat(1_000)))
  send(UC('s', [column('root', ['t', 'x', 'y', 'z']), T('x', 'x'), T('y', 'y'), T('z', 'z')]))
  await settled()
  expect([texts(container).slice(1), notices(container)]).toEqual([['x', 'y'], 1])
})

describe('[R-8] what a limit left out', () => {
  it('[R-8] is not evaluated: a surface without room listens to nothing', async () => {
    const other = [CS('u'), UC('u', [T('root', { path: '/text' })]), UD('u', '/text', 'late')]
    const { send, surface, codes, container } = mount({ messages: [...flat(9), ...other], limits: { totalNodes: 10 } })
    await settled()
    expect([placeListenerCount(surface('u').model), codes()]).toEqual([0, ['LIMIT_NODES']])
    send(DS('s'))
    await settled()
    expect([texts(container), placeListenerCount(surface('u').model)]).toEqual([['late'], 1])
  })

  it('[R-22] is drawn when another view of the page goes', async () => {
    const { runtime, send } = record({ limits: { totalNodes: 10 } })
    send(...flat(9), CS('u'), UC('u', [T('root', 'late')]))
    const first = render(<SurfaceView runtime={runtime} surfaceId="s" />)
    const second = render(<SurfaceView runtime={runtime} surfaceId="u" />)
    await settled()
    expect([texts(second.container), notices(second.container)]).toEqual([[], 1])
    act(() => first.unmount())
    await settled()
    expect([texts(second.container), notices(second.container)]).toEqual([['late'], 0])
  })

  it('[R-22] waits on where others have made too little room', async () => {
    const long = [CS('u'), UC('u', [T('root', 'a'.repeat(500))])]
    const { container, send, codes } = mount({ messages: [...flat(9), ...long], limits: { totalNodes: 10 } })
    const rest = (count: number): JsonObject =>
      UC('s', [
        column(
          'root',
          times(count, (index) => `t${index}`),
        ),
      ])
    for (const left of [8, 6, 5]) {
      send(rest(left))
      await settled()
      expect([texts(container).length, notices(container)]).toEqual([left, 1])
    }
    send(rest(3))
    await settled()
    expect([texts(container).length, notices(container), codes()]).toEqual([4, 0, ['LIMIT_NODES']])
  })

  it('[R-22] [BC-20] waits for room that is given back only when what the user typed is sent', async () => {
    const field = { id: 'field', component: 'TextField', label: 'Name', value: { path: '/name' } }
    const ok = [{ id: 'ok', component: 'Button', child: 't0', action: { event: { name: 'ok' } } }, T('t0', 'OK')]
    const form = (...more: string[]): JsonObject => UC('s', [column('root', ['field', 'ok', ...more]), field, ...ok])
    const { container, send } = mount({
      messages: [CS('s'), form('x', 'y'), UC('s', [T('x', 'x'), T('y', 'y')]), CS('u'), UC('u', [T('root', 'late')])],
      limits: { totalNodes: 14 },
    })
    await settled()
    expect([texts(container), notices(container)]).toEqual([['OK', 'x', 'y'], 1])
    fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'Ada' } })
    send(form())
    await settled()
    expect([texts(container), notices(container)]).toEqual([['OK'], 1])
    fireEvent.click(screen.getByRole('button'))
    await settled()
    expect([texts(container), notices(container)]).toEqual([['OK', 'late'], 0])
  })

  it('[R-8] is a note to assistive technology', () => {
    const { container } = mount({ messages: flat(3), limits: { nodes: 2 } })
    expect(only(container, '.sf-column').contains(screen.getByRole('note'))).toBe(true)
  })
})

it('[R-8] [SF-4] a first rendering that suspends does not count in what all surfaces draw', async () => {
  const limits = { nodes: 10, totalNodes: 12 }
  const { runtime, send, reports } = record({ limits })
  send(...flat(9))
  for (let round = 0; round < 3; round++) {
    let arrive: () => void = () => undefined
    const coming = new Promise<void>((resolve) => {
      arrive = resolve
    })
    let there = false
    const Late = (): ReactNode => {
      if (!there) throw coming
      return null
    }
    const page = render(
      <Suspense fallback="…">
        <SurfaceList runtime={runtime} />
        <Late />
      </Suspense>,
    )
    await settled()
    expect(texts(page.container)).toEqual([])
    there = true
    await act(async () => arrive())
    expect(texts(page.container)).toHaveLength(9)
    page.unmount()
  }
  // One that is never shown again gives back when its surface is deleted.
  const never = render(
    <Suspense fallback="…">
      <SurfaceList runtime={runtime} />
      <Never />
    </Suspense>,
  )
  send(DS('s'))
  never.unmount()
  send(...flat(9))
  const { container } = render(<SurfaceList runtime={runtime} />)
  await settled()
  expect(texts(container)).toHaveLength(9)
  expect(reports).toEqual([])
})

function Never(): ReactNode {
  throw new Promise(() => undefined)
}
