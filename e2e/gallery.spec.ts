// Every component in every state: how it looks, what axe says, and that nothing is asked of anybody.
import type { Locator, Page } from '@playwright/test'
import { violations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { looksFrom } from './looks.ts'
import { withPageFont } from './page-font.ts'

/** Each gallery, its number of exhibits, and the last one. */
const galleries = [
  ['gallery', 18, 'DateTimeInput'],
  ['work', 14, 'FileUpload'],
] as const

async function visit(page: Page, [name, , last]: (typeof galleries)[number] = galleries[0]): Promise<void> {
  await page.goto(`/${name}.html`)
  await withPageFont(page)
  await expect(page.getByRole('heading', { name: last })).toBeVisible()
}

/** For pictures: the header is no exhibit, and must not show below the edge of one. */
async function withoutHeader(page: Page): Promise<void> {
  await page.locator('.gallery__header').evaluate((header: HTMLElement) => header.style.setProperty('display', 'none'))
}

/** Looks at a part from a whole pixel on: where it stands among the others must not change its picture. */
async function alone(part: Locator, look: () => Promise<void>): Promise<void> {
  await part.evaluate((element: HTMLElement) => {
    const { width } = element.getBoundingClientRect()
    const { backgroundColor } = getComputedStyle(document.body)
    Object.assign(element.style, {
      position: 'absolute',
      top: '0',
      left: '0',
      zIndex: 1,
      width: `${Math.round(width)}px`,
      backgroundColor,
    })
  })
  await look()
  await part.evaluate((element: HTMLElement) => element.removeAttribute('style'))
}

/** A case of each component that takes the focus. */
const focusable = [
  ['Button', 'primary'],
  ['TextField', 'default'],
  ['CheckBox', 'on'],
  ['ChoicePicker', 'one of'],
  ['ChoicePicker', 'chips, one of'],
  ['Slider', 'default'],
  ['DateTimeInput', 'date'],
  ['List', 'scrolls'],
  ['Tabs', 'default'],
  ['Modal', 'text as trigger'],
] as const

for (const { width, colorScheme, tag } of looksFrom('a desk, light')) {
  test.describe(`the gallery, ${colorScheme}, ${width} wide`, { tag }, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme })

    for (const gallery of galleries)
      test(`${gallery[0]} fits its width, and looks as it did`, async ({ page }) => {
        await visit(page, gallery)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        await withoutHeader(page)
        const exhibits = page.locator('.gallery__exhibit')
        await expect(exhibits).toHaveCount(gallery[1])
        for (const exhibit of await exhibits.all()) {
          const name = await exhibit.getAttribute('aria-labelledby')
          // The browser draws the controls of films and sounds, and not twice alike.
          if (name === 'Video' || name === 'AudioPlayer') continue
          // Arabic comes from a font of the system's, and machines have different ones.
          const mask = [exhibit.locator('[data-state="right to left"]')]
          await alone(exhibit, () => expect(exhibit).toHaveScreenshot(`${name}-${colorScheme}-${width}.png`, { mask }))
        }
      })

    test('shows what has the focus', async ({ page }) => {
      await visit(page)
      await withoutHeader(page)
      // So that the browser takes what follows for the keyboard's doing.
      await page.keyboard.press('Tab')
      for (const [name, state] of focusable) {
        const one = page.locator(`[aria-labelledby="${name}"] [data-state="${state}"]`)
        await one.locator('input, button, [tabindex="0"]').first().focus()
        await alone(one, () => expect(one).toHaveScreenshot(`${name} ${state}-focused-${colorScheme}-${width}.png`))
      }
    })
  })
}

test('[BC-7] [BC-9] right to left, a slider fills from the right and an arrow points left', async ({ page }) => {
  await visit(page)
  const inState = (name: string, state: string) => page.locator(`[aria-labelledby="${name}"] [data-state="${state}"]`)
  const towards = (state: string): Promise<string> =>
    inState('Slider', state)
      .getByRole('slider')
      .evaluate((slider) => getComputedStyle(slider).getPropertyValue('--_towards'))
  expect([await towards('default'), await towards('right to left')]).toEqual(['to right', 'to left'])
  await expect(inState('Button', 'right to left').locator('svg')).toHaveCSS('transform', 'matrix(-1, 0, 0, 1, 0, 0)')
})

test('[R-7] axe has nothing to say about the gallery', { tag: '@all' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await visit(page)
  expect(await violations(page)).toEqual([])
})

test('[BC-19] what buttons hold is phrasing content', async ({ page }) => {
  await visit(page)
  const held = await page.locator('.sf-surface button').evaluateAll((buttons) => {
    const names = buttons.flatMap((button) => [...button.querySelectorAll('*')].map(({ localName }) => localName))
    return { buttons: buttons.length, names: [...new Set(names)].sort() }
  })
  expect(held.buttons).toBeGreaterThan(20)
  const phrasing = ['svg', 'path', 'circle', 'rect', 'line', 'polyline', 'bdi', 'img', 'span']
  expect(held.names.filter((name) => !phrasing.includes(name))).toEqual([])
})
