// Lenient: components that contain themselves lose the child that makes the cycle.
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/json/value.ts'
import { T, UC } from '../../support/messages.ts'
import { lenient } from './component-setup.ts'

describe('[LN-10] components that contain themselves', () => {
  const card = (id: string, child: string): JsonObject => ({ id, component: 'Card', child })

  it.each<readonly [title: string, components: readonly JsonObject[], cycles: readonly string[]]>([
    ['the root', [card('root', 'root'), T('ok', 'x')], ['root → root']],
    ['a long way round', [card('root', 'a'), card('a', 'b'), card('b', 'a'), T('ok', 'x')], ['b → a → b']],
    ['two of them', [card('root', 'root'), card('a', 'a'), T('ok', 'x')], ['root → root', 'a → a']],
  ])('[LN-10] %s', (_title, components, cycles) => {
    const { runtime, reports, shown, send } = lenient(...components)
    expect(reports.map(({ code, severity, message }) => [code, severity, message.split(': ')[1]])).toEqual(
      cycles.map((cycle) => ['GRAPH_CYCLE', 'warning', cycle]),
    )
    for (const { place } of reports) expect(place).toMatchObject({ surfaceId: 's', line: 2 })
    expect(reports[0]?.place.at).toMatch(/^\/updateComponents\/components\/[02]$/)
    expect(shown('s', 'ok')).toBe('x')
    const drawn = runtime.surface('s')?.components
    for (const cycle of cycles) expect(drawn?.get(cycle.split(' → ')[0] ?? '')?.invalid?.code).toBe('GRAPH_CYCLE')
    send(UC('s', [T('root', 'mended')]))
    expect(shown('s')).toBe('mended')
  })

  it('[LN-10] lose one child of a list, and nothing else', () => {
    const column = (id: string, children: readonly string[]): JsonObject => ({ id, component: 'Column', children })
    const { runtime, reports, send } = lenient(
      column('root', ['t', 'a', 'root']),
      column('a', ['u', 'root']),
      T('t', 'x'),
    )
    expect(reports.map(({ code, severity }) => [code, severity])).toEqual([
      ['GRAPH_CYCLE', 'warning'],
      ['GRAPH_CYCLE', 'warning'],
    ])
    const children = (id: string): unknown => runtime.surface('s')?.components.get(id)?.props['children']
    expect([children('root'), children('a')]).toEqual([
      { kind: 'children', ids: ['t', 'a'] },
      { kind: 'children', ids: ['u'] },
    ])
    // Of a component that stays as it was, the first reference of the cycle is the one to go.
    send(UC('s', [column('t', ['root'])]))
    expect([children('root'), children('t')]).toEqual([
      { kind: 'children', ids: ['t', 'a'] },
      { kind: 'children', ids: [] },
    ])
  })

  it('[LN-10] a message with very many of them is refused', () => {
    const { runtime, reports } = lenient(...Array.from({ length: 40 }, (_, index) => card(`c${index}`, `c${index}`)))
    expect(reports.map(({ code, severity }) => [code, severity])).toEqual([['GRAPH_CYCLE', 'error']])
    expect(runtime.surface('s')?.components.size).toBe(0)
  })
})
