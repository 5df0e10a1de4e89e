// Few components that draw many, or that lie in one another without end.
import { column, components, data, text } from '../wire.ts'
import { type HostileInput, input, same, times } from './input.ts'

export interface HostileTree extends HostileInput {
  /** Elements of its surface that stand for components, at most. */
  readonly most: number
  readonly shows?: string
}

/** So many columns, each of which names the next one twice and beside it one line so many times. */
function shared(columns: number, lines: number): object {
  const id = (level: number): string => (level === 0 ? 'root' : `c${level}`)
  const childrenAt = (level: number): readonly string[] => [
    ...(level + 1 < columns ? same(2, id(level + 1)) : []),
    ...same(lines, 'd'),
  ]
  return components('s', ...times(columns, (level) => column(id(level), childrenAt(level))), {
    id: 'd',
    component: 'Divider',
  })
}

export const trees: readonly HostileTree[] = [
  {
    ...input('[C-5] a component that contains itself', ['GRAPH_CYCLE'], () => [
      components('s', column('root', ['root'])),
      components('s', text('root', 'sound')),
    ]),
    most: 1,
    shows: 'sound',
  },
  {
    ...input('[C-5] a circle of three, closed by a later message', ['GRAPH_CYCLE'], () => [
      components(
        's',
        column('root', ['a']),
        { id: 'a', component: 'Card', child: 'b' },
        column('b', ['c']),
        text('c', 'sound'),
      ),
      components('s', column('b', ['root'])),
    ]),
    most: 4,
    shows: 'sound',
  },
  {
    ...input('[C-5] a template that repeats itself', ['GRAPH_CYCLE'], () => [
      data('s', '/items', [1, 2]),
      components('s', column('root', { componentId: 'root', path: '/items' })),
    ]),
    most: 0,
  },
  {
    ...input('[R-8] ten children ten times over, five times', ['LIMIT_NODES'], () =>
      components(
        's',
        ...times(5, (level) => column(level === 0 ? 'root' : `l${level}`, same(10, `l${level + 1}`))),
        text('l5', 'leaf'),
      ),
    ),
    most: 10_000,
    shows: 'leaf',
  },
  {
    ...input('[R-8] templates in templates', ['LIMIT_NODES'], () => [
      data('s', '/i', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
      components(
        's',
        ...times(6, (level) =>
          column(level === 0 ? 'root' : `l${level}`, { componentId: `l${level + 1}`, path: '/i' }),
        ),
        text('l6', 'leaf'),
      ),
    ]),
    most: 10_000,
    shows: 'leaf',
  },
  {
    ...input('[R-8] 3,000 cards in one another', ['LIMIT_RENDER_DEPTH'], () =>
      components(
        's',
        ...times(3000, (index) => ({
          id: index === 0 ? 'root' : `c${index}`,
          component: 'Card',
          child: `c${index + 1}`,
        })),
        text('c3000', 'the end'),
      ),
    ),
    most: 100,
    shows: 'There is more than can be shown here.',
  },
  {
    ...input('[R-8] a list of 100,000 items', [], () => [
      components('s', column('root', { componentId: 'row', path: '/rows' }), text('row', { path: '' })),
      // Short, so that they fit into one line.
      data(
        's',
        '/rows',
        times(100_000, (index) => index),
      ),
    ]),
    most: 201,
    shows: 'Show more (99800)',
  },
  {
    ...input('[R-8] one child 200,000 times', ['LIMIT_NODES'], () =>
      components('s', column('root', same(200_000, 't')), text('t', 'again')),
    ),
    most: 10_000,
    shows: 'again',
  },
  {
    ...input('[R-22] 95 columns that name the next one twice, with 2,500 lines each', ['LIMIT_NODES'], () =>
      shared(95, 2_500),
    ),
    most: 10_000,
    shows: 'There is more than can be shown here.',
  },
  {
    ...input('[R-22] 25 columns that name the next one twice, with 9,998 lines each', ['LIMIT_NODES'], () =>
      shared(25, 9_998),
    ),
    most: 10_000,
    shows: 'There is more than can be shown here.',
  },
]
