// A page whose Content Security Policy allows next to nothing.
import { expect, test } from './fixtures.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "require-trusted-types-for 'script'",
].join('; ')

const headers = { 'content-security-policy': policy }

test('[R-10] [SF-6] surfaces of both versions live under it without a violation', async ({ page, open }) => {
  await open('strict', { headers })
  await expect(page.getByRole('heading', { name: 'A form under a policy' })).toBeVisible()
  await expect(page.getByText('trimmed', { exact: true })).toBeVisible()
  await expect(page.getByText('Item two')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'An older surface' })).toBeVisible()
  await expect(page.getByLabel('Note')).toHaveValue('as sent')
  await expect(page.locator('#violations')).toBeEmpty()
})

test('[R-10] [B-4] [B-6] [B-7] people use them there', async ({ page, open }) => {
  await open('strict', { headers })
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Agree').check()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('send {"name":"Ada"}')).toBeVisible()
  await expect(page.locator('#violations')).toBeEmpty()
})

test("[R-10] [R-7] the stylesheet and the agent's colour are in effect there", async ({ page, open }) => {
  await open('strict', { headers })
  const button = page.getByRole('button', { name: 'Send' })
  await page.getByLabel('Agree').check()
  await expect(button).toHaveCSS('background-color', 'rgb(15, 118, 110)')
  const shares = await page
    .locator('.sf-weighted')
    .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).flexGrow))
  expect(shares).toEqual(['3', '1'])
})

test('[R-10] the policy is in force: code made from text and style attributes are stopped', async ({
  page,
  open,
  complaints,
}) => {
  await open('strict', { headers })
  await page.evaluate(() => {
    location.hash = '#provoke'
  })
  await page.reload()
  await expect(page.locator('#violations')).toContainText('require-trusted-types-for')
  await expect(page.locator('#violations')).toContainText('style-src-attr')
  expect(complaints.splice(0).length).toBeGreaterThan(0)
})
