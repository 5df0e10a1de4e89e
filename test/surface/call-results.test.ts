// Calls with equal, long arguments: one of them runs.
import { describe, expect, it } from 'vitest'
import { type Catalog, defineCatalog } from '../../src/catalog/catalog.ts'
import type { Args, CallContext, FunctionDefinition } from '../../src/catalog/expression.ts'
import { compileCatalog } from '../../src/entries/ajv.ts'
import { basicCatalog } from '../../src/entries/catalogs.ts'
import type { JsonObject, JsonValue, Maybe } from '../../src/json/value.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'
import { mount } from './mount.ts'

const catalogId = 'https://host.example/results'
const long = 'x'.repeat(50_000)
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

const schema: JsonObject = {
  type: 'object',
  properties: {
    call: { const: 'look' },
    args: {
      type: 'object',
      properties: {
        value: { $ref: 'common_types.json#/$defs/DynamicValue' },
        other: { $ref: 'common_types.json#/$defs/DynamicValue' },
      },
      unevaluatedProperties: false,
    },
    returnType: { enum: ['string'] },
  },
  required: ['call', 'args'],
  unevaluatedProperties: false,
}

/** A surface whose catalog has the function `look`, and how often that was called. */
function looking(run: (args: Args, context: CallContext) => Maybe, definition: Partial<FunctionDefinition> = {}) {
  const calls: Args[] = []
  const look: FunctionDefinition = {
    ...definition,
    run(args, context) {
      calls.push(args)
      return run(args, context)
    },
  }
  const compiled = compileCatalog({ catalogId, functions: { look: schema } })
  const catalog: Catalog = defineCatalog(compiled, { functions: { look }, extend: basicCatalog })
  return { recorder: record({ catalogs: [catalog] }), calls }
}

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `t${index}`)

function show({ send, runtime }: Recorder, args: (index: number) => JsonObject, count = 200): unknown[] {
  const ids = names(count)
  send(
    UC(
      's',
      ids.map((id, index) => T(id, { call: 'look', args: args(index) } as JsonValue)),
    ),
  )
  return ids.map((id) => {
    const { prop, unmount } = mount(runtime.surface('s'), id)
    const shown = prop('text')
    unmount()
    return shown
  })
}

const lengthOf = ({ value }: Args): Maybe => String(String(value).length)

describe('equal calls', () => {
  it('[FN-21] with a long text run once, and all have the result', () => {
    const { recorder, calls } = looking(lengthOf)
    recorder.send(CS('s', { catalogId }), UD('s', '/v', long))
    const shown = show(recorder, () => ({ value: { path: '/v' } }))
    expect(new Set(shown)).toEqual(new Set(['50000']))
    expect(calls).toHaveLength(1)
  })

  it('[FN-21] run again after the change is over, and after the text is another one', async () => {
    const { recorder, calls } = looking(lengthOf)
    recorder.send(CS('s', { catalogId }), UD('s', '/v', long))
    show(recorder, () => ({ value: { path: '/v' } }))
    await turn()
    show(recorder, () => ({ value: { path: '/v' } }))
    expect(calls).toHaveLength(2)
    recorder.send(UD('s', '/v', `${long}!`))
    expect(show(recorder, () => ({ value: { path: '/v' } }))[0]).toBe('50001')
    expect(calls).toHaveLength(3)
  })

  it('[FN-21] are told apart by every argument, and short ones run each time', () => {
    const { recorder, calls } = looking(({ value, other }) => `${String(value).length} ${String(other)}`)
    recorder.send(CS('s', { catalogId }), UD('s', '/v', long), UD('s', '/short', 'x'))
    const shown = show(recorder, (index) => ({ value: { path: '/v' }, other: index % 3 }), 30)
    expect(shown.slice(0, 4)).toEqual(['50000 0', '50000 1', '50000 2', '50000 0'])
    expect(calls).toHaveLength(3)
    expect(show(recorder, () => ({ value: { path: '/v' } }), 5)).toEqual(Array(5).fill('50000 undefined'))
    expect(calls).toHaveLength(4)
    show(recorder, () => ({ value: { path: '/short' } }), 7)
    expect(calls).toHaveLength(11)
  })

  it('[FN-21] run each time where they evaluate or report something', async () => {
    const evaluating = looking((_, { evaluate }) => String(evaluate({ path: '/n' })))
    const reporting = looking((_, { report }) => {
      report(new Error('unusual'))
      return 'fine'
    })
    const throwing = looking(() => {
      throw new Error('no')
    })
    for (const { recorder, calls } of [evaluating, reporting, throwing]) {
      recorder.send(CS('s', { catalogId }), UD('s', '/v', long))
      show(recorder, () => ({ value: { path: '/v' } }), 4)
      expect(calls).toHaveLength(4)
    }
    await turn()
    expect(throwing.recorder.codes()).toContain('FUNCTION_FAILED')
  })

  it('[FN-21] leave room for others where many are long and different', () => {
    const { recorder, calls } = looking(lengthOf)
    recorder.send(CS('s', { catalogId }))
    for (let n = 0; n < 100; n++) recorder.send(UD('s', `/v${n}`, `${n} ${long}`))
    for (const _ of [1, 2]) show(recorder, (index) => ({ value: { path: `/v${index}` } }), 100)
    // Four million characters are kept: eighty texts of the hundred. Only the others run twice.
    expect(calls.length).toBeGreaterThan(100)
    expect(calls.length).toBeLessThan(130)
  })
})
