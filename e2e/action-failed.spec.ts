// An action that failed, in a real browser: where it is said, what assistive technology hears, and that nothing moves before.
import type { Page } from '@playwright/test'
import { expect, send, test } from './fixtures.ts'
import { column, components, create, text } from './wire.ts'

declare global {
  interface Window {
    /** Ends the answer that is open. */
    failNow: () => void
  }
}

const sentence = 'That did not work. Please try again.'

const press = (id: string, name: string) => [
  { id, component: 'Button', child: `${id}-text`, action: { event: { name } } },
  text(`${id}-text`, name),
]

async function slowHost(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.stage.answer = new Promise<void>((_, reject) => {
      window.failNow = () => reject(new Error('offline'))
    })
  })
}

async function twoButtons(page: Page): Promise<void> {
  await send(
    page,
    create('s'),
    components(
      's',
      column('root', ['above', 'row', 'below']),
      text('above', 'Above'),
      { id: 'row', component: 'Row', children: ['book', 'later'] },
      ...press('book', 'Book'),
      ...press('later', 'Later'),
      text('below', 'Below'),
    ),
  )
}

test.beforeEach(async ({ open }) => {
  await open('stage')
})

for (const width of [360, 1280]) {
  test(`[H-7] it is said below its button at ${width}, in a region that was there before`, async ({ page }) => {
    await page.setViewportSize({ width, height: 600 })
    await twoButtons(page)
    const [book, later] = ['Book', 'Later'].map((name) => page.getByRole('button', { name }))
    if (!book || !later) throw new Error('no buttons')
    const places = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.sf-button, .sf-text')].map((each) =>
          JSON.stringify(each.getBoundingClientRect()),
        ),
      )
    // A surface comes in with a short movement.
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
    const before = await places()
    await slowHost(page)
    await book.click()
    await expect(book).toHaveAttribute('aria-busy', 'true')
    // Nothing moves while the host is at work.
    expect(await places()).toEqual(before)
    const region = page.locator('.sf-button + [role="status"]')
    await expect(region).toHaveText('')
    await page.evaluate(() => window.failNow())
    await expect(region).toHaveText(sentence)
    await expect(region).toBeVisible()
    await expect(book).toHaveAccessibleDescription(sentence)
    await expect(later).toHaveAccessibleDescription('')
    // Both buttons stay where the pointer may be.
    expect((await places()).slice(1, 5)).toEqual(before.slice(1, 5))

    await slowHost(page)
    await book.click()
    await expect(page.getByText(sentence)).toHaveCount(0)
    expect(await places()).toEqual(before)
    expect(await page.evaluate(() => window.stage.events.length)).toBe(2)
  })
}

test('[H-7] the keyboard stays on the button, and presses it again', async ({ page }) => {
  await twoButtons(page)
  await slowHost(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.evaluate(() => window.failNow())
  await expect(page.getByText(sentence)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Book' })).toBeFocused()
  await page.evaluate(() => {
    window.stage.answer = undefined
  })
  await page.keyboard.press('Enter')
  await expect(page.getByText(sentence)).toHaveCount(0)
})
