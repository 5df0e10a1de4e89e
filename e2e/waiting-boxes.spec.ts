// The boxes in place of what waits for a press: as large as what they stand for, and none where an agent sends its pictures
// before it asks for input.
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, send, test } from './fixtures.ts'
import { looksFrom } from './looks.ts'
import { play } from './pictures.ts'
import { transcripts } from './transcripts.ts'
import { column, components, create, data, text } from './wire.ts'

const url = (path: string): string => `https://pictures.example/${path}`
const field = { id: 'field', component: 'TextField', label: 'Secret', value: { path: '/pw' } }
const variants = ['icon', 'avatar', 'smallFeature', 'mediumFeature', 'largeFeature', 'header'] as const

const media = [
  ...variants.map((variant) => ({ id: variant, component: 'Image', variant, url: url(variant) })),
  { id: 'film', component: 'Video', url: url('film') },
  { id: 'sound', component: 'AudioPlayer', url: url('sound') },
]
const ids = media.map(({ id }) => id)

/** The boxes of everything in the column of media. */
const sizes = (page: Page): Promise<(readonly [string, number, number])[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('img, video, audio, .sf-media')].map((element) => {
      const { width, height } = element.getBoundingClientRect()
      return [
        element.className.match(/sf-(?:image--\w+|video|audio)/)?.[0] ?? '',
        Math.round(width),
        Math.round(height),
      ]
    }),
  )

for (const { width, colorScheme, tag } of looksFrom('a desk, light')) {
  test(`[BC-2] a box that waits is as large as what it stands for, at ${width} px, ${colorScheme}`, { tag }, async ({
    page,
    open,
    elsewhere,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 1_600 })
    const picture = resolve(import.meta.dirname, 'screenshots/look.spec.ts/shop.png')
    await page.route(/pictures\.example/, (route) => route.fulfill({ path: picture }))
    await open('stage')
    await send(page, create('s'), components('s', column('root', ['field']), field))
    await page.getByLabel('Secret').fill('x')
    await send(page, components('s', column('root', ['field', ...ids]), ...media))
    await expect(page.getByRole('button', { name: /^Show/ })).toHaveCount(media.length)
    const waiting = await sizes(page)
    // Each button is whole within its box.
    const cut = await page.locator('.sf-media').evaluateAll(
      (boxes) =>
        boxes.filter((box) => {
          const button = box.querySelector('button') ?? box
          const [inner, outer] = [button.getBoundingClientRect(), box.getBoundingClientRect()]
          const { left, right, top, bottom } = outer
          return inner.left < left || inner.right > right || inner.top < top || inner.bottom > bottom
        }).length,
    )
    expect(cut).toBe(0)
    expect(elsewhere).toEqual([])
    await page.getByRole('button', { name: /^Show/ }).first().click()
    await expect(page.locator('img')).toHaveCount(variants.length)
    await expect(page.getByRole('button', { name: /^Show/ })).toHaveCount(0)
    expect(await sizes(page)).toEqual(waiting)
    elsewhere.length = 0
  })
}

test('[BC-20] a tab that is opened in the middle of a form shows its pictures without a request', async ({
  browser,
  baseURL,
}) => {
  let before: number | undefined
  const asked: string[] = []
  const { requests } = await play(
    browser,
    baseURL,
    {
      messages: [
        create('s'),
        components(
          's',
          column('root', ['field', 'tabs']),
          field,
          { id: 'tabs', component: 'Tabs', tabs: ['One', 'Two'].map((title) => ({ title, child: title })) },
          text('One', 'Hello'),
          column('Two', ['a', 'b']),
          ...['a', 'b'].map((id) => ({ id, component: 'Image', url: url(id), variant: 'icon' })),
        ),
      ],
      // Of a form that nobody has typed into, the pictures on other pages are asked for after a moment.
      first: (seen) => expect.poll(() => seen.length).toBe(2),
      async afterwards(page, _, seen) {
        asked.push(...seen)
        before = seen.length
        await page.requestGC()
        await page.getByRole('tab', { name: 'Two' }).click()
        await expect(page.locator('img')).toHaveCount(2)
        const widths = () =>
          page.locator('img').evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth))
        await expect.poll(widths).toEqual([1, 1])
        await expect(page.getByRole('button', { name: /^Show/ })).toHaveCount(0)
      },
    },
    'hunter2',
  )
  expect(asked).toEqual(['/a', '/b'])
  expect(requests).toHaveLength(before ?? -1)
})

test('[BC-20] a picture whose element took another address is not asked for again', async ({ browser, baseURL }) => {
  const { requests } = await play(
    browser,
    baseURL,
    {
      messages: [
        create('s'),
        data('s', '/', { a: url('a'), b: url('b') }),
        components(
          's',
          column('root', ['field', 'p', 'q']),
          field,
          { id: 'p', component: 'Image', url: { path: '/a' } },
          { id: 'q', component: 'Image', url: { path: '/b' } },
        ),
      ],
      async afterwards(page, send) {
        await send(data('s', '/a', url('b')))
        await expect(page.locator(`img[src="${url('b')}"]`)).toHaveCount(2)
        for (let turn = 0; turn < 3; turn++) {
          await page.requestGC()
          await page.waitForTimeout(50)
        }
        await send(components('s', { id: 'q', component: 'Image', url: url('a') }))
        await expect(page.locator(`img[src="${url('a')}"]`)).toHaveCount(1)
      },
    },
    'hunter2',
  )
  expect(requests).toEqual(['/a', '/b'])
})

test('[BC-2] no transcript of the demo has a box that waits, whatever is typed into it', async ({ page }) => {
  test.setTimeout(300_000)
  let inputs = 0
  for (const { id } of transcripts) {
    await page.goto(`/transcripts.html?speed=instant#${id}`)
    await expect(page.getByTestId('player-status')).toHaveAttribute('data-state', 'done')
    for (const input of await page
      .locator('.sf-surface')
      .locator('input[type=text], input[type=search], textarea')
      .all()) {
      if (!(await input.isEditable())) continue
      await input.fill('hunter2')
      inputs++
    }
    for (const tab of await page.locator('.sf-surface [role=tab]').all()) await tab.click()
    await expect(page.locator('.sf-surface .sf-media').getByRole('button')).toHaveCount(0)
    await expect(page.locator('.sf-surface button.sf-media')).toHaveCount(0)
  }
  expect(inputs).toBeGreaterThan(10)
})
