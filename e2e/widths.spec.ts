// How wide surfaces are in parents that are as wide as their children, such as the bubbles of a chat.
import type { Page } from '@playwright/test'
import { button } from './between.ts'
import { expect, send, test } from './fixtures.ts'
import { cases, faultsOf, measure, messagesOf, samples } from './widths.ts'
import { column, components, create, text } from './wire.ts'

test.use({ viewport: { width: 1280, height: 800 } })

test.beforeEach(async ({ open }) => {
  await open('stage')
})

test('[R-25] a surface is as wide as its content, and no wider than the room', async ({ page }) => {
  const faults: string[] = []
  for (const [name, sample] of Object.entries(samples)) {
    await send(page, ...messagesOf(sample))
    await expect(page.locator('.sf-surface__body > *')).toHaveCount(1)
    faults.push(...faultsOf(name, sample, await page.evaluate(measure, cases)))
  }
  expect(faults).toEqual([])
})

/** The element around the surfaces is as wide as its children. */
async function bubble(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector('main')?.setAttribute('style', 'inline-size: fit-content'))
}

const widthOf = (page: Page, selector: string): Promise<number> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().width)

test('[R-25] what is said of an input or button does not widen a form', async ({ page }) => {
  await bubble(page)
  const checks = [
    { condition: false, message: 'The kitchen closes at ten, so please choose an earlier time than that.' },
  ]
  const field = { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' }, checks }
  const go = { id: 'go', component: 'Button', child: 'label', action: { event: { name: 'go' } }, checks }
  const card = { id: 'root', component: 'Card', child: 'it' }
  const row = { id: 'row', component: 'Row', children: ['other', 'later'] }
  const parts = [
    column('it', ['name', 'go', 'row']),
    field,
    go,
    row,
    { ...go, id: 'other' },
    ...button('later', 'Later'),
  ]
  await send(page, create('s'), components('s', card, ...parts, text('label', 'Go')))
  const before = await widthOf(page, '.sf-surface')
  await expect(page.getByRole('button', { name: 'Go' })).toHaveCount(2)
  for (const one of await page.getByRole('button', { name: 'Go' }).all()) await one.click({ force: true })
  await expect(page.getByText('The kitchen closes')).toHaveCount(3)
  expect(await widthOf(page, '.sf-surface')).toBe(before)
})

test('[R-25] a dialog that opens does not widen the surface behind it', async ({ page }) => {
  await bubble(page)
  const modal = { id: 'root', component: 'Modal', trigger: 'go', content: 'name' }
  const field = { id: 'name', component: 'TextField', label: 'Name' }
  await send(page, create('s'), components('s', modal, field, ...button('go', 'More')))
  const before = await widthOf(page, '.sf-surface')
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByLabel('Name')).toBeVisible()
  expect(await widthOf(page, '.sf-surface')).toBe(before)
})

test('[R-25] surfaces out of sight keep the width of those in sight, and none is wider than a smaller window', async ({
  page,
}) => {
  await bubble(page)
  const lines = (index: number): string => (index === 2 ? 'wide '.repeat(120) : 'line\n\n'.repeat(8))
  const ids = Array.from({ length: 40 }, (_, index) => `s${index}`)
  await send(page, ...ids.flatMap((id, index) => [create(id), components(id, text('root', lines(index)))]))
  const wide = await widthOf(page, 'main')
  expect(wide).toBeGreaterThan(1000)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await page.waitForTimeout(300)
  expect(await widthOf(page, 'main')).toBe(wide)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.waitForTimeout(300)
  expect(await widthOf(page, 'main')).toBeLessThanOrEqual(360 - 32)
})

test('[R-25] in a surface that stands in a taller place the body has what the other lines leave', async ({ page }) => {
  await page.evaluate(() => window.stage.draw({ agent: { name: 'Table agent' }, frozen: true }))
  await send(page, create('s'), components('s', column('root', ['one']), text('one', 'One')))
  await page.addStyleTag({ content: '.sf-surface { block-size: 400px }' })
  const heights = await page.evaluate(() =>
    ['.sf-agent', '.sf-surface__body', '.sf-frozen'].map((part) => document.querySelector(part)?.clientHeight ?? 0),
  )
  const [agent = 0, body = 0, note = 0] = heights
  expect([agent < 40, note < 40]).toEqual([true, true])
  expect(agent + body + note + 24).toBeCloseTo(400, -1)
})
