// Lenient mode: an action within a list, as a catalog of the host may have it, in a form of v0.8.
import { expect, it } from 'vitest'
import { compileCatalog } from '../../../src/entries/ajv.ts'
import { defineCatalog } from '../../../src/entries/index.ts'
import { lenient as mode } from '../../../src/entries/lenient.ts'
import type { JsonValue } from '../../../src/json/value.ts'
import { CS, UC } from '../../support/messages.ts'
import { record } from '../../support/recorder.ts'

const catalogId = 'https://host.example/menu'
const common = (name: string): object => ({ $ref: `common_types.json#/$defs/${name}` })
const entry = { type: 'object', properties: { action: common('Action') }, required: ['action'] }
const properties = { id: {}, component: { const: 'Menu' }, entries: { type: 'array', items: entry } }
const Menu = { type: 'object', properties, required: ['entries'], additionalProperties: false }
const catalog = defineCatalog(compileCatalog({ catalogId, components: { Menu } }))

/** The properties of a menu with this action, and the hints. */
function menuWith(action: JsonValue): readonly [props: unknown, hints: readonly (string | undefined)[]] {
  const recorder = record({ validation: mode, catalogs: [catalog] })
  recorder.send(CS('s', { catalogId }), UC('s', [{ id: 'root', component: 'Menu', entries: [{ action }] }]))
  return [recorder.runtime.surface('s')?.components.get('root')?.props, recorder.reports.map(({ hint }) => hint)]
}

it.each<readonly [title: string, action: JsonValue, right: JsonValue, hint: string]>([
  ['a name in the place of an event', { event: 'open' }, { event: { name: 'open' } }, 'Send {"name": "open"}.'],
  [
    'a context that is a list',
    { event: { name: 'open', context: [{ key: 'id', value: 7 }] } },
    { event: { name: 'open', context: { id: 7 } } },
    'Send {"id": 7}.',
  ],
])('[LN-21] is read as what it means: %s', (_title, action, right, hint) => {
  const [props, hints] = menuWith(right)
  expect([hints, menuWith(action)]).toEqual([[], [props, [hint]]])
})
