// Surfaces built in code: messages without a fault, flat and with stable ids. The types are tested by `@ts-expect-error`.
import { checkMessages } from 'surface-runtime/authoring'
import * as ui from 'surface-runtime/builders'
import { type Built, buildersFor, call, each, event, surface, surfaceV08 } from 'surface-runtime/builders'
import { basicCatalog } from 'surface-runtime/catalogs'
import { action, bindable, child, defineCatalogFromSchemas } from 'surface-runtime/standard-schema'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import basicSchema from '../../catalogs/v0.9/basic_catalog.json'
import { record } from '../support/recorder.ts'

const { button, card, checkBox, column, divider, image, list, row, slider, text, textField } = ui

const name = { path: '/name' }
const needed = { condition: call.required({ value: name }), message: 'A name is needed.' }
const words = text({ text: 'Hi' })
const common = { weight: 1, accessibility: { label: 'A', description: name } } as const
const labelled = { ...common, label: 'L', checks: [needed] } as const

/** One of each component, with all that it may have. */
const whole: {
  readonly [type: string]: { readonly given: object; readonly built: Built }
} = {
  Text: made(ui.text, { ...common, text: name, variant: 'h1' }),
  Row: made(ui.row, { ...common, children: [words], justify: 'end', align: 'center' }),
  Column: made(ui.column, {
    ...common,
    children: each('/items', text({ text: name })),
    justify: 'end',
    align: 'start',
  }),
  Card: made(ui.card, { ...common, child: words }),
  Button: made(ui.button, {
    ...common,
    child: words,
    variant: 'primary',
    action: event('go', { name }),
    checks: [needed],
  }),
  TextField: made(ui.textField, { ...labelled, value: name, variant: 'longText', validationRegexp: '^a' }),
  CheckBox: made(ui.checkBox, { ...labelled, value: { path: '/checked' } }),
  Image: made(ui.image, {
    ...{ ...common, url: 'https://pictures.example/a.png', description: 'A' },
    ...{ fit: 'cover', variant: 'icon' },
  }),
  Icon: made(ui.icon, { ...common, name: 'add' }),
  Video: made(ui.video, { ...common, url: 'https://pictures.example/a.mp4' }),
  AudioPlayer: made(ui.audioPlayer, { ...common, url: 'https://pictures.example/a.mp3', description: 'A' }),
  List: made(ui.list, { ...common, children: [words], direction: 'horizontal', align: 'end' }),
  Tabs: made(ui.tabs, { ...common, tabs: [{ title: 'A', child: words }] }),
  Modal: made(ui.modal, { ...common, trigger: words, content: words }),
  Divider: made(ui.divider, { ...common, axis: 'vertical' as const }),
  ChoicePicker: made(ui.choicePicker, {
    ...{ ...labelled, options: [{ label: 'A', value: 'a' }], value: { path: '/chosen' } },
    ...{ variant: 'multipleSelection', displayStyle: 'chips', filterable: true },
  }),
  Slider: made(ui.slider, { ...labelled, value: { path: '/amount' }, min: 0, max: 3 }),
  DateTimeInput: made(ui.dateTimeInput, {
    ...{
      ...labelled,
      value: { path: '/day' },
      enableDate: true,
      enableTime: false,
      min: '2026-01-01',
      max: '2026-12-31',
    },
  }),
}

function made<P extends object>(build: (props: P) => Built, given: P) {
  return { given, built: build(given) }
}

/** Texts of all functions that give one, and checks of all that give a truth value. */
const calls = {
  texts: [
    call.formatString({ value: 'Hi ${/name}' }),
    call.formatNumber({ value: 1.5, decimals: 1, grouping: true }),
    call.formatCurrency({ value: { path: '/price' }, currency: 'EUR' }),
    call.formatDate({ value: '2026-05-01', format: 'd MMMM' }),
    call.pluralize({ value: 2, one: 'one', other: 'many' }),
  ],
  checks: [
    call.required({ value: name }),
    call.length({ value: name, max: 9 }),
    call.regex({ value: name, pattern: '^a' }),
    call.numeric({ value: { path: '/price' }, min: 0 }),
    call.email({ value: name }),
    call.and({ values: [call.email({ value: name }), true] }),
    call.or({ values: [call.email({ value: name }), call.not({ value: { path: '/off' } })] }),
    call.not({ value: { path: '/off' } }),
  ],
}

