// Writes that change containers in place, compared with a model that hands everything out, so that each write copies.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { defaultLimits } from '../../src/errors/limits.ts'
import { SurfaceError } from '../../src/errors/surface-error.ts'
import { pointerOf, root } from '../../src/json/pointer.ts'
import type { Maybe } from '../../src/json/value.ts'
import { createDataModel, type DataModel } from '../../src/surface/data-model.ts'
import { createJsonTexts } from '../../src/surface/json-texts.ts'
import { sized } from '../support/soak.ts'
import { textOf } from '../support/state.ts'

const name = fc.constantFrom('a', 'b', '0', '1', '7', 'text')
const pointers = fc.array(name, { maxLength: 4 }).map((tokens) => pointerOf(tokens))
const values = fc.constantFrom<Maybe>(
  undefined,
  null,
  1,
  'x',
  [],
  {},
  [{ a: 1 }, 2],
  { b: { a: [3] } },
  '{"a":[1,{"b":2}]}',
)

const step = fc.record({
  by: fc.constantFrom('agent', 'agent', 'agent', 'user'),
  pointer: pointers,
  value: values,
  /** What a reader asks for behind the write. */
  read: fc.option(pointers, { freq: 4, nil: undefined }),
})

it('[D-7] gives the same model, the same refusals, and never changes what was handed out or written', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.boolean(), (steps, opensTexts) => {
      const [model, copying] = [modelOf(opensTexts), modelOf(opensTexts)]
      const kept: { readonly value: Maybe; readonly text: string }[] = []
      const keep = (value: Maybe): void => void kept.push({ value, text: textOf(value) })
      for (const { by, pointer, value, read } of steps) {
        keep(value)
        const write = by === 'user' ? 'enter' : 'write'
        expect(refusal(() => model[write](pointer, value))).toEqual(refusal(() => copying[write](pointer, value)))
        copying.read(root)
        if (read) keep(model.read(read))
      }
      expect(textOf(model.read(root))).toBe(textOf(copying.read(root)))
      for (const { value, text: before } of kept) expect(textOf(value)).toBe(before)
    }),
    { numRuns: sized(1_000, 50_000), seed: 4 },
  )
})

function modelOf(opensTexts: boolean): DataModel {
  return createDataModel(undefined, opensTexts ? createJsonTexts(defaultLimits) : undefined)
}

function refusal(act: () => void): unknown {
  try {
    act()
    return undefined
  } catch (error) {
    if (error instanceof SurfaceError) return error.toJSON()
    throw error
  }
}
