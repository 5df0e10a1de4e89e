// The entry point for hosts with catalogs and renderers of their own.
import { act, render } from '@testing-library/react'
import { expect, it } from 'vitest'
import * as bare from '../src/bare.ts'
import * as whole from '../src/index.ts'
import compiled from './bare.json?catalog'
import { CS, UC, UD } from './support/messages.ts'

const catalog = bare.defineCatalog(compiled, { functions: {} })
const renderers = bare.defineRenderers(catalog, {
  Reading: ({ props }: bare.RendererInput<{ readonly value: number }>) => <output>{props.value}</output>,
})

it('[R-11] draws a catalog that has nothing to do with the basic one', () => {
  const codes: string[] = []
  const runtime = bare.createRuntime({ catalogs: [catalog], onError: ({ code }) => codes.push(code) })
  const { container } = render(<bare.SurfaceList runtime={runtime} renderers={renderers} />)
  const reading = { id: 'root', component: 'Reading', value: { path: '/value' } }
  const created = { ...CS('s'), createSurface: { surfaceId: 's', catalogId: catalog.catalogId } }
  act(() => runtime.apply([created, UC('s', [reading]), UD('s', '/value', 7)]))
  expect(container.querySelector('output')?.textContent).toBe('7')
  act(() => runtime.apply([UC('s', [{ ...reading, value: 'seven' }]), CS('t')]))
  expect(codes).toEqual(['VALIDATION_FAILED', 'CATALOG_UNKNOWN'])
})

it('[R-11] has what the package has, the basic catalog left out', () => {
  const left = Object.keys(whole).filter((name) => !(name in bare))
  expect(left.sort()).toEqual(['basicCatalog', 'basicRenderers', 'extendedCatalog', 'minimalCatalog'])
  expect(Object.keys(bare).filter((name) => !(name in whole))).toEqual([])
  // @ts-expect-error: without catalogs no agent could send anything.
  expect(() => bare.createRuntime({})).toThrow()
})
