// A surface's frame: whose it is, and in which colours.
import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { compileCatalog } from '../../src/entries/ajv.ts'
import { basicCatalog, defineCatalog, SurfaceList } from '../../src/entries/index.ts'
import type { JsonObject } from '../../src/json/value.ts'
import type { MediaPolicy } from '../../src/surface/media.ts'
import { CS, T, UC, v08 } from '../support/messages.ts'
import { mount, only } from './mount.tsx'

const root = UC('s', [T('root', 'text')])

function frame(theme: JsonObject, media?: MediaPolicy): HTMLElement {
  const { container } = mount({ messages: [CS('s', { theme }), root], ...(media !== undefined && { media }) })
  return only(container, '.sf-surface')
}

/** Relative luminance and contrast of WCAG 2.2; colours are `#rrggbb`. */
function contrast(...colors: readonly string[]): number {
  const [dark = 0, bright = 0] = colors.map(luminance).sort((left, right) => left - right)
  return (bright + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

describe("[R-7] the agent's colour", () => {
  it.each([
    ['one that reads well on light ground', '#1d4ed8', '#1d4ed8', undefined],
    ['one that reads well on dark ground', '#ffd400', undefined, '#ffd400'],
    ['black', '#000000', '#000000', undefined],
    ['white', '#ffffff', undefined, '#ffffff'],
    ['capital letters', '#1D4ED8', '#1d4ed8', undefined],
  ])('[R-7] is used where it can be read, and corrected where it cannot: %s', (_, color, light, dark) => {
    const { style } = frame({ primaryColor: color })
    for (const [property, kept] of [
      ['--sf-accent-light', light],
      ['--sf-accent-dark', dark],
    ] as const) {
      const shown = style.getPropertyValue(property)
      expect(shown).toMatch(/^#[0-9a-f]{6}$/)
      if (kept === undefined) expect(shown).not.toBe(color.toLowerCase())
      else expect(shown).toBe(kept)
    }
  })

  it.each(['#ffd700', '#ff8800', '#ffffff', '#000000', '#1e90ff'])(
    '[R-7] %s can be read on a control that is hovered, too',
    (color) => {
      const { style } = frame({ primaryColor: color })
      // The colours of a hovered control, as a browser mixes them from the stylesheet.
      expect(contrast(style.getPropertyValue('--sf-accent-light'), '#f2f2f3')).toBeGreaterThanOrEqual(4.5)
      expect(contrast(style.getPropertyValue('--sf-accent-dark'), '#25262a')).toBeGreaterThanOrEqual(4.5)
    },
  )

  it.each(['red', '#12345', '#1234567', 'red;background:url(https://evil.example)', 'var(--x)', 7, null])(
    '[R-7] [E-9] that is none is left out, and the surface is drawn: %j',
    (color) => {
      const { container, reports } = mount({ messages: [CS('s', { theme: { primaryColor: color } }), root] })
      expect(container.querySelector('article')?.getAttribute('style')).toBeNull()
      expect(container.querySelector('.sf-text')).not.toBeNull()
      expect(reports[0]?.code).toBe('VALIDATION_FAILED')
      expect(reports[0]?.place.at).toBe('/createSurface/theme/primaryColor')
    },
  )

  it('[R-24] what the theme of a host declares is at hand, and in the style sheet where it is plain', () => {
    const catalogId = 'https://host.example/themed'
    const theme = {
      type: 'object',
      properties: {
        ...{ primaryColor: { type: 'string' }, radius: { type: 'number' }, tone: { enum: ['calm', 'loud'] } },
        ...{ ground: { type: 'string' }, dense: { type: 'boolean' } },
      },
    }
    const compiled = compileCatalog({ catalogId, components: {}, $defs: { theme } })
    const own = { radius: 4, ground: 'url(https://evil.example/)', dense: true }
    const { container, surface, codes } = mount({
      catalogs: [defineCatalog(compiled, { extend: basicCatalog })],
      messages: [
        CS('s', { catalogId, theme: { ...own, primaryColor: '#102030', tone: 'shrill', other: 1 } }),
        UC('s', [T('root', 'x')]),
      ],
    })
    expect(codes()).toEqual(['VALIDATION_FAILED'])
    expect(surface().theme).toEqual({ ...own, primaryColor: '#102030' })
    const { style } = container.querySelector('article') as HTMLElement
    expect(style.getPropertyValue('--sf-theme-radius')).toBe('4')
    expect([...style].filter((name) => name.startsWith('--sf-theme-'))).toEqual(['--sf-theme-radius'])
  })

  it('[R-7] is absent when the agent names none', () => {
    expect(frame({}).getAttribute('style')).toBeNull()
  })

  it('[R-7] [V8-8] and font change when v0.8 begins again', () => {
    const { container, send } = mount({
      messages: [
        v08.SU('s', [v08.T('root', 'text')]),
        v08.BR('s', 'root', { styles: { primaryColor: '#1d4ed8', font: '"Sample Sans", serif' } }),
      ],
    })
    const { style } = only(container, '.sf-surface')
    expect(style.getPropertyValue('--sf-accent-light')).toBe('#1d4ed8')
    expect(style.getPropertyValue('--sf-font')).toBe('"Sample Sans", serif')
    send(v08.BR('s', 'root', { styles: { primaryColor: '#00695c' } }))
    expect(style.getPropertyValue('--sf-accent-light')).toBe('#00695c')
    expect(style.getPropertyValue('--sf-font')).toBe('')
    send(v08.BR('s'))
    expect(style.getPropertyValue('--sf-accent-light')).toBe('')
  })

  it('[R-26] [R-18] and font are the page’s own where the host refuses those of agents, at any time', () => {
    const styles = { primaryColor: '#1d4ed8', font: 'Sans' }
    const { container, runtime, page, surface } = mount({
      messages: [v08.SU('s', [v08.T('root', 'text')]), v08.BR('s', 'root', { styles })],
    })
    const style = (): string | null => only(container, '.sf-surface').getAttribute('style')
    const asked = style()
    expect(asked).toContain('#1d4ed8')
    const { firstElementChild } = container
    page.rerender(<SurfaceList runtime={runtime} agentStyles={false} />)
    expect(style() || null).toBeNull()
    expect([container.firstElementChild, surface().theme]).toEqual([firstElementChild, styles])
    page.rerender(<SurfaceList runtime={runtime} />)
    expect(style()).toBe(asked)
  })

  it('[R-26] [R-24] keeps what the host’s own catalog declares where the host refuses styles of agents', () => {
    const catalogId = 'https://host.example/themed'
    const theme = { type: 'object', properties: { primaryColor: { type: 'string' }, radius: { type: 'number' } } }
    const compiled = compileCatalog({ catalogId, components: {}, $defs: { theme } })
    const { container } = mount({
      catalogs: [defineCatalog(compiled, { extend: basicCatalog })],
      messages: [CS('s', { catalogId, theme: { radius: 4, primaryColor: '#102030' } }), root],
      ui: (recorder) => <SurfaceList runtime={recorder.runtime} agentStyles={false} />,
    })
    expect(only(container, '.sf-surface').getAttribute('style')).toBe('--sf-theme-radius: 4;')
  })

  it.each(['x; color: red', 'url(https://evil.example/f)', 'a{}', `${'long '.repeat(60)}`])(
    '[R-7] leaves out a font that is no list of names: %j',
    (font) => {
      const { container } = mount({
        messages: [v08.SU('s', [v08.T('root', 'text')]), v08.BR('s', 'root', { styles: { font } })],
      })
      expect(only(container, '.sf-surface').style.getPropertyValue('--sf-font')).toBe('')
    },
  )
})

describe("[R-7] the agent's name", () => {
  it('[R-7] stands above the surface and names it', () => {
    const surface = frame({ agentDisplayName: 'Sample Agent' })
    expect(only(surface, '.sf-agent__name').textContent).toBe('Sample Agent')
    expect(surface.getAttribute('aria-label')).toBe('Sample Agent')
  })

  it('[R-7] is apart from its surroundings in other writing directions', () => {
    expect(only(frame({ agentDisplayName: 'סוכן' }), '.sf-agent__name').tagName).toBe('BDI')
  })

  it('[R-7] is markup to nobody', () => {
    const surface = frame({ agentDisplayName: '<img src=x onerror=alert(1)>' })
    expect(surface.querySelector('img')).toBeNull()
    expect(only(surface, '.sf-agent__name').textContent).toBe('<img src=x onerror=alert(1)>')
  })

  it('[R-7] is missing without a header; the surface then has a general name', () => {
    const surface = frame({})
    expect(surface.querySelector('.sf-agent')).toBeNull()
    expect(surface.getAttribute('aria-label')).toBe('Interactive reply')
  })
})

describe("[R-7] the agent's sign", () => {
  const address = 'https://icons.example/sign.png'

  it('[R-7] is drawn, without a name of its own, and tells the server nothing of the page', () => {
    const icon = only<HTMLImageElement>(frame({ iconUrl: address }), '.sf-agent__icon')
    expect(icon.src).toBe(address)
    expect(icon.alt).toBe('')
    expect(icon.getAttribute('referrerpolicy')).toBe('no-referrer')
  })

  it.each<readonly [string, string, MediaPolicy, boolean]>([
    ['any web address', address, 'all', true],
    ['a picture as data', 'data:image/png;base64,AA==', 'all', true],
    ['a drawing as data, which may hold scripts', 'data:image/svg+xml,<svg/>', 'all', false],
    ['a document as data', 'data:text/html,x', 'all', false],
    ['a script', 'javascript:alert(1)', 'all', false],
    ['a script in capitals', 'JaVaScRiPt:alert(1)', 'all', false],
    ['a file', 'file:///etc/passwd', 'all', false],
    ['a blob', 'blob:https://page.example/1', 'all', false],
    ['an address with a password', 'https://a:b@icons.example/', 'all', false],
    ['anything, when the host says none', address, 'none', false],
    ['what the host allows', address, (url) => url.host === 'icons.example', true],
    ['what the host does not', address, (url) => url.host === 'other.example', false],
  ])('[R-7] loads as the policy says: %s', (_, iconUrl, media, drawn) => {
    const surface = frame({ iconUrl, agentDisplayName: 'Sample' }, media)
    expect(surface.querySelectorAll('img')).toHaveLength(drawn ? 1 : 0)
    expect(only(surface, '.sf-agent__name').textContent).toBe('Sample')
  })

  it('[R-7] [BC-1] that may not be loaded is reported once, without its address', async () => {
    const theme = { iconUrl: address, agentDisplayName: 'Sample' }
    const { reports } = mount({ messages: [CS('s', { theme }), root], media: 'none', strict: true })
    await act(async () => undefined)
    expect(reports.map(({ code, severity, place }) => [code, severity, place.surfaceId, place.componentId])).toEqual([
      ['MEDIA_REFUSED', 'warning', 's', undefined],
    ])
    expect(JSON.stringify(reports)).not.toContain(address)
  })

  it('[R-7] [BC-1] that may not be loaded is reported once, whatever is drawn after it', async () => {
    const { codes, send } = mount({ messages: [CS('s', { theme: { iconUrl: address } })], media: 'none' })
    await act(async () => undefined)
    // The surface is complete, so its frame is drawn again.
    send(root)
    await act(async () => undefined)
    expect(codes()).toEqual(['MEDIA_REFUSED'])
  })

  it('[R-7] that may not be loaded leaves no empty header', () => {
    expect(frame({ iconUrl: address }, 'none').querySelector('.sf-agent')).toBeNull()
  })
})

describe('[R-7] the frame', () => {
  it('[R-7] has a name for assistive technology that the host can translate', async () => {
    const { runtime } = mount({ messages: [CS('s'), root] })
    await act(async () => undefined)
    expect(screen.getByLabelText('Interactive reply').classList).toContain('sf-surface')
    expect(runtime.surface('s')?.theme).toEqual({})
  })
})
