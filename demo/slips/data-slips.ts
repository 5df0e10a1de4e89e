/** Slips in the data, and in the paths that lead to the data. */
import type { JsonObject, JsonValue } from 'surface-runtime'
import { eachBinding, eachMessage, isObject } from './edit.ts'
import type { Slip } from './slip.ts'

const group = 'Data and path'

/** The form of v0.8: each member as an entry whose key says of which type its value is. */
function entries(data: JsonObject): readonly JsonObject[] {
  return Object.entries(data).map(([key, value]) => ({ key, ...typed(value) }))
}

function typed(value: JsonValue): JsonObject {
  if (typeof value === 'number') return { valueNumber: value }
  if (typeof value === 'boolean') return { valueBoolean: value }
  if (isObject(value)) return { valueMap: entries(value) }
  return Array.isArray(value)
    ? { valueMap: entries(Object.fromEntries(Object.entries(value))) }
    : { valueString: String(value) }
}

const dataAs = (write: (data: JsonObject, surfaceId: JsonValue) => JsonObject) =>
  eachMessage('updateDataModel', ({ surfaceId = '', value }) => write(isObject(value) ? value : {}, surfaceId))

export const dataSlips: readonly Slip[] = [
  {
    ...{ id: 'braces', group, about: 'bindings' },
    on: 'components',
    label: '`{{/path}}` in place of a binding',
    change: eachBinding((path) => `{{${path}}}`),
  },
  {
    ...{ id: 'path-text', group, about: 'bindings' },
    on: 'components',
    label: 'A path as a text in place of a binding',
    change: eachBinding((path) => path),
  },
  {
    ...{ id: 'binding', group, about: 'bindings' },
    on: 'components',
    label: '`{binding}` in place of `{path}`',
    change: eachBinding((path) => ({ binding: path })),
  },
  {
    ...{ id: 'contents', group, about: 'form of the data' },
    on: 'messages',
    label: 'Data as `contents`, the form of v0.8',
    change: dataAs((data, surfaceId) => ({ surfaceId, contents: entries(data) })),
  },
  {
    ...{ id: 'no-value', group, about: 'form of the data' },
    on: 'messages',
    label: 'Data beside the `surfaceId`, without `value`',
    change: dataAs((data, surfaceId) => ({ surfaceId, ...data })),
  },
]
