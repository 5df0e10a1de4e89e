// What a stream may bring in one go, as `read` takes it.
import { column, components, create, data, text } from '../wire.ts'
import { around, type HostileInput, input, many, same, times } from './input.ts'

/** A surface that draws one text over and over. */
function bomb(surfaceId: string, children: unknown): readonly object[] {
  return [create(surfaceId), components(surfaceId, column('root', children), text('t', 'x'))]
}

/** Those of hostile.spec.ts. */
export const streams: readonly HostileInput[] = [
  input('300 surfaces of as much as there may be', ['LIMIT_NODES'], () =>
    many('b', 300).flatMap((id) => [
      create(id),
      components(
        id,
        ...times(4, (level) => column(level === 0 ? 'root' : `l${level}`, same(10, `l${level + 1}`))),
        text('l4', 'x'),
      ),
    ]),
  ),
  input('data without end', ['LIMIT_DATA_BYTES'], () =>
    many('d', 6).flatMap((id) => [
      create(id),
      components(id, text('root', id)),
      ...times(4, (index) => around(data(id, `/${index}`, '?'), `[${same(340_000, '{}').join(',')}]`)),
    ]),
  ),
]

/** For the bench alone. */
export const slowStreams: readonly HostileInput[] = [
  input('300 surfaces of 160 texts each', [], () => many('b', 300).flatMap((id) => bomb(id, same(160, 't')))),
  input('300 surfaces, each a long list once its data come', ['LIMIT_NODES'], () => [
    ...many('b', 300).flatMap((id) => bomb(id, { componentId: 't', path: '/rows' })),
    ...many('b', 300).map((id) => data(id, '/rows', same(200, 'x'))),
  ]),
]
