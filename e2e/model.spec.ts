// The page with a recorded model: wrong lines, reports and mended lines side by side, and the surface that comes of them.
import { violations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { looksFrom } from './looks.ts'

test('[MW-11] each fault stands beside its report and what was mended, and the surface is drawn', async ({ page }) => {
  await page.goto('/model.html?speed=instant')
  await expect(page.getByRole('status').filter({ hasText: 'Valid' })).toHaveText(
    'Valid, after the model was asked once more.',
  )
  const first = page.getByRole('region', { name: /^First answer/ })
  const fault = first.getByRole('region', { name: 'Line 2, /updateComponents/components/1/usageHint' })
  await expect(fault).toContainText('"usageHint": "h2"')
  await expect(fault).toContainText('Did you mean "variant"?')
  await expect(fault).toContainText('"variant": "h2"')
  const drawn = page.getByRole('region', { name: 'What is drawn' })
  await expect(drawn.getByRole('heading', { name: 'Book a table' })).toBeVisible()
  await expect(drawn.getByRole('button', { name: 'Book' })).toBeVisible()
  await first.getByText('What the model was told').click()
  await expect(first.getByText(/Send only what is wrong or missing again/)).toBeVisible()
})

test('[MW-12] by keyboard: the next task, one that stays wrong, and once more', async ({ page }) => {
  await page.goto('/model.html?speed=instant')
  await page.getByRole('radio', { name: 'A form' }).focus()
  await page.keyboard.press('ArrowRight')
  const status = page.getByRole('status').filter({ hasText: /\S/ }).first()
  await expect(status).toHaveText('Valid, after the model was asked twice more.')
  await page.keyboard.press('ArrowRight')
  await expect(status).toHaveText('Valid at once.')
  await expect(page.getByText(/Put right without asking/)).toContainText('a code fence was taken away')
  await page.keyboard.press('ArrowRight')
  await expect(status).toHaveText(/The model made the same mistake again/)
  await expect(page.getByRole('slider', { name: 'Degrees' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Ask again' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(status).toHaveText(/The model made the same mistake again/)
})

for (const { width, colorScheme, tag } of looksFrom('a phone, dark'))
  test(`[MW-11] the page has no fault for axe and nothing sideways, ${colorScheme}, ${width} px wide`, { tag }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/model.html?speed=instant&theme=${colorScheme}`)
    await expect(page.getByText('Valid, after the model was asked once more.')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(await violations(page)).toEqual([])
  })
