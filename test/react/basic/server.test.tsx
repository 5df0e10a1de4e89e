// Every component drawn on a server, and taken over by the browser without a complaint.
import { act } from '@testing-library/react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { basicCatalog, createRuntime, type JsonObject, SurfaceList } from '../../../src/index.ts'
import { text } from './show.tsx'

const url = 'https://pictures.example/a'
const components: readonly JsonObject[] = [
  { component: 'Image', url },
  { component: 'Icon', name: 'home' },
  { component: 'Video', url },
  { component: 'AudioPlayer', url, description: 'A tone' },
  { component: 'List', children: ['a', 'b'] },
  { component: 'Tabs', tabs: ['a', 'b'].map((child) => ({ title: child, child })) },
  { component: 'Modal', trigger: 'a', content: 'b' },
  { component: 'Divider' },
  { component: 'ChoicePicker', options: [{ label: 'A', value: 'a' }], value: ['a'], filterable: true },
  { component: 'Slider', value: 3, max: 10 },
  { component: 'DateTimeInput', value: '2026-01-01T00:00:00Z', enableDate: true, enableTime: true },
]

describe('[R-6] [R-10] on a server', () => {
  it.each(components)('[R-6] [R-10] $component', (component) => {
    const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
    const runtime = createRuntime({ timeZone: 'Asia/Tokyo', locale: 'de' })
    runtime.apply([
      { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: basicCatalog.catalogId } },
      {
        version: 'v0.9',
        updateComponents: {
          surfaceId: 's',
          components: [{ id: 'root', ...component }, text('a', 'one'), text('b', 'two')],
        },
      },
    ])
    const html = renderToString(<SurfaceList runtime={runtime} />)
    expect(html).not.toContain('style=')
    expect(html).not.toContain('sf-notice')
    const place = document.createElement('div')
    place.innerHTML = html
    let root: Root | undefined
    act(() => {
      root = hydrateRoot(place, <SurfaceList runtime={runtime} />)
    })
    expect(complain.mock.calls).toEqual([])
    act(() => root?.unmount())
    complain.mockRestore()
  })
})
