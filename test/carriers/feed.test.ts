// What all carriers that may break share: messages that come again, and a stream that never ends.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAnswers, createReconnect } from '../../src/carriers/carried.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { messagesIn } from '../../src/protocol/carried.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

const field = { id: 'root', component: 'TextField', label: 'Name', value: { path: '/name' } }
const form: readonly JsonObject[] = [CS('s'), UC('s', [field])]

function fed() {
  const recorder = record()
  return { ...recorder, feed: createAnswers(recorder.runtime, { otherwise: 'feed' }) }
}

describe('a source that begins again', () => {
  it('[CA-2] repeats only the beginning: what it does not say again is not shown any more', () => {
    const { feed, runtime, codes } = fed()
    feed.add([...form, CS('t')])
    const surface = runtime.surface('s')
    feed.restart()
    feed.add(form)
    expect(runtime.surface('s')).toBe(surface)
    feed.end()
    expect(runtime.surfaces.getSnapshot().map(({ id }) => id)).toEqual(['s'])
    expect(codes()).toEqual([])
  })

  it('[CA-2] says something else in the middle: that counts', () => {
    const { feed, runtime, codes } = fed()
    feed.add([...form, UD('s', '/name', 'Ann'), UD('s', '/age', 1)])
    feed.restart()
    feed.add(form)
    feed.add([UD('s', '/name', 'Bo')])
    feed.end()
    expect(runtime.surface('s')?.data.get('')).toEqual({ name: 'Bo' })
    expect(codes()).toEqual([])
  })

  it('[CA-2] goes on where it was', () => {
    const { feed, runtime } = fed()
    feed.add([...form, UD('s', '/name', 'Ann')])
    feed.restart()
    feed.add([UD('s', '/age', 2)])
    feed.end()
    expect(runtime.surface('s')?.data.get('')).toEqual({ name: 'Ann', age: 2 })
  })

  it('[CA-2] keeps the answers to actions, which it need not repeat', () => {
    const event = { surfaceId: 's' }
    const answered = (id: string) => [CS(id), UC(id, [T('root', 'booked')])]
    const { feed, runtime, codes } = fed()
    feed.add([...form, UD('s', '/age', 1)])
    feed.addReply(event).add(answered('answer'))
    const answer = runtime.surface('answer')
    feed.add([UD('s', '/age', 2)])
    feed.restart()
    feed.add([...form, UD('s', '/age', 1), UD('s', '/age', 2)])
    expect(runtime.surface('answer')).toBe(answer)
    expect(runtime.surface('s')?.data.get('')).toEqual({ age: 2 })
    feed.restart()
    feed.add(form)
    feed.addReply(event).add(answered('second'))
    feed.add([UD('s', '/age', 3)])
    feed.end()
    expect(runtime.surface('s')?.data.get('')).toEqual({ age: 3 })
    expect(runtime.surface('answer')).toBeDefined()
    expect(runtime.surface('second')).toBeDefined()
    feed.restart()
    // A server that keeps what it answered repeats that as well.
    feed.add([...form, ...answered('answer'), ...answered('second'), UD('s', '/age', 3)])
    expect(runtime.surfaces.getSnapshot().map(({ id }) => id)).toEqual(['s', 'answer', 'second'])
    expect(codes()).toEqual([])
  })

  it('[CA-9] a stream that never ends is applied as it comes and not kept; a new beginning keeps what was typed', () => {
    const { feed, runtime, codes } = fed()
    const synced: number[] = []
    const watched = createAnswers(
      {
        ...runtime,
        sync(key, messages, options) {
          synced.push(messages.length)
          runtime.sync(key, messages, options)
        },
      },
      { otherwise: 'watched' },
    )
    watched.add(form)
    runtime.surface('s')?.data.set('/name', 'Bo')
    for (let batch = 0; batch < 30; batch++)
      watched.add(Array.from({ length: 1_000 }, (_, index) => UD('s', '/price', batch * 1_000 + index)))
    expect(Math.max(...synced)).toBeLessThanOrEqual(10_000)
    expect(runtime.surface('s')?.data.get('/price')).toBe(29_999)
    watched.restart()
    watched.add([...form, UD('s', '/price', 7)])
    expect(runtime.surface('s')?.data.get('')).toEqual({ name: 'Bo', price: 7 })
    expect(codes()).toEqual([])
    feed.end()
  })
})

describe('what a carrier brought', () => {
  it('[CA-3] may nest without end', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    expect(messagesIn(deep)).toHaveLength(1)
    expect(messagesIn(JSON.parse(`${'{"messages":['.repeat(50_000)}${']}'.repeat(50_000)}`))).toHaveLength(1)
  })
})

describe('attempts to connect', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** `lasts`: milliseconds until each connection breaks. */
  async function broken(lasts: number) {
    const { runtime, codes } = record()
    let count = 0
    const attempts = createReconnect(runtime, () => {
      count++
      attempts.opened()
      setTimeout(() => attempts.broke(new Error('broken')), lasts)
    })
    attempts.start()
    await vi.advanceTimersByTimeAsync(300_000)
    attempts.stop()
    return { count, codes: codes() }
  }

  it('[CA-3] a server that breaks off each connection at once is asked six times, not for ever', async () => {
    expect(await broken(100)).toEqual({ count: 6, codes: ['STREAM_FAILED'] })
  })

  it('[CA-3] a connection that stood for a while is made again, however often', async () => {
    // Each lasts 30 s, and half a second passes until the next one.
    expect(await broken(30_000)).toEqual({ count: 10, codes: [] })
  })
})
