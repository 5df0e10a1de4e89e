// Catalogs from schemas in code: the same from three libraries, drawn, and refused with a place.
import { render, screen } from '@testing-library/react'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import {
  type BasicProps,
  basicCatalog,
  basicRenderers,
  createRuntime,
  defineRenderers,
  type JsonValue,
  type Renderer,
  SurfaceList,
  toText,
} from 'surface-runtime'
import {
  action,
  bindable,
  CatalogError,
  type ComponentProps,
  checks,
  child,
  children,
  defineCatalogFromSchemas,
  list,
  optional,
  type PropsOf,
  type StandardSchema,
} from 'surface-runtime/standard-schema'
import * as v from 'valibot'
import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { z } from 'zod'

const id = 'https://host.example/offers'
const description = 'What a thing costs, and a button that buys it'

/** Beside the properties that each library describes. */
const marked = { label: optional(child('What is sold')), more: optional(children()), buy: action(), checks: checks() }

const offers = defineCatalogFromSchemas({
  id,
  components: {
    Offer: {
      description,
      props: {
        title: bindable(z.string().describe('In a few words')),
        amount: bindable(z.number().min(0)),
        sold: bindable(z.boolean().optional()),
        tags: optional(bindable(z.array(z.string()))),
        currency: z.enum(['EUR', 'USD']).default('EUR'),
        count: z.int().min(1).max(9).optional(),
        size: z.object({ height: z.number(), width: z.number(), unit: z.literal('cm').optional() }).optional(),
        prices: z.record(z.string(), z.number()).optional(),
        note: z.string().max(80).nullable().optional(),
        rows: optional(list({ name: bindable(z.string()), cell: child() })),
        ...marked,
      },
    },
  },
})

const json = toStandardJsonSchema

const offersOfValibot = defineCatalogFromSchemas({
  id,
  components: {
    Offer: {
      description,
      props: {
        title: bindable(json(v.pipe(v.string(), v.description('In a few words')))),
        amount: bindable(json(v.pipe(v.number(), v.minValue(0)))),
        sold: bindable(json(v.optional(v.boolean()))),
        tags: optional(bindable(json(v.array(v.string())))),
        currency: json(v.optional(v.picklist(['EUR', 'USD']), 'EUR')),
        count: json(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9)))),
        size: json(v.optional(v.object({ height: v.number(), width: v.number(), unit: v.optional(v.literal('cm')) }))),
        prices: json(v.optional(v.record(v.string(), v.number()))),
        note: json(v.optional(v.nullable(v.pipe(v.string(), v.maxLength(80))))),
        rows: optional(list({ name: bindable(json(v.string())), cell: child() })),
        ...marked,
      },
    },
  },
})

const offersOfArktype = defineCatalogFromSchemas({
  id,
  components: {
    Offer: {
      description,
      props: {
        title: bindable(type('string').describe('In a few words')),
        amount: bindable(type('number >= 0')),
        sold: optional(bindable(type('boolean'))),
        tags: optional(bindable(type('string[]'))),
        currency: optional(type("'EUR' | 'USD'"), 'EUR'),
        count: optional(type('1 <= number.integer <= 9')),
        size: optional(type({ height: 'number', width: 'number', 'unit?': "'cm'" })),
        prices: optional(type('Record<string, number>')),
        note: optional(type('string <= 80 | null')),
        rows: optional(list({ name: bindable(type('string')), cell: child() })),
        ...marked,
      },
    },
  },
})

type OfferProps = PropsOf<typeof offers>['Offer']

const Offer: Renderer<OfferProps> = {
  control: ({ props, child, act, valid }) => (
    <article data-currency={props.currency} data-valid={valid}>
      <h2>{props.title.toUpperCase()}</h2>
      <output>{props.amount.toFixed(2)}</output>
      {props.label && child(props.label)}
      <button type="button" onClick={() => act('buy')}>
        Buy
      </button>
    </article>
  ),
}

