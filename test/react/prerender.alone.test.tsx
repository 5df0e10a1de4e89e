// Prerendering frameworks (Next with `cacheComponents`) refuse a page that reads the clock, the zone or random numbers.
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { basicCatalog, createRuntime, extendedCatalog, minimalCatalog, preload, SurfaceList } from '../../src/index.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { transcripts } from '../support/transcripts.ts'

await preload()

/** What the code under test has read, each name as often as it was read. */
const reads: string[] = []

function forbidden(name: string): () => never {
  return () => {
    reads.push(name)
    throw new Error(`${name} was read`)
  }
}

/** A date of a given moment may be made; the moment of now may not be asked for. */
class FixedDate extends Date {
  static override now = forbidden('Date.now')

  constructor(...moment: [] | [string | number | Date]) {
    if (moment.length === 0) forbidden('new Date')()
    super(...(moment as [string]))
  }
}

const Format = Intl.DateTimeFormat

/** A format of a given zone may be made, to check the option; the machine's own zone may not be asked for. */
function formatOfZone(...[locales, options]: ConstructorParameters<typeof Format>): Intl.DateTimeFormat {
  if (options?.timeZone === undefined) forbidden('Intl.DateTimeFormat')()
  return new Format(locales, options)
}

beforeEach(() => {
  reads.length = 0
  vi.stubGlobal('Date', FixedDate)
  vi.spyOn(Math, 'random').mockImplementation(forbidden('Math.random'))
  vi.spyOn(crypto, 'randomUUID').mockImplementation(forbidden('crypto.randomUUID'))
  vi.spyOn(crypto, 'getRandomValues').mockImplementation(forbidden('crypto.getRandomValues'))
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(formatOfZone)
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const catalogs = [extendedCatalog, basicCatalog, minimalCatalog]

it.each(transcripts)('[R-6] applying the messages of %s reads no clock, zone or random number', (_, text) => {
  const runtime = createRuntime({ catalogs })
  runtime.push(text)
  runtime.end()
  expect(runtime.surfaces.getSnapshot().length).toBeGreaterThan(0)
  expect(reads).toEqual([])
})

it('[R-6] drawing reads no clock, zone or random number', () => {
  const runtime = createRuntime({ catalogs, locale: 'en-GB', timeZone: 'UTC' })
  runtime.apply([
    CS('s', { theme: { primaryColor: '#336699', agentDisplayName: 'Sample' } }),
    UC('s', [
      { id: 'root', component: 'Column', children: ['name', 'day', 'list', 'send', 'tabs'] },
      { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
      { id: 'day', component: 'Text', text: { call: 'formatString', args: { value: 'Hello ${/name}' } } },
      { id: 'list', component: 'List', children: { componentId: 'row', path: '/rows' } },
      T('row', { path: 'text' }),
      { id: 'send', component: 'Button', child: 'label', action: { event: { name: 'send' } } },
      T('label', 'Send'),
      { id: 'tabs', component: 'Tabs', tabs: [{ title: 'One', child: 'label' }] },
    ]),
    UD('s', '/', { name: 'Ada', rows: Array.from({ length: 100 }, (_, row) => ({ text: `row ${row}` })) }),
  ])
  const html = renderToString(<SurfaceList runtime={runtime} />)
  for (const text of ['Hello Ada', 'row 99', 'Send', 'One']) expect(html).toContain(text)
  expect(reads).toEqual([])
})
