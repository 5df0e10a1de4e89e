// Views to which nobody gives a runtime, or renderers: a server component cannot pass one on, so there it is easily forgotten.
import { render } from '@testing-library/react'
import type { FunctionComponent } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRuntime, SurfaceList, SurfaceView, useSurfaces } from '../../src/entries/index.ts'
import * as base from '../../src/entries/react.ts'

function List({ runtime }: { readonly runtime: never }): string {
  return String(useSurfaces(runtime).length)
}

const views = { SurfaceView, SurfaceList, useSurfaces: List, base: base.SurfaceView, 'base list': base.SurfaceList }
const more = { surfaceId: 's', renderers: {} }
const error = new TypeError(
  'A view needs a "runtime", its own or that of a <SurfaceProvider>, made in a component that says "use client".',
)

beforeEach(() => {
  // React prints what a component throws.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

it.each(Object.entries(views))('[PA-10] %s names what is missing, on a server and in a page', (_, view) => {
  const View = view as FunctionComponent<object>
  for (const props of [{}, { runtime: undefined }, { runtime: null }, { runtime: {} }]) {
    expect(() => renderToString(<View {...props} {...more} />)).toThrow(error)
    expect(() => render(<View {...props} {...more} />)).toThrow(error)
  }
})

it.each(Object.entries({ SurfaceView: base.SurfaceView, SurfaceList: base.SurfaceList }))(
  '[PA-10] %s of /react names what is missing where there are no renderers',
  (_, view) => {
    const View = view as FunctionComponent<object>
    for (const renderers of [undefined, null, {}]) {
      const props = { ...more, runtime: createRuntime({}), renderers }
      expect(() => renderToString(<View {...props} />)).toThrow('A view needs "renderers", made by defineRenderers.')
    }
  },
)
