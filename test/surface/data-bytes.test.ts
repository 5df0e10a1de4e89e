// How much data the agent may write: what counts, what it costs to count, and what happens without room.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dataBytes } from '../../src/json/data-bytes.ts'
import { parsePointer, root } from '../../src/json/pointer.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { createDataModel } from '../../src/surface/data-model.ts'
import { CS, DS, GOOD, UD, v08 } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'
import { sized, soaking } from '../support/soak.ts'
import { soundIds } from '../support/sound.ts'
import { count, pointers, tried, written } from './data-bytes-setup.ts'

describe('[BD-1] bytes of data', () => {
  it.each<readonly [JsonValue, number]>([
    [null, 8],
    [1.5, 8],
    ['', 8],
    ['abc', 11],
    ['é€😀', 8 + 2 + 3 + 4],
    [[], 8],
    [[1, 'a'], 8 + 8 + 9],
    [{ é: [{}] }, 8 + 2 + 8 + 8],
  ])('[BD-1] are 8 for each value, and those of texts and keys: %j', (value, bytes) => {
    expect(dataBytes(value)).toBe(bytes)
  })

  it('[BD-1] count a gap in a list, or appending and removing would cost nothing', () => {
    const tally = count()
    const model = createDataModel(tally)
    for (const index of [0, 1, 2]) {
      model.write(parsePointer(`/list/${index}`), 'x')
      model.write(parsePointer(`/list/${index}`), undefined)
    }
    expect(tally.used()).toBe('list'.length + 8 + 3 * 8)
  })

  it('[BD-1] come to those of the model, whatever is written, refused or removed', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(pointers, written, fc.boolean()), { maxLength: 30 }), (steps) => {
        const tally = count()
        const model = createDataModel(tally)
        for (const [pointer, value, entered] of steps) {
          // The user's writes are counted as well.
          tried(() => (entered ? model.enter : model.write)(pointer, value))
          expect(tally.used()).toBe(dataBytes(model.read(root)) - dataBytes({}))
        }
      }),
      { numRuns: sized(500, 50_000), ...(!soaking && { seed: 17 }) },
    )
  })

  it('[BD-1] of a write among many are counted without a look at the others', () => {
    let looks = 0
    const list = new Proxy([...Array(1_000).keys()], {
      get(target, key, receiver) {
        looks++
        return Reflect.get(target, key, receiver)
      },
    })
    const model = createDataModel(count())
    model.write(parsePointer('/list'), list)
    const first = looks
    expect(first).toBeGreaterThanOrEqual(1_000)
    for (let index = 0; index < 500; index++) model.write(parsePointer(`/n${index % 9}`), { index })
    expect(looks).toBe(first)
    model.enter(parsePointer('/typed'), 'x')
    for (let index = 0; index < 500; index++) model.write(parsePointer(`/n${index % 9}`), { index })
    expect(looks).toBe(first)
  })
})

describe('[BD-1] a write without room', () => {
  const large = (bytes: number): string => 'x'.repeat(bytes - 8)

  function reported({ reports }: Recorder): readonly unknown[] {
    return reports.map(({ code, message, place }) => [code, message, place.surfaceId, place.line, place.at])
  }

  it('[BD-1] is one report, and nothing of it is written', () => {
    const recorder = record({ limits: { dataBytes: 200 } })
    recorder.send(...GOOD, CS('s'), UD('s', '/a', large(150)), UD('s', '/b', [large(60)]), UD('s', '/c', 1))
    expect(reported(recorder)).toEqual([
      ['LIMIT_DATA_BYTES', 'The data model would have more than 200 bytes', 's', 5, '/updateDataModel'],
    ])
    expect(recorder.runtime.surface('s')?.data.get('/')).toEqual({ a: large(150), c: 1 })
    expect(recorder.shown('g')).toBe('witness')
  })

  it('[BD-1] finds room again once something was removed or became shorter', () => {
    const recorder = record({ limits: { dataBytes: 200 } })
    recorder.send(CS('s'), UD('s', '/a', large(150)), UD('s', '/a'), UD('s', '/b', large(199)))
    recorder.send(UD('s', '/b', large(99)), UD('s', '/c', large(99)))
    expect(recorder.codes()).toEqual([])
  })

  it('[BD-1] of all surfaces together has a limit of its own; a surface that is deleted makes room', () => {
    const recorder = record({ limits: { totalDataBytes: 300 } })
    recorder.send(CS('s'), UD('s', '/a', large(199)), CS('t'), UD('t', '/a', large(150)), UD('t', '/a', large(50)))
    expect(reported(recorder)).toEqual([
      [
        'LIMIT_DATA_BYTES',
        'The data models of all surfaces would have more than 300 bytes',
        't',
        4,
        '/updateDataModel',
      ],
    ])
    recorder.send(DS('s'), UD('t', '/a', large(150)), CS('s'), UD('s', '/a', large(149)), UD('s', '/b', 1))
    expect(recorder.codes()).toEqual(['LIMIT_DATA_BYTES', 'LIMIT_DATA_BYTES'])
    // Another runtime counts by itself.
    const other = record({ limits: { totalDataBytes: 300 } })
    other.send(CS('s'), UD('s', '/a', large(299)))
    expect(other.codes()).toEqual([])
  })

  it('[BD-1] keeps nothing of a surface that was deleted or disposed of, though somebody holds on to it', () => {
    const { send, runtime } = record()
    send(CS('s'), UD('s', '/a', 'x'), CS('t'), UD('t', '/a', 'x'))
    const [deleted, disposed] = [runtime.surface('s'), runtime.surface('t')]
    send(DS('s'))
    runtime.dispose()
    expect([deleted?.data.get('/'), disposed?.data.get('/')]).toEqual([{}, {}])
  })

  it('[BD-1] [V8-7] [E-5] refuses the components whose literals have none, alone and with their place', () => {
    const recorder = record({ limits: { dataBytes: 100 } })
    const literal = (id: string, path: string, length: number): JsonObject =>
      v08.T(id, { path, literalString: 'x'.repeat(length) })
    recorder.send(v08.BR('s'), v08.SU('s', [literal('root', 'a', 20), literal('t', 'b', 20), literal('u', 'c', 50)]))
    expect(reported(recorder)).toEqual([
      ['LIMIT_DATA_BYTES', 'The data model would have more than 100 bytes', 's', 2, '/surfaceUpdate/components/2'],
    ])
    expect(soundIds(recorder.runtime.surface('s'))).toEqual(['root', 't'])
    expect(recorder.runtime.surface('s')?.data.get('/')).toEqual({ a: 'x'.repeat(20), b: 'x'.repeat(20) })
    const sent = v08.SU('s', [literal('root', 'a', 40), literal('t', 'a', 30)])
    recorder.send(sent, sent, sent)
    expect(recorder.codes()).toEqual(['LIMIT_DATA_BYTES'])
  })
})
