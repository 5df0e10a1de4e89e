// Prerendering frameworks (Next with `cacheComponents`) refuse a page that reads the clock, the zone or random numbers.
// They run without a page: @vitest-environment node
import { readFileSync } from 'node:fs'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  basicCatalog,
  createRuntime,
  extendedCatalog,
  type JsonObject,
  minimalCatalog,
  preload,
  type SurfaceError,
  SurfaceList,
} from '../../src/entries/index.ts'
import { workCatalog } from '../../src/work/index.ts'
import { components, conditions, effects, olderComponents, texts } from '../basic/samples.ts'
import { CS, T, UC, UD, v08 } from '../support/messages.ts'
import { transcripts } from '../support/transcripts.ts'

/** What the code under test has read, each name as often as it was read. */
const reads: string[] = []
/** A test runs. */
let forbids = false

function forbidden(name: string): () => never {
  return () => {
    reads.push(name)
    throw new Error(`${name} was read`)
  }
}

const { now } = Date

/** A date of a given moment may be made; the moment of now may not be asked for. */
class FixedDate extends Date {
  static override now = (): number => (forbids ? forbidden('Date.now')() : now())

  constructor(...moment: [] | [string | number | Date]) {
    if (forbids && moment.length === 0) forbidden('new Date')()
    super(...(moment as [string]))
  }
}

// Before the late parts are loaded: one of them extends it.
globalThis.Date = FixedDate as DateConstructor
await preload()

const Format = Intl.DateTimeFormat

/** A format of a given zone may be made, to check the option; the machine's own zone may not be asked for. */
function formatOfZone(...[locales, options]: ConstructorParameters<typeof Format>): Intl.DateTimeFormat {
  if (options?.timeZone === undefined) forbidden('Intl.DateTimeFormat')()
  return new Format(locales, options)
}

beforeEach(() => {
  reads.length = 0
  forbids = true
  vi.spyOn(Math, 'random').mockImplementation(forbidden('Math.random'))
  vi.spyOn(crypto, 'randomUUID').mockImplementation(forbidden('crypto.randomUUID'))
  vi.spyOn(crypto, 'getRandomValues').mockImplementation(forbidden('crypto.getRandomValues'))
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(formatOfZone)
})

afterEach(() => {
  forbids = false
  vi.restoreAllMocks()
})

const catalogs = [extendedCatalog, basicCatalog, minimalCatalog]

it.each(transcripts)('[R-6] applying the messages of %s reads no clock, zone or random number', (_, text) => {
  const runtime = createRuntime({ catalogs: [...catalogs, workCatalog] })
  runtime.push(text)
  runtime.end()
  expect(runtime.surfaces.getSnapshot().length).toBeGreaterThan(0)
  expect(reads).toEqual([])
})

/** Draws messages on a server, and fails where something was read, reported or refused. */
function draw(messages: readonly JsonObject[]): string {
  const errors: string[] = []
  const onError = ({ message }: SurfaceError): void => void errors.push(message)
  const runtime = createRuntime({ catalogs, locale: 'en-GB', timeZone: 'Europe/Berlin', onError })
  runtime.apply(messages)
  const html = renderToString(<SurfaceList runtime={runtime} />)
  expect([reads, errors]).toEqual([[], []])
  expect(html).not.toContain('sf-notice')
  return html
}

const children = [T('a', 'one'), T('b', 'two')]

describe('[R-6] drawing reads no clock, zone or random number', () => {
  it.each(components)('[R-6] $component', (component) => {
    const html = draw([
      CS('s', { theme: { primaryColor: '#336699', agentDisplayName: 'Sample' } }),
      UC('s', [{ id: 'root', ...component }, ...children]),
    ])
    expect(html).toContain('sf-surface')
  })

  it.each(Object.entries(olderComponents))('[R-6] %s of v0.8', (type, props) => {
    const [first, second] = [v08.T('a', 'one'), v08.T('b', 'two')]
    expect(draw([v08.SU('s', [v08.C('root', type, props), first, second]), v08.BR('s')])).toContain('sf-surface')
  })

  it('[R-6] every type of both catalogs is looked at', () => {
    const older = readFileSync('catalogs/v0.8/standard_catalog_definition.json', 'utf8')
    const types = Object.keys((JSON.parse(older) as { readonly components: object }).components)
    expect(Object.keys(olderComponents).sort()).toEqual(types.sort())
    expect(components.map(({ component }) => component).sort()).toEqual(Object.keys(basicCatalog.components).sort())
  })

  it.each(Object.entries(texts))('[R-6] [FN-19] %s', (call, [args, text]) => {
    expect(draw([CS('s'), UC('s', [T('root', { call, args })])])).toContain(text)
  })

  it.each(Object.entries(conditions))('[R-6] [FN-19] %s', (call, args) => {
    const box = { id: 'root', component: 'CheckBox', label: 'Holds', value: { call, args } }
    expect(draw([CS('s'), UC('s', [box])])).toContain('checked=""')
  })

  it.each(Object.entries(effects))('[R-6] [FN-19] %s', (call, args) => {
    const button = { id: 'root', component: 'Button', child: 'a', action: { functionCall: { call, args } } }
    expect(draw([CS('s'), UC('s', [button, ...children])])).toContain('one')
  })

  it('[R-6] [FN-19] every function of the catalog is looked at', () => {
    const names = Object.keys({ ...texts, ...conditions, ...effects })
    expect(names.sort()).toEqual([...basicCatalog.functions.keys()].sort())
  })

  it('[R-6] of a long list', () => {
    const rows = Array.from({ length: 100 }, (_, row) => ({ text: `row ${row}` }))
    const list = { id: 'root', component: 'List', children: { componentId: 'row', path: '/rows' } }
    expect(draw([CS('s'), UC('s', [list, T('row', { path: 'text' })]), UD('s', '/rows', rows)])).toContain('row 99')
  })
})