function runtimeFor(catalogs: readonly (typeof basicCatalog)[]) {
  const reports: string[] = []
  const onEvent = vi.fn()
  const runtime = createRuntime({
    catalogs,
    onEvent,
    onError: ({ code, place, hint }) => reports.push(`${code} ${place.at} ${hint}`),
  })
  return { runtime, reports, onEvent }
}

function shown(catalogId: string, ...components: readonly { readonly [name: string]: JsonValue }[]) {
  return [
    { version: 'v0.9', createSurface: { surfaceId: 's', catalogId } },
    { version: 'v0.9', updateComponents: { surfaceId: 's', components } },
    { version: 'v0.9', updateDataModel: { surfaceId: 's', value: { title: 'Tea', amount: 4 } } },
  ]
}

const offer = {
  ...{ id: 'root', component: 'Offer', title: { path: '/title' }, amount: { path: '/amount' } },
  buy: { event: { name: 'buy' } },
}

describe('a catalog from schemas in code', () => {
  it('[ST-1] is the same from zod, valibot and arktype', () => {
    for (const catalog of [offersOfValibot, offersOfArktype]) {
      expect(JSON.stringify(catalog.schema)).toBe(JSON.stringify(offers.schema))
      expect(JSON.stringify(catalog.components)).toBe(JSON.stringify(offers.components))
    }
    expectTypeOf<PropsOf<typeof offersOfValibot>>().toEqualTypeOf<PropsOf<typeof offers>>()
    // For an absent member of an object the other two say `undefined`.
    type Same = Omit<OfferProps, 'size'>
    expectTypeOf<Omit<PropsOf<typeof offersOfArktype>['Offer'], 'size'>>().toEqualTypeOf<Same>()
  })

  it('[ST-2] is a schema like that of a file: markers refer to the common types, and objects are closed', () => {
    const common = 'common_types.json#/$defs/'
    expect(offers.schema['components']).toEqual({
      Offer: {
        description,
        type: 'object',
        allOf: [{ $ref: `${common}ComponentCommon` }],
        properties: {
          component: { const: 'Offer' },
          title: { description: 'In a few words', $ref: `${common}DynamicString` },
          amount: { $ref: `${common}DynamicNumber`, anyOf: [{ type: 'number', minimum: 0 }, { type: 'object' }] },
          sold: { $ref: `${common}DynamicBoolean` },
          tags: { $ref: `${common}DynamicStringList` },
          currency: { enum: ['EUR', 'USD'], default: 'EUR' },
          count: { type: 'integer', minimum: 1, maximum: 9 },
          size: {
            type: 'object',
            properties: { height: { type: 'number' }, width: { type: 'number' }, unit: { const: 'cm' } },
            required: ['height', 'width'],
            additionalProperties: false,
          },
          prices: { type: 'object', additionalProperties: { type: 'number' } },
          note: { anyOf: [{ type: 'string', maxLength: 80 }, { type: 'null' }] },
          rows: {
            type: 'array',
            items: {
              type: 'object',
              properties: { name: { $ref: `${common}DynamicString` }, cell: { $ref: `${common}ComponentId` } },
              required: ['name', 'cell'],
              additionalProperties: false,
            },
          },
          label: { description: 'What is sold', $ref: `${common}ComponentId` },
          more: { $ref: `${common}ChildList` },
          buy: { $ref: `${common}Action` },
          checks: { type: 'array', items: { $ref: `${common}CheckRule` } },
        },
        required: ['title', 'amount', 'buy'],
        unevaluatedProperties: false,
      },
    })
  })

  it('[ST-3] is drawn by renderers that know their properties, with data that change and presses that arrive', () => {
    expectTypeOf<OfferProps['title']>().toEqualTypeOf<string>()
    expectTypeOf<OfferProps['currency']>().toEqualTypeOf<'EUR' | 'USD'>()
    expectTypeOf<OfferProps['count']>().toEqualTypeOf<number | undefined>()
    const { runtime, reports, onEvent } = runtimeFor([offers])
    runtime.apply(shown(id, offer))
    render(<SurfaceList runtime={runtime} renderers={defineRenderers<PropsOf<typeof offers>>(offers, { Offer })} />)
    expect(screen.getByText('TEA')).toBeDefined()
    expect(screen.getByText('TEA').parentElement?.dataset['currency']).toBe('EUR')
    expect(screen.getByText('4.00')).toBeDefined()
    screen.getByRole('button', { name: 'Buy' }).click()
    expect(onEvent).toHaveBeenCalledWith(expect.objectContaining({ name: 'buy' }), expect.anything())
    expect(reports).toEqual([])
  })

  it('[ST-3] extends the basic catalog, and has functions that know their arguments', () => {
    const { catalog, Total } = totals()
    const { runtime, reports } = runtimeFor([catalog])
    const sum = { call: 'sum', args: { values: { path: '/values' }, unit: 'EUR' }, returnType: 'string' }
    runtime.apply([
      ...shown(
        catalog.catalogId,
        { id: 'root', component: 'Column', children: ['total', 'plain'] },
        { id: 'total', component: 'Total', text: sum },
        { id: 'plain', component: 'Text', text: sum },
      ),
      { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/values', value: [1, 2, 3] } },
    ])
    const renderers = defineRenderers<BasicProps & PropsOf<typeof catalog>>(catalog, { ...basicRenderers, Total })
    render(<SurfaceList runtime={runtime} renderers={renderers} />)
    expect(screen.getAllByText('[1,2,3] EUR')).toHaveLength(2)
    expect(reports).toEqual([])
  })

  it.each([
    ['an unknown property', { prise: 1 }, /^COMPONENT_\w+ .*prise.*price|prise/],
    ['a literal out of bounds', { amount: -1 }, /amount/],
    ['a property of a closed object', { size: { height: 1, width: 1, depth: 1 } }, /size\/depth/],
    ['a binding where only a literal may stand', { count: { path: '/count' } }, /count/],
    ['a name that is not among the options', { currency: 'CHF' }, /currency/],
  ])('[ST-2] refuses %s of an agent', (_, wrong, place) => {
    const { runtime, reports } = runtimeFor([offers])
    runtime.apply(shown(id, { ...offer, ...wrong }))
    expect(reports).toEqual([expect.stringMatching(place)])
  })

  it('[ST-2] takes schemas of whole objects, that refer to themselves, and objects that are open', () => {
    const Tree = z.object({
      name: z.string(),
      get kids() {
        return z.array(Tree).optional()
      },
    })
    const catalog = defineCatalogFromSchemas({
      id,
      components: {
        Forest: { props: { trees: z.array(Tree), extra: z.looseObject({ age: z.number() }).optional() } },
        ByZod: { props: z.object({ text: z.string(), size: z.number().default(1) }) },
        ByValibot: { props: json(v.object({ text: v.string(), size: v.optional(v.number(), 1) })) },
        ByArktype: { props: type({ text: 'string', 'size?': 'number' }) },
      },
    })
    const { runtime, reports } = runtimeFor([catalog])
    const trees = (kid: JsonValue) => [{ name: 'Oak', kids: [{ name: 'Acorn', kids: [kid] }] }]
    runtime.apply(
      shown(id, { id: 'root', component: 'Forest', trees: trees({ name: 'Bud' }), extra: { age: 1, b: 2 } }),
    )
    expect(reports).toEqual([])
    runtime.apply(shown(id, { id: 'root', component: 'Forest', trees: trees({ nam: 'Bud' }) }).slice(1, 2))
    expect(reports.join()).toMatch(/trees\/0\/kids\/0\/kids\/0/)
    const { ByZod, ByValibot, ByArktype } = catalog.components
    expect(ByZod).toMatchObject({ required: ['text'], defaults: { size: 1 } })
    expect(ByValibot).toMatchObject({ required: ['text'], defaults: { size: 1 } })
    expect(ByArktype).toMatchObject({ required: ['text'], defaults: {} })
    type Types = PropsOf<typeof catalog>
    expectTypeOf<Types['ByZod']>().toEqualTypeOf<Types['ByValibot']>()
    expectTypeOf<Types['ByArktype']['size']>().toEqualTypeOf<number | undefined>()
  })
})

function totals() {
  const catalog = defineCatalogFromSchemas({
    id: 'https://host.example/totals',
    components: { Total: { props: { text: bindable(z.string()) } } },
    functions: {
      sum: {
        description: 'Values with a unit',
        args: { values: bindable(z.array(z.number())), unit: z.enum(['EUR', 'USD']) },
        returns: 'string',
        run: ({ values, unit }) => `${toText(values)} ${unit satisfies 'EUR' | 'USD'}`,
      },
    },
    extend: basicCatalog,
  })
  const Total: Renderer<PropsOf<typeof catalog>['Total']> = ({ props }) => <b>{props.text}</b>
  return { catalog, Total }
}

/** What no library can be served with, in the words of each. */
const refused: readonly (readonly [name: string, schema: StandardSchema])[] = [
  ['a date of zod', z.date()],
  ['a date of valibot', json(v.date())],
  ['a date of arktype', type('Date')],
  ['a date in an object of arktype', type({ when: 'Date' })],
  ['a date in an object of zod', z.object({ when: z.date() })],
  ['a date that may be bound', bindable(z.date())],
  ['a date that may be left out', optional(z.date())],
  ['a map of zod', z.map(z.string(), z.number())],
  ['a map of valibot', json(v.map(v.string(), v.number()))],
  ['a map of arktype', type('Map')],
  ['a bigint of zod', z.bigint()],
  ['a bigint of valibot', json(v.bigint())],
  ['a bigint of arktype', type('bigint')],
  ['a custom type of zod', z.custom<string>()],
  ['a custom type of valibot', json(v.custom<string>(() => true))],
  ['a transform of zod', z.string().transform(Number)],
  ['a transform of valibot', json(v.pipe(v.string(), v.transform(Number)))],
  ['a morph of arktype', type('string').pipe((text) => text.length)],
  ['a parser of arktype', type('string.numeric.parse')],
  ['a codec of zod', z.stringbool()],
  ['undefined', z.undefined()],
]

describe('what cannot be served', () => {
  it.each(refused)('[ST-4] is refused with the name of the property: %s', (_, day) => {
    const error = caught({ title: z.string(), day })
    expect(error).toMatchObject({ code: 'NOT_JSON', at: '/components/Trip/properties/day' })
    expect(error.message).toContain(id)
  })

  it.each([
    ['in an object of zod', z.object({ title: z.string(), day: z.date() }), 'NOT_JSON', '/properties/day'],
    ['in a list', { rows: list({ day: z.date() }) }, 'NOT_JSON', '/properties/rows/items/properties/day'],
    ['a default that JSON Schema does not tell', type({ size: 'number = 1' }), 'NOT_JSON', '/properties/size'],
    ['no object', z.string(), 'SCHEMA_INVALID', ''],
    ['a tuple', { at: z.tuple([z.number(), z.number()]) }, 'KEYWORD_UNSUPPORTED', '/properties/at'],
    ['a multiple', { day: bindable(z.number().multipleOf(5)) }, 'KEYWORD_UNSUPPORTED', '/properties/day'],
    ['a format', { mail: json(v.pipe(v.string(), v.email())) }, 'SCHEMA_INVALID', '/properties/mail/format'],
    [
      'metadata that is no keyword',
      { day: z.string().meta({ colour: 'red' }) },
      'KEYWORD_UNKNOWN',
      '/properties/day/colour',
    ],
    ['checks by another name', { rules: checks() }, 'SCHEMA_INVALID', '/properties/rules'],
    ['the name of a common property', { id: z.string() }, 'SCHEMA_INVALID', '/properties/id'],
  ])('[ST-4] has its place: %s', (_, props, code, at) => {
    expect(caught(props)).toMatchObject({ code, at: `/components/Trip${at}` })
  })
})

function caught(props: ComponentProps): CatalogError {
  try {
    defineCatalogFromSchemas({ id, components: { Trip: { props } } })
  } catch (error) {
    if (error instanceof CatalogError) return error
    throw error
  }
  throw new Error('nothing was refused')
}
