// The types of the wire against its schemas: what the types allow is taken, and no member of a schema lacks in the types.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import envelopeV08 from '../../catalogs/v0.8/server_to_client.json'
import envelopeV09 from '../../catalogs/v0.9/server_to_client.json'
import { basicCatalog, type ClientMessage, type MessageV08, type MessageV09 } from '../../src/entries/index.ts'
import { SurfaceError } from '../../src/errors/surface-error.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { decode } from '../../src/protocol/decode.ts'
import { mutated } from '../support/mutate.ts'
import { seeded } from '../support/random.ts'
import { record } from '../support/recorder.ts'
import { sized } from '../support/soak.ts'

const { catalogId } = basicCatalog

/** Every member that the types have. */
const messagesV09 = [
  { version: 'v0.9', createSurface: { surfaceId: 's', catalogId, theme: {}, sendDataModel: true } },
  { version: 'v0.9.1', updateComponents: { surfaceId: 's', components: [{ id: 'root', component: 'Divider' }] } },
  { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/a', value: 1 } },
  { version: 'v0.9', deleteSurface: { surfaceId: 's' } },
] satisfies readonly MessageV09[]

const messagesV08 = [
  { surfaceUpdate: { surfaceId: 's', components: [{ id: 'root', weight: 1, component: { Divider: {} } }] } },
  {
    dataModelUpdate: {
      surfaceId: 's',
      path: 'a',
      contents: [
        { key: 'text', valueString: 'x' },
        { key: 'number', valueNumber: 1 },
        { key: 'truth', valueBoolean: true },
        { key: 'map', valueMap: [{ key: 'inner', valueString: 'x' }] },
      ],
    },
  },
  {
    beginRendering: {
      surfaceId: 's',
      root: 'root',
      catalogId: 'https://a2ui.org/specification/v0_8/standard_catalog_definition.json',
      styles: {},
    },
  },
  { deleteSurface: { surfaceId: 's' } },
] satisfies readonly MessageV08[]

/** The members of each message in an envelope's schema, under the message's name. */
function membersOf(definitions: object, names: readonly string[]): { readonly [name: string]: readonly string[] } {
  const schemas = definitions as { readonly [name: string]: { readonly properties: object } }
  return Object.fromEntries(names.map((name) => [name, Object.keys(schemas[name]?.properties ?? {}).sort()]))
}

describe.each([
  ['v0.9', messagesV09, envelopeV09.$defs],
  ['v0.8', messagesV08, envelopeV08.$defs],
] as const)('the types of %s', (_, messages, definitions) => {
  it('[PA-7] name every member of every message in the schema', () => {
    const payloads = messages.map((message) => {
      const [name = '', payload = {}] = Object.entries(message).find(([key]) => key !== 'version') ?? []
      return [name, Object.keys(payload).sort()] as const
    })
    const names = payloads.map(([name]) => name)
    expect(names.sort()).toEqual(Object.keys(definitions).filter(isMessage(definitions)).sort())
    expect(Object.fromEntries(payloads)).toEqual(membersOf(definitions, names))
  })

  it('[PA-7] allow what the runtime takes', () => {
    const { runtime, codes } = record()
    for (const message of messages) runtime.push(`${JSON.stringify(message)}\n`)
    runtime.end()
    expect(codes()).toEqual([])
  })
})

describe('the files of the envelopes', () => {
  const ajv = new Ajv2020({ ownProperties: true, strict: false })
  ajv.addSchema({
    $id: new URL('catalog.json', envelopeV09.$id).href,
    $defs: { anyComponent: true, theme: { type: 'object' } },
  })
  const { items } = envelopeV08.$defs.surfaceUpdate.properties.components
  // Components are judged one by one, when the message is applied.
  const openV08 = JSON.parse(JSON.stringify(envelopeV08).replace(JSON.stringify(items), 'true'))
  const [v08, v09, componentV08] = [openV08, envelopeV09, items].map((schema) => ajv.compile(schema))

  /** Whether the message has its form. Names and paths in it are read after that. */
  function isTaken(wire: JsonValue): boolean {
    try {
      decode(wire, { idLength: Number.POSITIVE_INFINITY })
      return true
    } catch (error) {
      const faults: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
      return faults.every(
        (fault) =>
          fault instanceof SurfaceError && /^POINTER|well-formed|is no key/.test(`${fault.code} ${fault.message}`),
      )
    }
  }

  it('[E-4] have one verdict with the runtime on spoiled messages', () => {
    const random = seeded(9)
    const all = [...messagesV09, ...messagesV08] as readonly JsonValue[]
    const counts = { good: 0, bad: 0 }
    for (let round = 0; round < sized(3_000, 60_000); round++) {
      const wire = mutated(all[round % all.length] as JsonValue, all, random)
      const good = v08?.(wire) || v09?.(wire)
      expect(isTaken(wire), JSON.stringify(wire)).toBe(good)
      counts[good ? 'good' : 'bad']++
    }
    expect(Math.min(counts.good, counts.bad)).toBeGreaterThan(200)
  })

  it('[E-4] [E-5] have one verdict with the runtime on the form of spoiled components of v0.8', () => {
    const random = seeded(10)
    const all = messagesV08.flatMap(({ surfaceUpdate }) => surfaceUpdate?.components ?? []) as readonly JsonValue[]
    const counts = { good: 0, bad: 0 }
    for (let round = 0; round < sized(500, 20_000); round++) {
      const component = mutated(all[round % all.length] as JsonValue, all, random)
      const { runtime, codes } = record()
      const update = { surfaceUpdate: { surfaceId: 's', components: [component] } }
      runtime.apply([{ beginRendering: { surfaceId: 's', root: 'root' } }, update])
      const good = componentV08?.(component) === true
      // The schema does not say how many types there are, nor how long an id may be.
      if (!good) expect(codes(), JSON.stringify(component)).toEqual(['COMPONENT_SHAPE'])
      counts[good ? 'good' : 'bad']++
    }
    expect(Math.min(counts.good, counts.bad)).toBeGreaterThan(50)
  })
})

describe('a client message', () => {
  it('[PA-7] has one member for what it says, and the code tells whether a report has a place', () => {
    const wires: (ClientMessage | undefined)[] = []
    const { runtime } = record({ onError: (_error, wire) => wires.push(wire) })
    runtime.push('{"version":"v0.9","createSurface":{"surfaceId":"s"}}\n{\n')
    const [placed, other] = wires.map((wire) => wire?.error)
    expect(placed?.code === 'VALIDATION_FAILED' && placed.path).toBe('/createSurface/catalogId')
    expect(other).toMatchObject({ code: 'JSON_SYNTAX', surfaceId: '' })
  })
})

/** A definition that has a surface is a message. */
function isMessage(definitions: object): (name: string) => boolean {
  return (name) => membersOf(definitions, [name])[name]?.includes('surfaceId') ?? false
}
