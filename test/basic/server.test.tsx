// Every component drawn on a server, and taken over by the browser without a complaint.
import { act } from '@testing-library/react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { basicCatalog, createRuntime, type JsonObject, SurfaceList } from '../../src/entries/index.ts'
import { T } from '../support/messages.ts'
import { components } from './samples.ts'

/** Theme and sign of the agent, which every surface may have. */
const theme: JsonObject = { primaryColor: '#336699', agentDisplayName: 'Sample', iconUrl: 'https://pictures.example/a' }

describe('[R-6] [R-10] on a server', () => {
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
          components: [{ id: 'root', ...component }, T('a', 'one'), T('b', 'two')],
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
