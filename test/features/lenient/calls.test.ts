// Lenient mode where a schema cannot see the fault: in paths, calls and templates.

import { expect, it } from 'vitest'
import table from '../../../catalogs/v0.9/basic_catalog.json?catalog'
import { createRuntime } from '../../../src/basic/create-runtime.ts'
import { basicFunctions } from '../../../src/basic/functions/functions.ts'
import { type Catalog, createCatalog } from '../../../src/catalog/catalog.ts'
import type { FunctionDefinition } from '../../../src/catalog/expression.ts'
import type { SurfaceError } from '../../../src/entries/core.ts'
import { lenient } from '../../../src/entries/lenient.ts'
import type { JsonObject } from '../../../src/json/value.ts'
import { CS, T, UC } from '../../support/messages.ts'

function take(
  component: JsonObject,
  ...catalogs: readonly Catalog[]
): {
  readonly reports: readonly SurfaceError[]
  readonly ids: string
  readonly drawn: boolean
} {
  const reports: SurfaceError[] = []
  const runtime = createRuntime({
    validation: lenient,
    onError: (error) => void reports.push(error),
    ...(catalogs.length > 0 && { catalogs }),
  })
  runtime.apply([CS('s'), UC('s', [T('before', 'x'), { id: 'a', ...component }, T('after', 'x')])])
  const components = runtime.surface('s')?.components
  const drawn = components?.get('a')?.invalid === undefined
  return { reports, ids: [...(components?.keys() ?? [])].join(' '), drawn }
}

const field = { component: 'TextField', label: 'L' }

it.each<[string, JsonObject, string, boolean]>([
  [
    'wrong arguments of an optional property',
    { ...field, value: { call: 'formatString', args: { vlue: 'x' } } },
    '/value/args',
    true,
  ],
  [
    'a forbidden path of an optional property',
    { ...field, accessibility: { label: { path: '/__proto__' } } },
    '/accessibility/label/path',
    true,
  ],
  [
    'a broken template of a required property',
    { component: 'Text', text: { call: 'formatString', args: { value: '${' } } },
    '/text/args/value',
    false,
  ],
  [
    'an argument with a name that no pointer may hold',
    { ...field, value: { call: 'formatString', args: JSON.parse('{"value":"x","__proto__":1}') as JsonObject } },
    '/value/args/__proto__',
    true,
  ],
])('[C-8] %s costs only itself', (_, component, at, drawn) => {
  const taken = take(component)
  expect(taken.ids).toBe('before a after')
  expect(taken.drawn).toBe(drawn)
  expect(taken.reports).toHaveLength(1)
  expect(taken.reports[0]).toMatchObject({ severity: 'warning', place: { componentId: 'a' } })
  expect(taken.reports[0]?.place.at).toContain(`/updateComponents/components/1${at}`)
})

it('[FN-3] [C-8] a function of the host that throws while its call is read costs only the property', () => {
  const broken: FunctionDefinition = {
    ...(basicFunctions['formatString'] as FunctionDefinition),
    expand() {
      throw new TypeError('not my day')
    },
  }
  const catalog = createCatalog(table, { functions: { ...basicFunctions, formatString: broken } })
  const taken = take({ ...field, value: { call: 'formatString', args: { value: 'x' } } }, catalog)
  expect(taken.ids).toBe('before a after')
  expect(taken.drawn).toBe(true)
  expect(taken.reports.map(({ code, message, place }) => [code, message, place.at])).toEqual([
    ['FUNCTION_FAILED', '"formatString" failed: not my day', '/updateComponents/components/1/value'],
  ])
})

it('[FN-3] strict: a function of the host that throws at the first look alone is told with its reason', () => {
  let looks = 0
  const broken: FunctionDefinition = {
    ...(basicFunctions['formatString'] as FunctionDefinition),
    expand() {
      if (looks++ === 0) throw new TypeError('not my day')
      return undefined
    },
  }
  const catalog = createCatalog(table, { functions: { ...basicFunctions, formatString: broken } })
  const messages: string[] = []
  const runtime = createRuntime({ catalogs: [catalog], onError: ({ message }) => void messages.push(message) })
  const text = { call: 'formatString', args: { value: 'x' } }
  runtime.push(`${JSON.stringify(CS('s'))}\n${JSON.stringify(UC('s', [{ id: 'a', component: 'Text', text }]))}\n`)
  expect(messages).toEqual(['"formatString" failed: not my day'])
})
