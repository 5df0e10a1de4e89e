// What was refused was sent: one report tells of it, and the end of the stream does not name it again.
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/json/value.ts'
import { CS, DS, T, UC, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

const card = (child: string, id = 'root'): JsonObject => ({ id, component: 'Card', child })
const bad = (id: string): JsonObject => ({ id, component: 'Cart', child: 'x' })

function codesOf(...messages: readonly JsonObject[]): readonly string[] {
  const { send, runtime, codes } = record()
  send(...messages)
  runtime.end()
  runtime.end()
  return codes()
}

describe('at the end of the stream', () => {
  it.each<readonly [string, readonly JsonObject[], readonly string[]]>([
    ['a refused child', [CS('s'), UC('s', [card('a')]), UC('s', [bad('a')])], ['COMPONENT_UNKNOWN']],
    ['a refused root', [CS('s'), UC('s', [bad('root')])], ['COMPONENT_UNKNOWN']],
    [
      'good ones of a refused message',
      [CS('s'), UC('s', [card('a')]), UC('s', [T('a', 'x'), bad('b')])],
      ['COMPONENT_UNKNOWN'],
    ],
    [
      'components that a misspelt message held',
      [CS('s'), { version: 'v0.9', updateComponent: { surfaceId: 's', components: [T('root', 'x')] } }],
      ['ENVELOPE_UNKNOWN_KIND'],
    ],
    [
      'components with a surplus member beside them',
      [CS('s'), { version: 'v0.9', updateComponents: { surfaceId: 's', components: [T('root', 'x')], extra: 1 } }],
      ['ENVELOPE_INVALID'],
    ],
    [
      'components without a version',
      [CS('s'), { updateComponents: { surfaceId: 's', components: [T('root', 'x')] } }],
      ['VERSION_MISSING'],
    ],
    ['components that came before their surface', [UC('s', [T('root', 'x')]), CS('s')], ['SURFACE_NOT_FOUND']],
    ['components of v0.8 that waited', [v08.SU('s', [v08.C('root', 'Cart', {})]), v08.BR('s')], ['COMPONENT_UNKNOWN']],
    [
      'a refused beginRendering',
      [v08.SU('s', [v08.T('root', 'x')]), v08.BR('s', 'root', { catalogId: 'unknown' })],
      ['CATALOG_UNKNOWN'],
    ],
  ])('[H-9] %s: is not named as missing', (_, messages, codes) => {
    expect(codesOf(...messages)).toEqual(codes)
  })

  it('[H-9] [SF-8] what truly never came is named all the same', () => {
    expect(codesOf(CS('s'), UC('s', [bad('a')]), UC('s', [card('b')]))).toEqual(['COMPONENT_UNKNOWN', 'CHILD_MISSING'])
    expect(codesOf(CS('s'), UC('s', [bad('a')]))).toEqual(['COMPONENT_UNKNOWN', 'ROOT_MISSING'])
    expect(codesOf(CS('s'), UC('s', [bad('root')]), CS('t'))).toEqual(['COMPONENT_UNKNOWN', 'ROOT_MISSING'])
  })

  it('[H-9] the surface is incomplete for assistive technology', () => {
    const { send, runtime } = record()
    send(CS('s'), UC('s', [bad('root')]))
    runtime.end()
    expect(runtime.surface('s')?.arrival.getSnapshot()).toBe('incomplete')
  })

  it('[H-9] goes with the surface', () => {
    expect(codesOf(CS('s'), UC('s', [bad('root')]), DS('s'), CS('s'))).toEqual(['COMPONENT_UNKNOWN', 'ROOT_MISSING'])
  })

  it('[H-9] is bounded: as many ids as one surface may have components, and room comes back', () => {
    const { send, runtime, reports } = record({ limits: { components: 3 } })
    const all = { id: 'root', component: 'Column', children: ['a', 'b', 'c', 'd'] }
    const refuse = (): void => send(CS('s'), UC('s', [all]), UC('s', ['a', 'b', 'c', 'd'].map(bad)))
    const missing = (): unknown => {
      runtime.end()
      return reports.filter(({ code }) => code === 'CHILD_MISSING').map(({ hint }) => hint)
    }
    refuse()
    expect(missing()).toEqual([expect.stringContaining('"d"')])
    send(DS('s'))
    refuse()
    expect(missing()).toEqual([expect.stringContaining('"d"'), expect.stringContaining('"d"')])
  })
})
