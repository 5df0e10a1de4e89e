// The worked example of a third party's component: one chart for agents of both versions.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Chart, type ChartProps, chartCatalog } from '../../src/basic/extended/Chart.tsx'
import type { BasicProps } from '../../src/basic/props.ts'
import { basicRenderers, defineRenderers, type RuntimeOptions, SurfaceList } from '../../src/entries/index.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { CS, T, UC, UD, v08 } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'

const renderers = defineRenderers<BasicProps & { readonly Chart: ChartProps }>(chartCatalog, {
  ...basicRenderers,
  Chart,
})
const { catalogId } = chartCatalog

afterEach(cleanup)

function draw(messages: readonly JsonValue[], onEvent?: RuntimeOptions['onEvent']): Recorder {
  const recorder = record({ catalogs: [chartCatalog], locale: 'en-GB', ...(onEvent && { onEvent }) })
  recorder.send(...messages)
  render(<SurfaceList runtime={recorder.runtime} renderers={renderers} />)
  return recorder
}

const rows = [
  { label: 'tea', value: 1200 },
  { label: 'milk', value: 80 },
]

const chart09 = {
  id: 'chart',
  component: 'Chart',
  title: 'Sales',
  bars: { path: '/sales' },
  onSelect: { event: { name: 'open' } },
}
const newer = [
  CS('s', { catalogId }),
  UC('s', [{ id: 'root', component: 'Column', children: ['head', 'chart'] }, T('head', 'Shop'), chart09]),
  UD('s', '/sales', rows),
]

const chart08 = v08.C('chart', 'Chart', {
  title: { literalString: 'Sales' },
  bars: { path: 'sales' },
  onSelect: { name: 'open' },
})
const entry = ({ label, value }: (typeof rows)[number], index: number): JsonObject => ({
  key: String(index),
  valueMap: [
    { key: 'label', valueString: label },
    { key: 'value', valueNumber: value },
  ],
})
const older = [
  v08.SU('s', [
    v08.C('root', 'Column', { children: { explicitList: ['head', 'chart'] } }),
    v08.T('head', 'Shop'),
    chart08,
  ]),
  v08.DM('s', [{ key: 'sales', valueMap: rows.map(entry) }]),
  v08.BR('s', 'root', { catalogId }),
]

describe.each([
  ['v0.9', newer],
  ['v0.8', older],
] as const)('a chart from an agent of %s', (version, messages) => {
  it('[CI-4] is drawn beside basic components', () => {
    const { codes } = draw(messages)
    expect(codes()).toEqual([])
    expect(screen.getByText('Shop')).toBeTruthy()
    expect(screen.getByRole('figure').textContent).toBe('Salestea: 1,200milk: 80')
    expect([...document.querySelectorAll('rect')].map((bar) => bar.getAttribute('width'))?.[0]).toBe('100')
  })

  it('[CI-4] sends a press in the words of its version, with what the renderer adds', () => {
    const { events, runtime } = draw(messages)
    fireEvent.click(screen.getByRole('button', { name: 'milk' }))
    expect(events).toMatchObject([{ version, name: 'open', componentId: 'chart', context: { label: 'milk' } }])
    const sent = events.map((event) => Object.keys(runtime.encode(event)))
    expect(sent).toEqual([version === 'v0.8' ? ['userAction'] : ['version', 'action']])
  })

  it('[B-8] [CI-4] keeps the focus on a bar while the host deals with its press, and sends no second one', () => {
    const events: string[] = []
    const host = (event: { readonly name: string }): Promise<void> => {
      events.push(event.name)
      return new Promise(() => undefined)
    }
    draw(messages, host)
    const bar = screen.getByRole('button', { name: 'milk' })
    bar.focus()
    fireEvent.click(bar)
    fireEvent.click(bar)
    expect([document.activeElement, bar.ariaBusy, bar.matches(':disabled')]).toEqual([bar, 'true', false])
    expect(events).toEqual(['open'])
  })

  it('[CI-4] follows its data', () => {
    const { send } = draw(messages)
    const more = { label: 'rice', value: 7 }
    act(() => send(version === 'v0.8' ? v08.DM('s', [entry(more, 0)], 'sales') : UD('s', '/sales', [more])))
    expect(screen.getByRole('figure').textContent).toBe('Salesrice: 7')
  })
})

it('[CI-4] both versions are told that the catalog is there', () => {
  const { runtime } = record({ catalogs: [chartCatalog] })
  const { 'v0.8': old, 'v0.9': current } = runtime.clientCapabilities()
  expect([old, current]).toEqual([{ supportedCatalogIds: [catalogId] }, { supportedCatalogIds: [catalogId] }])
})
