// What the guide shows of surfaces and catalogs in code, drawn.
import { cleanup, render, screen } from '@testing-library/react'
import type { ClientEvent } from 'surface-runtime'
import { afterEach, expect, it, vi } from 'vitest'
import { v08Answers } from '../../demo/answers-v08.ts'
import { v09Answers } from '../../demo/answers-v09.ts'
import { basic, checkMessages } from '../../src/authoring/index.ts'
import { createRuntime, defineRenderers, SurfaceList } from '../../src/index.ts'
import { form } from '../readme/authored.ts'
import { offers, Price } from '../readme/catalog-in-code.tsx'
import { record } from '../support/recorder.ts'

afterEach(cleanup)

it('[BU-1] the form of the guide is drawn, without a fault', () => {
  expect(checkMessages(form, basic).faults).toEqual([])
  const runtime = createRuntime()
  runtime.apply(form)
  render(<SurfaceList runtime={runtime} />)
  expect(screen.getByRole('heading', { name: 'Reserve a table' })).toBeDefined()
  expect(screen.getByRole('textbox', { name: 'Name' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Reserve' })).toBeDefined()
})

it.each(Object.entries({ ...v08Answers, ...v09Answers }))(
  '[BU-1] the demo’s agent answers %s without a fault',
  (_, answer) => {
    const event = { surfaceId: 's' } as ClientEvent
    const said = (key: string): string => (key === 'checked' ? 'true' : key === 'reading' ? '12345' : 'words')
    const { runtime, reports } = record()
    runtime.push(answer({ event, said, time: 1 }).lines)
    // The answer may change a surface that was there before.
    expect(reports.filter(({ code }) => code !== 'SURFACE_NOT_FOUND')).toEqual([])
  },
)

it('[ST-1] the catalog of the guide draws a price that follows the data, and buys', () => {
  const onEvent = vi.fn()
  const runtime = createRuntime({ catalogs: [offers], onEvent })
  const surfaceId = 's'
  const buy = { event: { name: 'buy' } }
  runtime.apply([
    { version: 'v0.9', createSurface: { surfaceId, catalogId: offers.catalogId } },
    { version: 'v0.9', updateDataModel: { surfaceId, value: { amount: 12 } } },
    {
      version: 'v0.9',
      updateComponents: {
        surfaceId,
        components: [{ id: 'root', component: 'Price', amount: { path: '/amount' }, buy }],
      },
    },
  ])
  render(<SurfaceList runtime={runtime} renderers={defineRenderers(offers, { Price })} />)
  screen.getByRole('button', { name: 'Buy for 12 €' }).click()
  expect(onEvent).toHaveBeenCalledWith(expect.objectContaining({ name: 'buy' }), expect.anything())
})
