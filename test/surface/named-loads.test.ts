// What functions need is loaded by what definitions name, so that no request depends on what the user typed.
import { describe, expect, it, vi } from 'vitest'
import type { FunctionDefinition } from '../../src/catalog/expression.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { checked, settled, stage, textOf } from '../basic/functions/calling.ts'
import { call, tools } from './function-setup.ts'

describe('what is loaded', () => {
  /** A catalog with a function for each letter, each of which has a module of its own. */
  function letters(more?: Parameters<typeof tools>[1]): {
    readonly show: (component: JsonObject, typed: JsonValue) => Promise<readonly string[]>
  } {
    const asked: string[] = []
    const one = (letter: string): FunctionDefinition => ({
      load: async () => void asked.push(letter),
      run: () => letter,
    })
    const say: FunctionDefinition = { run: (args, { evaluate }) => evaluate(args['value'] ?? null) }
    const catalog = tools({ a: one('a'), b: one('b'), say }, more)
    return {
      async show(component, typed) {
        asked.length = 0
        const page = stage([component], { rows: [] }, { catalogs: [catalog] }, catalog.catalogId)
        page.surface.data.set('/pw', typed)
        page.binding().getSnapshot()
        await settled()
        return [...asked, ...page.reports.map(({ code, confidential }) => `${code} ${confidential}`)]
      },
    }
  }

  it.each<readonly [what: string, component: JsonObject, asked: readonly string[]]>([
    ['a value', textOf({ call: 'a', args: {} }), ['a']],
    ['an argument', textOf({ call: 'formatString', args: { value: '${b()}' } }), ['b']],
    ['an action', { id: 'root', component: 'Button', child: 'c', action: { functionCall: call('a') } }, ['a']],
    [
      'the context of an event',
      { id: 'root', component: 'Button', child: 'c', action: { event: { name: 'go', context: { x: call('b') } } } },
      ['b'],
    ],
    ['a check', checked({ call: 'not', args: { value: call('a') } }), ['a']],
    ['a component that is not drawn', { id: 'other', component: 'Text', text: call('b') }, ['b']],
    [
      'a template in the data, which may name all',
      textOf({ call: 'formatString', args: { value: { path: '/pw' } } }),
      ['a', 'b'],
    ],
  ])('[FN-22] is what the definition of %s names, whatever the user typed', async (_what, component, asked) => {
    const { show } = letters()
    for (const typed of ['x', '${a()}', '${b()}', '${a()}${b()}']) expect(await show(component, typed)).toEqual(asked)
  })

  const gauge = (unit: JsonObject): JsonObject => ({
    type: 'object',
    properties: {
      id: { $ref: 'common_types.json#/$defs/ComponentId' },
      component: { const: 'Gauge' },
      unit: { $ref: 'common_types.json#/$defs/DynamicString', ...unit },
    },
    required: ['id', 'component'],
    unevaluatedProperties: false,
  })

  it('[FN-22] is what a default names, where the component has no value of its own', async () => {
    const { show } = letters({ components: { Gauge: gauge({ default: call('a') }) } })
    expect(await show({ id: 'root', component: 'Gauge' }, '')).toEqual(['a'])
    expect(await show({ id: 'root', component: 'Gauge', unit: 'm' }, '')).toEqual([])
  })

  it("[FN-22] is what the host's catalog adds to a component", async () => {
    const load = vi.fn(async () => undefined)
    const fn = { name: 'late', definition: { load, run: () => 'm' }, args: {}, validate: () => undefined }
    const unit = { kind: 'dynamic', type: 'string', expression: { kind: 'call', fn, args: {}, at: '/unit' } } as const
    const { show } = letters({
      components: { Gauge: gauge({}) },
      complete: (component) => ({ ...component, props: { ...component.props, unit } }),
    })
    await show({ id: 'root', component: 'Gauge' }, '')
    expect(load).toHaveBeenCalledOnce()
  })

  it('[FN-22] is nothing that a value alone names: that fails, and is for the host where the user typed it', async () => {
    const { show } = letters()
    const component = textOf(call('say', { path: '/pw' }))
    expect(await show(component, 'x')).toEqual([])
    expect(await show(component, { call: 'a', args: {} })).toEqual(['FUNCTION_FAILED true'])
  })
})
