// Catalogs of the host with names of their own: what they take as it is no check takes for something else.
import { expect, it } from 'vitest'
import { checkMessages } from '../../src/authoring/index.ts'
import { defineCatalog } from '../../src/catalog/catalog.ts'
import { compileCatalog } from '../../src/entries/ajv.ts'
import { basicCatalog } from '../../src/entries/catalogs.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { UC, UD } from '../support/messages.ts'

const catalogId = 'https://host.example/names'
const string = { type: 'string' }
const dynamic = { $ref: 'common_types.json#/$defs/DynamicString' }

function component(name: string, properties: JsonObject, required: readonly string[] = []): JsonObject {
  return {
    ...{ type: 'object', additionalProperties: false, required: ['id', 'component', ...required] },
    properties: { id: string, component: { const: name }, ...properties },
  }
}

const free = { type: 'object', additionalProperties: true }
const list = { type: 'array' }
const components = {
  Free: component('Free', { label: free, title: free, content: free, data: free, rows: list, path: string }),
  Odd: component('Odd', { checks: list, options: list, tabs: list, path: string }),
  Metric: component('Metric', { value: dynamic, name: dynamic }, ['value', 'name']),
}
const catalog = defineCatalog(compileCatalog({ catalogId, components } as never), { extend: basicCatalog })

function hints(root: JsonObject, data: JsonValue = {}): readonly string[] {
  const begin = { version: 'v0.9', createSurface: { surfaceId: 's', catalogId } }
  const messages = [begin, UC('s', [{ id: 'root', ...root }]), UD('s', '/', data)]
  return checkMessages(messages, catalog).faults.map(({ at, hint }) => `${at.split('/').slice(4).join('/')}: ${hint}`)
}

it.each([
  { component: 'Free', label: { path: '/data/here' }, title: { a: 1 }, content: { explicitList: ['a'] } },
  { component: 'Free', data: { path: 'Total Revenue' }, rows: [{ path: '/data/here' }], path: 'My documents' },
  { component: 'Odd', checks: [{ call: 'x', message: 'm' }], options: ['a', 1], tabs: ['a'], path: '{{here}}' },
])('[MW-15] %j is right', (root) => {
  expect(hints(root, { here: 1 })).toEqual([])
})

it('[MW-15] what stands above a value is not the value, and a value that is shown gets no place of its own', () => {
  const all = hints({ component: 'Metric', label: 'Revenue' })
  expect(all).toContain('label: Known: value, name.')
  expect(all.filter((hint) => /Rename|"path": "\/root"/.test(hint))).toEqual([])
})
