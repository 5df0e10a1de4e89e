// The entry points: what each has, and that a name means the same at each of them.
import { act, render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import * as catalogs from '../../src/entries/catalogs.ts'
import * as core from '../../src/entries/core.ts'
import * as whole from '../../src/entries/index.ts'
import * as views from '../../src/entries/react.ts'
import * as drawing from '../../src/entries/renderers.ts'
import { CS, UC, UD } from '../support/messages.ts'
import compiled from './readings.json?catalog'

const catalog = core.defineCatalog(compiled, { functions: {} })
const renderers = views.defineRenderers(catalog, {
  Reading: ({ props }: views.RendererInput<{ readonly value: number }>) => <output>{props.value}</output>,
})

it('[R-11] /core and /react draw a catalog that has nothing to do with the basic one', () => {
  const codes: string[] = []
  const runtime = core.createRuntime({ catalogs: [catalog], onError: ({ code }) => codes.push(code) })
  const { container } = render(<views.SurfaceList runtime={runtime} renderers={renderers} />)
  const reading = { id: 'root', component: 'Reading', value: { path: '/value' } }
  const created = { ...CS('s'), createSurface: { surfaceId: 's', catalogId: catalog.catalogId } }
  act(() => runtime.apply([created, UC('s', [reading]), UD('s', '/value', 7)]))
  expect(container.querySelector('output')?.textContent).toBe('7')
  act(() => runtime.apply([UC('s', [{ ...reading, value: 'seven' }]), CS('t')]))
  expect(codes).toEqual(['VALIDATION_FAILED', 'CATALOG_UNKNOWN'])
})

describe('the entry points', () => {
  const parts = { core, catalogs, views, drawing }

  it('[PA-2] are together what the whole package has', () => {
    const names = Object.values(parts).flatMap((part) => Object.keys(part))
    expect(names.sort()).toEqual(Object.keys(whole).sort())
  })

  it('[PA-2] have one meaning for a name; the whole adds defaults to four of them', () => {
    const own = Object.values(parts).flatMap((part) => Object.entries(part))
    const all = new Map<string, unknown>(Object.entries(whole))
    const others = own.filter(([name, value]) => all.get(name) !== value).map(([name]) => name)
    expect(others.sort()).toEqual(['SurfaceList', 'SurfaceView', 'createRuntime', 'useRuntime'])
  })

  it('[PA-2] without defaults want what the whole has defaults for', () => {
    // @ts-expect-error: without catalogs no agent could send anything.
    expect(() => core.createRuntime({})).toThrow('"catalogs" must be a list of at least one catalog')
    const runtime = core.createRuntime({ catalogs: catalogs.defaultCatalogs })
    // A provider around the view may have the renderers, so the compiler cannot tell.
    const draw = () => renderToString(<views.SurfaceList runtime={runtime} />)
    expect(draw).toThrow('A view needs "renderers"')
    const options: whole.RuntimeOptions = {}
    expect(whole.createRuntime(options).surfaces.getSnapshot()).toEqual([])
  })
})
