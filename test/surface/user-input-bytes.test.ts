// The user's entries change nothing in what the agent's data count.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Pointer, parsePointer, root } from '../../src/json/pointer.ts'
import type { Maybe } from '../../src/json/value.ts'
import { createDataModel } from '../../src/surface/data-model.ts'
import { initialValues } from '../../src/surface/initial-values.ts'
import { CS, T, UC, UD, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { soaking, times } from '../support/soak.ts'
import { count, pointers, tried, writes, written } from './data-bytes-setup.ts'

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
