// Every component drawn on a server, and taken over by the browser without a complaint.
import { act } from '@testing-library/react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { basicCatalog, createRuntime, type JsonObject, SurfaceList } from '../../../src/index.ts'
import { text } from './show.tsx'

const url = 'https://pictures.example/a'
const components: readonly (JsonObject & { readonly component: string })[] = [
  { component: 'Text', text: 'Some **bold** text and [a link](https://a.example/)', weight: 2 },
  { component: 'Row', children: ['a', 'b'], accessibility: { label: 'Both', description: 'Side by side' } },
  { component: 'Column', children: ['a', 'b'] },
  { component: 'Card', child: 'a' },
  { component: 'Button', child: 'a', action: { event: { name: 'go' } }, checks: [{ condition: false, message: 'No' }] },
  { component: 'TextField', label: 'A', value: 'one', variant: 'longText' },
  { component: 'CheckBox', label: 'A', value: true },
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

/** Theme and sign of the agent, which every surface may have. */
const theme: JsonObject = { primaryColor: '#336699', agentDisplayName: 'Sample', iconUrl: url }

describe('[R-6] [R-10] on a server', () => {
  // Frameworks that render pages ahead of a request refuse to tell the time of day there.
  it('[R-10] no component needs the time of day', () => {
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => {
      throw new Error('no clock while prerendering')
    })
    const errors: string[] = []
    const runtime = createRuntime({ onError: ({ message }) => void errors.push(message) })
    const ids = components.map(({ component }) => component)
    runtime.apply([
      { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: basicCatalog.catalogId } },
      {
        version: 'v0.9',
        updateComponents: {
          surfaceId: 's',
          components: [
            { id: 'root', component: 'Column', children: ids },
            ...components.map((component) => ({ id: component.component, ...component })),
            text('a', 'one'),
            text('b', 'two'),
          ],
        },
      },
    ])
    const html = renderToString(<SurfaceList runtime={runtime} />)
    clock.mockRestore()
    expect(errors).toEqual([])
    expect(html).not.toContain('sf-notice')
  })

  it('[R-6] [R-10] every type of the catalog is looked at', () => {
    expect(components.map(({ component }) => component).sort()).toEqual(Object.keys(basicCatalog.components).sort())
  })

  it.each(components)('[R-6] [R-10] $component', (component) => {
    const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
    const runtime = createRuntime({ timeZone: 'Asia/Tokyo', locale: 'de' })
    runtime.apply([
      { version: 'v0.9', createSurface: { surfaceId: 's', catalogId: basicCatalog.catalogId, theme } },
      {
        version: 'v0.9',
        updateComponents: {
          surfaceId: 's',
          components: [{ id: 'root', ...component }, text('a', 'one'), text('b', 'two')],
        },
      },
    ])
    const html = renderToString(<SurfaceList runtime={runtime} />)
    expect(html).not.toContain('sf-notice')
    const place = document.createElement('div')
    place.innerHTML = html
    const names = [...place.querySelectorAll('*')].flatMap((element) => element.getAttributeNames())
    expect(names.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([])
    expect(place.querySelectorAll('script, style')).toHaveLength(0)
    let root: Root | undefined
    act(() => {
      root = hydrateRoot(place, <SurfaceList runtime={runtime} />)
    })
    expect(complain.mock.calls).toEqual([])
    act(() => root?.unmount())
    complain.mockRestore()
  })
})
