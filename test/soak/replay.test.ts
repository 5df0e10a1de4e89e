// A stream that drops and begins again: what was applied stays, and the same lines leave the same state.
import { describe, expect, it } from 'vitest'
import type { Runtime } from '../../src/entries/core.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { CS, DS, T, UC, UD, v08 } from '../support/messages.ts'
import { seeded } from '../support/random.ts'
import { record } from '../support/recorder.ts'
import { sized } from '../support/soak.ts'
import { stateOf } from '../support/state.ts'

/** A transcript of up to 20 messages for up to three surfaces of both versions, in an order that an agent might choose. */
function transcript(random: () => number): readonly JsonValue[] {
  const chance = (share: number): boolean => random() < share
  const one = <T>(...items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const surfaces = ['a', 'b', 'old'].filter(() => chance(0.7))
  const messages: JsonValue[] = surfaces.map((id) => (id === 'old' ? v08.BR(id) : CS(id)))
  const count = Math.floor(random() * 17)
  for (let n = 0; n < count; n++) {
    const id = one('a', 'b', 'old')
    const value = one<JsonValue>('x', 7, null, { k: [1, { d: 'e' }] }, ['p', 'q'])
    const path = one('/', '/v', '/v/k', '/list/0', '/list/1')
    if (chance(0.06)) messages.push(id === 'old' ? v08.DS(id) : DS(id))
    else if (id === 'old')
      messages.push(
        chance(0.5) ? v08.SU(id, [v08.T('root', one('one', 'two'))]) : v08.DM(id, [{ key: 'k', valueString: 's' }]),
      )
    else if (chance(0.5)) messages.push(UC(id, [T(one('root', 'x'), one<JsonValue>('t', { path: '/v' }))]))
    else messages.push(chance(0.8) ? UD(id, path, value) : UD(id, path))
  }
  return messages
}

function left(...streams: readonly (readonly JsonValue[])[]): unknown {
  const { runtime, send } = record()
  for (const stream of streams) {
    send(...stream)
    runtime.end()
  }
  return state(runtime)
}

/** Without the lines that components came in. */
function state(runtime: Runtime): unknown {
  return JSON.parse(JSON.stringify(stateOf(runtime), (key, value) => (key === 'origin' ? undefined : value)))
}

/** Whether writes of the stream add up to something else when they are made twice: a list that grows by appending. */
function appends(messages: readonly JsonValue[]): boolean {
  return JSON.stringify(messages).includes('/list/')
}

describe('a stream that is sent again', () => {
  it('[SF-2] [E-5] from its beginning leaves the state of one', () => {
    const random = seeded(21)
    let compared = 0
    for (let n = 0; n < sized(2_000, 10_000); n++) {
      const messages = transcript(random).filter((message) => !JSON.stringify(message).includes('deleteSurface'))
      if (appends(messages)) continue
      compared++
      expect(left(messages, messages)).toEqual(left(messages))
    }
    expect(compared).toBeGreaterThan(200)
  })

  it('[S-4] from any line on, after it broke off there, comes to the whole', () => {
    const random = seeded(22)
    for (let n = 0; n < sized(2_000, 10_000); n++) {
      const messages = transcript(random)
      const at = Math.floor(random() * (messages.length + 1))
      const { runtime } = record()
      const text = messages.map((message) => `${JSON.stringify(message)}\n`)
      const half = text[at]?.slice(0, 10) ?? ''
      // The connection drops in the middle of a line, and the next one begins with that line.
      runtime.push(text.slice(0, at).join('') + half)
      runtime.end()
      runtime.push(text.slice(at).join(''))
      runtime.end()
      expect(state(runtime)).toEqual(left(messages))
    }
  })
})
