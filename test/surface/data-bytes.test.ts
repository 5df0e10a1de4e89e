// How much data the agent may write: what counts, that the user's entries change nothing in it, and what it costs to count.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dataBytes } from '../../src/json/data-bytes.ts'
import { type Pointer, parsePointer, pointerOf, root } from '../../src/json/pointer.ts'
import type { JsonObject, JsonValue, Maybe } from '../../src/json/value.ts'
import { growth, replace } from '../../src/surface/agent-document.ts'
import { createDataModel } from '../../src/surface/data-model.ts'
import type { DataQuota } from '../../src/surface/data-quota.ts'
import { initialValues } from '../../src/surface/initial-values.ts'
import { CS, DS, GOOD, T, UC, UD, v08 } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'
import { soaking, times } from '../support/soak.ts'

const name = fc.constantFrom('a', 'b', 'é', '0', '1', '2', '01', '7')
const pointers = fc.array(name, { maxLength: 4 }).map((tokens) => pointerOf(tokens))
const { value: values } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<JsonValue>(null, 0, 'x', 'é€😀', true, [], {}),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}))
const written = fc.option(values, { nil: undefined, freq: 3 })
const writes = fc.array(fc.tuple(pointers, written), { maxLength: 30 })

/** Counts without a limit. */
function count(): DataQuota & { readonly used: () => number; readonly steps: number[] } {
  const steps: number[] = []
  const used = (): number => steps.reduce((sum, step) => sum + step, 0)
  return { steps, used, add: (bytes) => void steps.push(bytes), check: () => undefined, clear: () => undefined }
}

