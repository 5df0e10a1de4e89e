// Data that has the members of a reference, of the instances of a template or of an action is data.
import { describe, expect, it } from 'vitest'
import { defineCatalog } from '../../src/catalog/catalog.ts'
import { compileCatalog } from '../../src/entries/ajv.ts'
import { basicCatalog } from '../../src/entries/catalogs.ts'
import { basicRenderers } from '../../src/entries/renderers.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { weightOf } from '../../src/react/nodes.ts'
import type { Renderer } from '../../src/react/renderer.ts'
import { CS, UC, UD } from '../support/messages.ts'
import { settled } from './limit-setup.ts'
import { type Mounted, mount, only } from './mount.tsx'

const catalogId = 'https://host.example/data'

const catalog = defineCatalog(
  compileCatalog({
    catalogId,
    components: {
      Data: {
        type: 'object',
        properties: { component: { const: 'Data' }, value: { $ref: 'common_types.json#/$defs/DynamicValue' } },
        allOf: [{ $ref: 'common_types.json#/$defs/ComponentCommon' }],
      },
    },
  }),
  { extend: basicCatalog },
)

const Data: Renderer<{ readonly value?: JsonValue }> = ({ props }) => <pre>{JSON.stringify(props.value)}</pre>

function drawn(value: string): Mounted {
  const renderers = { ...basicRenderers, Data }
  const root = { id: 'root', component: 'Data', value: { path: '/v' } }
  return mount({ catalogs: [catalog], renderers, messages: [CS('s', { catalogId }), UC('s', [root]), write(value)] })
}

/** As text: a literal of JavaScript would change the prototype where JSON has the key `__proto__`. */
function write(value: string): string {
  return JSON.stringify(UD('s', '/v', 0)).replace('"value":0', `"value":${value}`)
}

const alike: readonly (readonly [one: string, other: string])[] = [
  ['{"kind":"items","pointer":"ab"}', '{"kind":"items","pointer":"cd"}'],
  ['{"kind":"items","pointer":["a"],"items":1}', '{"kind":"items","pointer":["a"],"items":1,"more":2}'],
  ['{"kind":"items","pointer":null}', '{"kind":"items","pointer":["a"]}'],
  ['[{"kind":"items","pointer":"ab"}]', '[{"kind":"items","pointer":"cd"}]'],
  ['{"x":1}', '{"__proto__":{}}'],
  ['{"__proto__":{}}', '{"x":1}'],
  ['{"toString":null}', '{"__proto__":null}'],
]

describe('bound data that looks like a reference', () => {
  it.each(alike)('[B-14] %s, then %s: each is drawn as it is, and nothing throws', async (one, other) => {
    const { container, caught, send, codes } = drawn(one)
    expect(only(container, 'pre').textContent).toBe(one)
    send(write(other))
    await settled()
    expect(only(container, 'pre').textContent).toBe(other)
    expect([codes(), caught]).toEqual([[], []])
  })

  it.each(['child', 'children', 'items', 'template', 'action'])(
    '[B-14] of kind "%s" has no half of a character',
    (kind) => {
      const { container } = drawn(`{"kind":"${kind}","text":"a\\ud800"}`)
      expect(only(container, 'pre').textContent).toBe(`{"kind":"${kind}","text":"a\ufffd"}`)
    },
  )

  it.each(['child', 'children', 'items', 'template', 'action'])(
    '[B-14] [R-8] of kind "%s" counts by its texts',
    (kind) => {
      expect(weightOf({ value: { kind, text: 'x'.repeat(1_000) } })).toBe(10)
    },
  )
})
