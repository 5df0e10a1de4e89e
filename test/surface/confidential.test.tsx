// What is reported because of what the user entered is for the host: the agent learns neither that nor where.
import { act } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import type { Surface } from '../../src/surface/surface.ts'
import { mount as draw } from '../react/mount.tsx'
import { inner } from '../support/live.ts'
import { CS, T, UC, UD, v08 } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'

const settled = () => act(async () => undefined)

/** The module of a function may have to be loaded. */
const loaded = () =>
  act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50))
  })

/** The codes of all reports, and of those that are encoded for the agent. */
function reported({ reports, runtime }: Pick<Recorder, 'reports' | 'runtime'>): readonly [unknown, unknown] {
  return [reports.map(({ code }) => code), reports.flatMap((error) => (runtime.encode(error) ? [error.code] : []))]
}

const column = (id: string, children: JsonValue): JsonObject => ({ id, component: 'Column', children })

/** Draws a path where the typed text begins with the letter, and what is no template else. */
const guess = (letter: string): JsonObject => {
  const made = `\\\${%6\${regex(value: \${/pw}, pattern: '^${letter}')}}`
  return T(letter, { call: 'formatString', args: { value: { call: 'formatString', args: { value: made } } } })
}

describe('[TT-2] what the agent is notified', () => {
  it('[TT-2] of failures in functions does not depend on typed text: it spells nothing', async () => {
    const alphabet = ['h', 'u', 'n', 't', 'e', 'r']
    const guesses = alphabet.map(guess)
    const outcomes: unknown[] = []
    for (const secret of ['hunter', 'tuna', '5']) {
      const page = draw({ messages: [CS('s'), UC('s', [column('root', alphabet), ...guesses])] })
      await settled()
      await loaded()
      const before = page.reports.length
      act(() => void page.runtime.surface('s')?.data.set('/pw', secret))
      await loaded()
      const after = page.reports.slice(before)
      outcomes.push(after.filter((error) => page.runtime.encode(error)).map(({ place }) => place.componentId))
      page.page.unmount()
    }
    expect(outcomes).toEqual([[], [], []])
  })

  it.each<readonly [what: string, component: JsonObject, typed: JsonValue, code: string]>([
    ['an address that is not loaded', { component: 'Image', url: { path: '/v' } }, 'ftp://x.example/', 'MEDIA_REFUSED'],
    ['an icon that is none', { component: 'Icon', name: { path: '/v' } }, 'no such icon', 'VALIDATION_FAILED'],
    [
      'a pattern of a date',
      { component: 'Text', text: { call: 'formatDate', args: { value: '2030-01-01', format: { path: '/v' } } } },
      'o',
      'FUNCTION_FAILED',
    ],
    ['a text beyond the limit on nodes', { component: 'Text', text: { path: '/v' } }, 'x'.repeat(4_000), 'LIMIT_NODES'],
  ])('[TT-2] is nothing of %s, with the reason for the host', async (_, component, typed, code) => {
    const messages = [CS('s'), UC('s', [{ id: 'root', ...component } as JsonObject])]
    const byUser = draw({ messages, limits: { nodes: 30 } })
    act(() => void byUser.runtime.surface('s')?.data.set('/v', typed))
    await loaded()
    expect(reported(byUser)).toEqual([[code], []])
    const byAgent = draw({ messages: [...messages, UD('s', '/v', typed)], limits: { nodes: 30 } })
    await loaded()
    expect(reported(byAgent)).toEqual([[code], [code]])
    expect(byUser.reports[0]?.message).toBe(byAgent.reports[0]?.message)
  })

  it.each<readonly [what: string, write: JsonObject, code: string]>([
    ['the length of a list that the user made longer', UD('s', '/list/9', 1), 'POINTER_INDEX'],
    ['a text of the user', UD('s', '/v/x', 1), 'DATA_NOT_CONTAINER'],
    ['a row of the user', UD('s', '/list/1/name/x', 1), 'DATA_NOT_CONTAINER'],
  ])('[TT-2] is nothing of a write that fails for %s', (_, write, code) => {
    const recorder = record()
    recorder.send(CS('s'), UD('s', '/', { list: [{ name: 'Ada' }], own: 'text' }))
    recorder.runtime.surface('s')?.data.set('/list/1/name', 'typed')
    recorder.runtime.surface('s')?.data.set('/v', 'typed')
    recorder.send(write)
    expect(reported(recorder)).toEqual([[code], []])
    // Whether it is the user's text or the agent's own is not looked at.
    recorder.send(UD('s', '/own/x', 1))
    expect(reported(recorder)).toEqual([[code, 'DATA_NOT_CONTAINER'], []])
  })

  it('[TT-2] is nothing of a v0.8 literal that has no place', () => {
    const recorder = record()
    recorder.send(v08.BR('s'))
    recorder.runtime.surface('s')?.data.set('/v', 'typed')
    recorder.send(v08.SU('s', [v08.T('root', { path: 'v.x', literalString: 'a' })]))
    expect(reported(recorder)).toEqual([[], []])
    recorder.send(
      v08.SU('s', [v08.T('root', { path: 'w', literalString: 'a' }), v08.T('t', { path: 'w.x', literalString: '' })]),
    )
    expect(reported(recorder)).toEqual([['DATA_NOT_CONTAINER'], []])
  })

  it('[TT-2] [V8-7] is nothing of a v0.8 literal for which typed text leaves no room: its message is applied', () => {
    const outcomes = ['x', 'x'.repeat(200)].map((typed) => {
      const recorder = record({ limits: { dataBytes: 150, components: 2 } })
      recorder.send(v08.BR('s'))
      recorder.runtime.surface('s')?.data.set('/v', typed)
      recorder.send(
        v08.SU('s', [v08.T('root', { path: 'w', literalString: 'a'.repeat(60) }), v08.T('t', { literalString: '' })]),
        // Had the message been refused, there would be room for this one.
        v08.SU('s', [v08.T('u', { literalString: '' })]),
        v08.SU('s', [v08.T('t', { path: 'v.x', literalString: 'a' })]),
      )
      recorder.runtime.end()
      return [reported(recorder)[1], [...(recorder.runtime.surface('s')?.components.keys() ?? [])]]
    })
    expect(outcomes).toEqual([
      [['LIMIT_COMPONENTS'], ['root', 't']],
      [['LIMIT_COMPONENTS'], ['root', 't']],
    ])
  })

  it.each(['apply', 'read'])(
    '[TT-2] is nothing of a write whose refusal the end of its source would tell: %s',
    async (way) => {
      const outcomes: unknown[] = []
      for (const typed of ['hunter', { x: 1 }]) {
        const recorder = record()
        recorder.send(CS('s'), UC('s', [column('root', ['missing'])]))
        recorder.runtime.surface('s')?.data.set('/v', typed)
        const write = UD('s', '/v/x', 1)
        if (way === 'read') await recorder.runtime.read([`${JSON.stringify(write)}\n`])
        else {
          recorder.runtime.end()
          recorder.runtime.apply(write)
          recorder.runtime.end()
        }
        outcomes.push(reported(recorder)[1])
      }
      expect(outcomes[0]).toEqual(outcomes[1])
    },
  )

  it('[TT-2] is all that a line says by itself, and everything once the input was sent', async () => {
    const page = draw({ messages: [CS('s'), UC('s', [{ id: 'root', component: 'Icon', name: { path: '/v' } }])] })
    act(() => void page.runtime.surface('s')?.data.set('/other', 'typed'))
    page.send(UD('s', '/v', 'no such icon'), UC('s', [{ ...T('t', ''), component: 'Txt' }]), 'bad')
    await settled()
    expect(reported(page)).toEqual([
      expect.arrayContaining(['VALIDATION_FAILED', 'COMPONENT_UNKNOWN', 'JSON_SYNTAX']),
      ['COMPONENT_UNKNOWN', 'JSON_SYNTAX'],
    ])
    inner(page.runtime.surface('s') as Surface).emit('root', 'go', {})
    page.send(UD('s', '/v', 'another'), UC('s', [{ id: 'root', component: 'Icon', name: { path: '/v' } }]))
    await settled()
    expect(reported(page)[1]).toEqual(['COMPONENT_UNKNOWN', 'JSON_SYNTAX', 'VALIDATION_FAILED'])
  })
})