const link = button({
  child: text({ text: 'Open' }),
  action: { functionCall: call.openUrl({ url: 'https://a.example/' }) },
})

const surfaces: readonly (readonly [string, Built])[] = [
  ...Object.entries(whole).map(([type, { built }]) => [type, built] as const),
  ['calls', column({ children: [...calls.texts.map((one) => text({ text: one })), link] })],
  [
    'checks',
    textField({ label: 'A', value: name, checks: calls.checks.map((condition) => ({ condition, message: 'No' })) }),
  ],
  [
    'a form',
    card({
      child: column({ children: [words, row({ children: [checkBox({ label: 'A', value: name })] }), divider()] }),
    }),
  ],
  [
    'nested lists',
    list({ children: each('/a', card({ child: column({ children: each('b', text({ text: { path: 'c' } })) }) })) }),
  ],
]

const props = basicSchema.components as {
  readonly [type: string]: { readonly properties: object; readonly allOf: readonly { readonly $ref: string }[] }
}

/** The compiler sees that every name of the type is here, and no other. */
const icons: { readonly [name in ui.IconName]: true } = {
  accountCircle: true,
  add: true,
  arrowBack: true,
  arrowForward: true,
  attachFile: true,
  calendarToday: true,
  call: true,
  camera: true,
  check: true,
  close: true,
  delete: true,
  download: true,
  edit: true,
  event: true,
  error: true,
  fastForward: true,
  favorite: true,
  favoriteOff: true,
  folder: true,
  help: true,
  home: true,
  info: true,
  locationOn: true,
  lock: true,
  lockOpen: true,
  mail: true,
  menu: true,
  moreVert: true,
  moreHoriz: true,
  notificationsOff: true,
  notifications: true,
  pause: true,
  payment: true,
  person: true,
  phone: true,
  photo: true,
  play: true,
  print: true,
  refresh: true,
  rewind: true,
  search: true,
  send: true,
  settings: true,
  share: true,
  shoppingCart: true,
  skipNext: true,
  skipPrevious: true,
  star: true,
  starHalf: true,
  starOff: true,
  stop: true,
  upload: true,
  visibility: true,
  visibilityOff: true,
  volumeDown: true,
  volumeMute: true,
  volumeOff: true,
  volumeUp: true,
  warning: true,
}