function tried(write: () => void): void {
  try {
    write()
  } catch {
    // Some random writes have no place.
  }
}

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
      fc.property(writes, (steps) => {
        const tally = count()
        const model = createDataModel(tally)
        for (const [pointer, value] of steps) {
          tried(() => model.write(pointer, value))
          expect(tally.used()).toBe(dataBytes(model.read(root)) - dataBytes({}))
        }
      }),
      { numRuns: times(500, 50_000), ...(!soaking && { seed: 17 }) },
    )
  })

  it('[BD-1] grow by as much as the document of the agent, which takes every write', () => {
    fc.assert(
      fc.property(writes, (steps) => {
        const owned = new WeakSet<object>()
        let document: Maybe = {}
        for (const [pointer, value] of steps) {
          const [before, more] = [dataBytes(document), growth(document, pointer, value)]
          document = replace(document, pointer, value, owned)
          expect(dataBytes(document) - before).toBe(more)
        }
      }),
      { numRuns: times(500, 50_000), ...(!soaking && { seed: 17 }) },
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

describe('[BD-2] what the user entered', () => {
  /** What is counted of these writes where the user has entered something first, and goes on. */
  function counted(steps: readonly (readonly [Pointer, Maybe])[], entries: readonly (readonly [Pointer, Maybe])[]) {
    const tally = count()
    const model = createDataModel(tally)
    model.write(root, { a: [1, { b: 'x' }], b: { 0: 'é' } })
    for (const [index, [pointer, value]] of steps.entries()) {
      const entry = entries[index % entries.length]
      if (entry) tried(() => model.enter(...entry))
      tried(() => model.write(pointer, value))
    }
    return tally.steps
  }

  it('[BD-2] [TT-2] changes nothing in what is counted, wherever it was and whatever the model refuses for it', () => {
    const some = fc.array(fc.tuple(pointers, written), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(writes, some, some, (steps, one, other) => {
        expect(counted(steps, one)).toEqual(counted(steps, other))
      }),
      { numRuns: times(1_000, 100_000), ...(!soaking && { seed: 17 }) },
    )
  })

  it('[BD-2] [TT-2] changes nothing in what is counted after an initial value for the whole model, which it keeps out', () => {
    const initial = [{ pointer: root, value: { initial: 1 } }]
    const steps = ['a', 'a'.repeat(500)].map((secret) => {
      const tally = count()
      const model = createDataModel(tally)
      model.write(root, { typed: '' })
      model.enter(parsePointer('/typed'), secret)
      initialValues([{ id: 'c', type: 'Any', props: {}, edges: [], origin: { at: '' }, initial }], model)()
      expect(model.read(parsePointer('/typed'))).toBe(secret)
      model.write(root, {})
      return tally.steps
    })
    expect(steps[0]).toEqual(steps[1])
  })

  it('[BD-2] leaves nothing uncounted: what is the agent’s in the model is in its document', () => {
    const tally = count()
    const model = createDataModel(tally)
    model.write(parsePointer('/list'), ['a'])
    model.enter(parsePointer('/list/1'), 'typed')
    // Only the user's element makes room for these.
    model.write(parsePointer('/list/2'), 'x'.repeat(1_000))
    expect(tally.used()).toBeGreaterThan(1_000)
    // The whole model is the agent's again, and so is the count.
    model.write(root, { a: 1 })
    expect(tally.used()).toBe(1 + 8)
    tried(() => model.write(parsePointer('/a/b/c'), 'refused'))
    expect(tally.used()).toBe(1 + 8)
  })

  it('[BD-2] stays where a write finds no room, and counts for nothing itself', () => {
    const { send, runtime, codes } = record({ limits: { dataBytes: 100 } })
    send(CS('s'), UC('s', [T('root', { path: '/typed' })]))
    const data = runtime.surface('s')?.data
    data?.set('/typed', 'x'.repeat(5_000))
    send(UD('s', '/typed', 'y'.repeat(100)), UD('s', '/', { all: 'y'.repeat(100) }))
    expect(codes()).toEqual(['LIMIT_DATA_BYTES', 'LIMIT_DATA_BYTES'])
    expect(data?.get('/')).toEqual({ typed: 'x'.repeat(5_000) })
    send(UD('s', '/other', 'z'))
    expect(data?.get('/other')).toBe('z')
  })

  it('[BD-2] [V8-7] keeps a place from a v0.8 literal, which counts all the same', () => {
    const codesAfter = (path: string): readonly string[] => {
      const { send, runtime, codes } = record({ limits: { dataBytes: 60 } })
      send(v08.BR('s'), v08.SU('s', [v08.T('root', { path: 'other', literalString: 'x' })]))
      runtime.surface('s')?.data.set(path, 'typed')
      send(v08.SU('s', [v08.T('root', { path: 'v', literalString: 'x'.repeat(30) })]))
      // 53 bytes so far, wherever the user typed.
      send(v08.DM('s', [{ key: 'm', valueString: 'y' }], 'n'))
      expect(runtime.surface('s')?.data.get('/v')).toBe(path === '/v' ? 'typed' : 'x'.repeat(30))
      return codes()
    }
    expect(codesAfter('/v')).toEqual(codesAfter('/w'))
    expect(codesAfter('/v')).toEqual(['LIMIT_DATA_BYTES'])
  })
})

describe('[BD-2] v0.8 literals that are refused for what the user entered', () => {
  it('[BD-2] [TT-2] count like those that are taken', () => {
    const codesAfter = (rows: readonly string[]): readonly string[] => {
      const { send, runtime, reports } = record({ limits: { dataBytes: 200 } })
      send(v08.BR('s'))
      for (const [index, row] of rows.entries()) runtime.surface('s')?.data.set(`/list/${index}`, row)
      send(v08.SU('s', [v08.T('root', { path: 'list.2', literalString: 'x'.repeat(90) })]))
      send(v08.DM('s', [{ key: 'm', valueString: 'y'.repeat(90) }], 'n'))
      return reports.flatMap((error) => (runtime.encode(error) ? [error.code] : []))
    }
    expect(codesAfter(['a'])).toEqual(['LIMIT_DATA_BYTES'])
    expect(codesAfter(['a', 'b'])).toEqual(['LIMIT_DATA_BYTES'])
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

  it('[BD-1] [V8-7] refuses components whose literals have none, whole and with their place', () => {
    const recorder = record({ limits: { dataBytes: 100 } })
    const literal = (id: string, path: string, length: number): JsonObject =>
      v08.T(id, { path, literalString: 'x'.repeat(length) })
    recorder.send(v08.BR('s'), v08.SU('s', [literal('root', 'a', 20), literal('t', 'b', 20), literal('u', 'c', 50)]))
    expect(reported(recorder)).toEqual([
      ['LIMIT_DATA_BYTES', 'The data model would have more than 100 bytes', 's', 2, '/surfaceUpdate'],
    ])
    expect([...(recorder.runtime.surface('s')?.components.keys() ?? [])]).toEqual([])
    expect(recorder.runtime.surface('s')?.data.get('/')).toEqual({})
    const sent = v08.SU('s', [literal('root', 'a', 40), literal('t', 'a', 30)])
    recorder.send(sent, sent, sent)
    expect(recorder.codes()).toEqual(['LIMIT_DATA_BYTES'])
  })
})
