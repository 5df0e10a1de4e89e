// The page of slips: what strict mode and lenient mode make of an answer with the slips that the user chooses.
import type { Locator, Page } from '@playwright/test'
import { violations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { looksFrom } from './looks.ts'

// Wider than a phone: the slips of all places are in sight.
test.use({ viewport: { width: 1280, height: 800 } })

const strict = (page: Page): Locator => page.getByRole('region', { name: 'Strict' })
const lenient = (page: Page): Locator => page.getByRole('region', { name: 'Lenient' })
const count = (mode: Locator): Locator => mode.getByRole('status').first()
const slip = (page: Page, name: string | RegExp): Locator => page.getByRole('checkbox', { name })

test('[SL-6] without slips both modes draw the answer, have no report, and a press sends the same', async ({
  page,
}) => {
  await page.goto('/slips')
  await page.getByRole('button', { name: 'None' }).click()
  for (const mode of [strict(page), lenient(page)]) {
    await expect(count(mode)).toContainText('No report')
    await mode.getByRole('textbox', { name: 'Name' }).fill('Ada Winter')
    await mode.getByRole('radio', { name: 'Inside' }).check()
    await mode.getByRole('button', { name: 'Book the table' }).click()
    await expect(mode.getByText('book_table')).toHaveText(/"name": "Ada Winter",\s+"place": \[\s+"inside"/)
  }
})

test('[SL-6] a slip is an error in strict mode and a warning in lenient mode, each a sentence with its line', async ({
  page,
}) => {
  await page.goto('/slips#slips=')
  await slip(page, 'Type Dropdown in place of ChoicePicker').check()
  await expect(page.getByRole('region', { name: 'What the agent sends' }).locator('mark')).toHaveText(['"Dropdown"'])
  await expect(count(strict(page))).toContainText('1 error')
  await expect(strict(page).getByRole('listitem')).toContainText(['has no component type "Dropdown".'])
  await expect(strict(page).getByRole('listitem')).toContainText(['Error, line 2'])
  await expect(strict(page).getByRole('radio')).toHaveCount(0)
  await expect(count(lenient(page))).toContainText('1 warning')
  await expect(lenient(page).getByRole('listitem')).toContainText(['Send "ChoicePicker".'])
  await expect(lenient(page).getByRole('listitem')).toContainText(['Warning, line 2'])
  await lenient(page).getByRole('button', { name: 'Book the table' }).click()
  await expect(lenient(page).getByText('book_table')).toContainText('"terrace"')
  // The answer begins anew with each choice: what was pressed before is gone.
  await slip(page, 'No createSurface').check()
  await expect(count(lenient(page))).toContainText('2 warnings')
  await expect(lenient(page).getByText('book_table')).toHaveCount(0)
  await expect(strict(page).getByText('Nothing is drawn.')).toBeVisible()
})

test('[SL-6] of many reports the first ones are shown, and all on request', async ({ page }) => {
  await page.goto('/slips#answer=table&slips=pretty')
  const reports = strict(page).getByRole('list', { name: 'Reports, strict' }).getByRole('listitem')
  await expect(reports).toHaveCount(5)
  await strict(page)
    .getByRole('button', { name: /^Show all/ })
    .click()
  expect(await reports.count()).toBeGreaterThan(50)
  await expect(lenient(page).getByRole('button', { name: 'Book the table' })).toBeVisible()
})

test('[SL-4] a link brings the choice back, also in a page that is open already', async ({ page }) => {
  await page.goto('/slips')
  await page.getByText('An order').click()
  await page.getByRole('button', { name: 'None' }).click()
  await slip(page, 'onClick in place of action').check()
  await slip(page, 'The whole answer in a code fence').check()
  // About the same thing: the former choice goes.
  await slip(page, /^An action as a text/).check()
  await expect(slip(page, 'onClick in place of action')).not.toBeChecked()
  const link = page.url()
  expect(link).toContain('#answer=order&slips=action-text,fence')
  await page.getByRole('button', { name: 'Three at random' }).click()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(3)
  await page.evaluate((address) => location.assign(address), link)
  await expect(page.getByText('2 chosen')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'An order' })).toBeChecked()
  await expect(slip(page, /^An action as a text/)).toBeChecked()
  await expect(slip(page, 'The whole answer in a code fence')).toBeChecked()
  await expect(page.getByText('2 chosen')).toBeVisible()
  await lenient(page).getByRole('button', { name: 'Confirm the order' }).click()
  await expect(lenient(page).getByText(/^confirm_order/)).toContainText('"number": 4711')
})

test('[SL-7] by keyboard: another answer, no slip, one slip, the lines, and a press', async ({ page }) => {
  await page.goto('/slips')
  await page.getByRole('radio', { name: 'A table' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'A course' })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'None' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(slip(page, 'No surfaceId after the first message')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(count(lenient(page))).toContainText('warning')
  await slip(page, 'The last braces are missing').focus()
  await expect(slip(page, 'The last braces are missing')).toBeInViewport()
  await page.keyboard.press('Tab')
  const lines = page.getByRole('list', { name: 'What the agent sends' })
  await expect(lines).toBeFocused()
  await page.keyboard.press('End')
  await expect.poll(() => lines.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
  const join = lenient(page).getByRole('button', { name: 'Join the course' })
  // By the Tab key alone: a control to which a script has moved the focus takes no key at once.
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(join).toBeFocused({ timeout: 200 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(lenient(page).getByText('join_course')).toContainText('"tools": true')
})

test('[SL-7] on a phone the places open and close, and begin open where something is chosen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/slips#slips=dropdown')
  await expect(slip(page, 'Type VStack in place of Column')).toBeVisible()
  await expect(slip(page, 'No version')).toBeHidden()
  await page.getByText('Line and envelope').first().click()
  await slip(page, 'No version').check()
  await slip(page, 'No version').uncheck()
  await expect(slip(page, 'No version')).toBeVisible()
})

test('[SL-6] a link leads to what the guide says about lenient mode', async ({ page }) => {
  await page.goto('/slips')
  await page.getByRole('link', { name: 'what lenient mode reads' }).click()
  await expect(page.getByRole('heading', { name: 'Lenient mode' })).toBeInViewport()
})

for (const { width, colorScheme, tag } of looksFrom('a phone, dark'))
  test(`[SL-7] the page has no fault for axe and nothing sideways, ${colorScheme}, ${width} px wide`, { tag }, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/slips?theme=${colorScheme}#answer=order&slips=label,nested,prose`)
    await lenient(page).getByRole('button', { name: 'Confirm the order' }).click()
    await expect(lenient(page).getByText('confirm_order')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(await violations(page)).toEqual([])
  })