describe('builders', () => {
  it.each(surfaces)('[BU-1] give messages without a fault: %s', (_, root) => {
    const { create, components, data } = surface('s1')
    const messages = [
      create({ theme: { primaryColor: '#0F766E' }, sendDataModel: true }),
      components(root),
      data({ name: 'A' }),
    ]
    expect(checkMessages(messages, basicCatalog)).toMatchObject({ valid: true, faults: [] })
  })

  it('[BU-1] have every component, property and function of the basic catalog', () => {
    expect(surfaces.length).toBeGreaterThanOrEqual(20)
    for (const [type, { properties, allOf }] of Object.entries(props)) {
      const checks = allOf.some(({ $ref }) => $ref.endsWith('Checkable')) ? ['checks'] : []
      const names = [
        ...Object.keys(properties).filter((one) => one !== 'component'),
        ...checks,
        'weight',
        'accessibility',
      ]
      expect([type, Object.keys(whole[type]?.given ?? {}).sort()]).toEqual([type, names.sort()])
    }
    expect(Object.keys(call).sort()).toEqual(Object.keys(basicSchema.functions).sort())
    for (const [name, { properties }] of Object.entries(basicSchema.functions)) {
      const made = [...calls.texts, ...calls.checks, call.openUrl({ url: 'https://a.example/' })]
      expect(made.find((one) => one.call === name)?.returnType).toBe(properties.returnType.const)
    }
  })

  it('[BU-1] know the icons of the basic catalog', () => {
    expect(Object.keys(icons)).toEqual(basicSchema.$defs.IconName.anyOf[0]?.enum)
  })

  it('[BU-2] send what is nested flat, parents first, with the same ids each time', () => {
    const build = () =>
      surface('s1').components(
        card({
          child: column({
            id: 'form',
            children: [
              text({ text: 'A' }),
              list({ children: each('/rows', image({ url: name })) }),
              button({ child: text({ text: 'Send' }), action: event('send') }),
            ],
          }),
        }),
      )
    expect(build()).toEqual(build())
    expect(build().updateComponents?.components).toEqual([
      { id: 'root', component: 'Card', child: 'form' },
      { id: 'form', component: 'Column', children: ['form.0', 'form.1', 'form.2'] },
      { id: 'form.0', component: 'Text', text: 'A' },
      { id: 'form.1', component: 'List', children: { componentId: 'form.1.componentId', path: '/rows' } },
      { id: 'form.1.componentId', component: 'Image', url: name },
      { id: 'form.2', component: 'Button', child: 'form.2.child', action: { event: { name: 'send' } } },
      { id: 'form.2.child', component: 'Text', text: 'Send' },
    ])
  })

  it('[BU-2] refuse an id that comes twice', () => {
    const twice = () =>
      surface('s').components(column({ children: [text({ id: 'a', text: 'A' }), text({ id: 'a', text: 'B' })] }))
    expect(twice).toThrow('Two components have the id "a"')
    expect(() => surface('s').components(words, words)).toThrow('"root"')
  })

  it('[BU-2] write updates of a part, of data, and the end of a surface', () => {
    const { components, data, removeData, remove } = surface('s')
    expect([components(text({ id: 'a', text: 'B' })), data('/a', 1), removeData('/a'), remove()]).toEqual([
      {
        version: 'v0.9',
        updateComponents: { surfaceId: 's', components: [{ id: 'a', component: 'Text', text: 'B' }] },
      },
      { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/a', value: 1 } },
      { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/a' } },
      { version: 'v0.9', deleteSurface: { surfaceId: 's' } },
    ])
  })

  /** What is lost in v0.8, or is another thing there: a list in the data is an object, and a path may begin in an element. */
  const other: { readonly [type: string]: readonly string[] } = {
    ChoicePicker: ['label', 'value'],
    DateTimeInput: ['label', 'min', 'max'],
    Column: ['children'],
    Button: ['action'],
  }

  it.each(Object.entries(whole))('[BU-4] send %s in v0.8 too, and it is drawn alike', (type, { given, built }) => {
    const model = { name: 'A', checked: true, amount: 2, day: '2026-05-01', chosen: ['a'], items: [{ name: 'B' }] }
    const [newer, older] = [record(), record()]
    const { create, components, data } = surface('s')
    newer.send(create(), data(model), components(built))
    const old = surfaceV08('s')
    const messages = [old.data(model), old.components(built), old.begin()]
    older.send(...messages)
    expect([newer.codes(), older.codes()]).toEqual([[], []])
    expect(checkMessages(messages, basicCatalog)).toMatchObject({ valid: true, faults: [] })
    const names = Object.keys(given).filter(
      (name) => !['accessibility', 'checks', ...(other[type] ?? [])].includes(name),
    )
    const drawn = ({ shown }: typeof newer) => names.map((name) => [name, shown('s', 'root', name)])
    expect(drawn(older)).toEqual(drawn(newer))
  })

  it('[BU-4] have the defaults of v0.9 in v0.8', () => {
    const { components } = surfaceV08('s')
    const picker = ui.choicePicker({ options: [], value: { path: '/a' } })
    expect(components(picker, ui.dateTimeInput({ id: 'd', value: { path: '/b' } }))).toEqual({
      surfaceUpdate: {
        surfaceId: 's',
        components: [
          {
            id: 'root',
            component: { MultipleChoice: { maxAllowedSelections: 1, options: [], selections: { path: '/a' } } },
          },
          { id: 'd', component: { DateTimeInput: { enableDate: false, value: { path: '/b' } } } },
        ],
      },
    })
    const rows = column({ children: each('/items', 'row') })
    const go = button({ id: 'go', child: 'row', action: event('go', { name, count: 2 }) })
    const context = [
      { key: 'name', value: name },
      { key: 'count', value: { literalNumber: 2 } },
    ]
    expect(components(rows, go).surfaceUpdate?.components).toEqual([
      {
        id: 'root',
        component: { Column: { children: { template: { componentId: 'row', dataBinding: '/items' } } } },
      },
      { id: 'go', component: { Button: { child: 'row', action: { name: 'go', context } } } },
    ])
  })

  it('[BU-4] write data, the beginning and the end of a surface of v0.8', () => {
    const { data, begin, remove } = surfaceV08('s')
    const styles = { primaryColor: '#0F766E' }
    const value = { name: 'A', count: 2, off: false, none: null, list: [{ id: 'x' }] }
    expect([data(value), data('/list', ['a']), begin({ root: 'a', styles }), remove()]).toEqual([
      {
        dataModelUpdate: {
          surfaceId: 's',
          contents: [
            { key: 'name', valueString: 'A' },
            { key: 'count', valueNumber: 2 },
            { key: 'off', valueBoolean: false },
            { key: 'list', valueMap: [{ key: '0', valueMap: [{ key: 'id', valueString: 'x' }] }] },
          ],
        },
      },
      { dataModelUpdate: { surfaceId: 's', path: '/list', contents: [{ key: '0', valueString: 'a' }] } },
      { beginRendering: { surfaceId: 's', root: 'a', styles } },
      { deleteSurface: { surfaceId: 's' } },
    ])
  })

  it('[BU-4] refuse in v0.8 what it cannot do', () => {
    const { components } = surfaceV08('s')
    expect(() => components(text({ text: call.formatString({ value: 'Hi' }) }))).toThrow(TypeError)
    expect(() => components(link)).toThrow('v0.8 calls no functions')
    expect(() => components(ui.icon({ name: { svgPath: 'M0 0' } }))).toThrow('v0.8 has only texts')
    const { price } = buildersFor<{ Price: object }>({ components: { Price: {} } })
    expect(() => components(price({}))).toThrow('There is no "Price" in v0.8')
  })

  it('[BU-3] are typed, for catalogs from schemas too', () => {
    const shop = defineCatalogFromSchemas({
      id: 'https://host.example/shop',
      components: {
        Offer: {
          props: { title: bindable(z.string()), label: child(), buy: action(), size: z.enum(['s', 'l']).optional() },
        },
      },
    })
    const { offer } = buildersFor(shop)
    const root = offer({
      title: name,
      label: offer({ title: 'A', label: 'root', buy: event('b') }),
      buy: event('buy'),
      size: 's',
    })
    const { create, components } = surface('s')
    const inner = components(offer({ id: 'x', title: name, label: 'root.label', buy: event('buy') }))
    expect(inner.updateComponents?.components[0]).toMatchObject({ id: 'x', component: 'Offer' })
    expect(components(root).updateComponents?.components.map(({ id }) => id)).toEqual(['root', 'root.label'])
    expect(checkMessages([create({ catalogId: shop.catalogId }), inner], shop, { final: false }).faults).toEqual([])
    // @ts-expect-error: the property is called `variant`.
    text({ text: 'Hi', varient: 'h1' })
    // @ts-expect-error: there is no such variant.
    text({ text: 'Hi', variant: 'h7' })
    // @ts-expect-error: a button has an action.
    button({ child: words })
    // @ts-expect-error: a text is no truth value.
    text({ text: call.required({ value: name }) })
    // @ts-expect-error: the icon is called `arrowBack`.
    ui.icon({ name: 'arrow_back' })
    // @ts-expect-error: the argument is called `pattern`.
    call.regex({ value: name, patern: '^a' })
    // @ts-expect-error: `max` is required.
    slider({ value: 1 })
    // @ts-expect-error: there is no such size.
    offer({ title: 'A', label: words, buy: event('buy'), size: 'xl' })
    // @ts-expect-error: the catalog has no such component.
    expect(buildersFor(shop).ofer).toBeUndefined()
  })
})
