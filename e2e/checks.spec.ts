// Checks in a real browser: when a message comes, how it is linked, and that it takes no press away.
import type { Locator, Page } from '@playwright/test'
import { between, events, focused, keys, press } from './between.ts'
import { expect, send, test } from './fixtures.ts'
import { pass, pressHere, rest, slowClock } from './pointer.ts'
import { column, components, create, data, older, text } from './wire.ts'

test.beforeEach(async ({ open }) => {
  await open('stage')
})

const needs = (path: string, message = 'Needed') => ({
  checks: [{ condition: { call: 'required', args: { value: { path } } }, message }],
})
const field = { id: 'it', component: 'TextField', label: 'Name', value: { path: '/name' } }

/** Whether the control says that something is wrong with it, in the page and to assistive technology. */
async function saysSo(page: Page, control: Locator, message: string): Promise<void> {
  await expect(page.getByText(message, { exact: true })).toBeVisible()
  await expect(control).toHaveAttribute('aria-invalid', 'true')
  await expect(control).toHaveAccessibleDescription(message)
}

async function saysNothing(page: Page, control: Locator): Promise<void> {
  await expect(page.locator('.sf-field__error')).toHaveCount(0)
  await expect(control).not.toHaveAttribute('aria-invalid')
  await expect(control).toHaveAccessibleDescription('')
}

const options = [{ label: 'Window', value: 'window' }]
const inputs = [
  { id: 'short', component: 'TextField' },
  { id: 'long', component: 'TextField', variant: 'longText' },
  { id: 'box', component: 'CheckBox' },
  { id: 'one', component: 'ChoicePicker', options },
  { id: 'several', component: 'ChoicePicker', options, variant: 'multipleSelection' },
  { id: 'slider', component: 'Slider', max: 10 },
  { id: 'date', component: 'DateTimeInput', enableDate: true },
].map((input) => ({ ...input, label: input.id, value: { path: `/${input.id}` }, ...needs('/other', `No ${input.id}`) }))

test('[B-6] every input says what is wrong with it once it is left, and no other does', async ({ page }) => {
  const ids = inputs.map(({ id }) => id)
  await between(page, [column('it', ids), ...inputs])
  for (const [index, id] of ids.entries()) {
    const control = page.getByLabel(id, { exact: true })
    await keys(page, 'Tab')
    // Not while it is being used: only those before it were left.
    await expect(page.locator('.sf-field__error')).toHaveText(ids.slice(0, index).map((left) => `No ${left}`))
    await expect(control).not.toHaveAttribute('aria-invalid')
    await page.getByRole('button', { name: 'After' }).focus()
    await saysSo(page, control, `No ${id}`)
    await control.locator('xpath=descendant-or-self::*[self::input or self::textarea]').first().focus()
  }
  await send(page, data('s', '/other', 'here'))
  await expect(page.locator('.sf-field__error, [aria-invalid]')).toHaveCount(0)
})

test('[B-6] nobody is told off while typing for the first time, and is told at once from then on', async ({ page }) => {
  await between(page, [{ ...field, ...needs('/other') }])
  const name = page.getByLabel('Name')
  await keys(page, 'Tab')
  await page.keyboard.type('Ad')
  await saysNothing(page, name)
  await keys(page, 'Tab', 'Shift+Tab')
  await saysSo(page, name, 'Needed')
  await page.keyboard.type('a')
  await saysSo(page, name, 'Needed')
})

test('[B-6] a button is disabled while its checks fail, and says why', async ({ page }) => {
  const go = { id: 'it', component: 'Button', child: 'go', action: press('it'), ...needs('/name', 'A name first.') }
  await between(page, [go, text('go', 'Go')])
  const it = page.getByRole('button', { name: 'Go' })
  await expect(it).toBeDisabled()
  await expect(it).toHaveAccessibleDescription('A name first.')
  // For those who see it: at the pointer.
  await expect(it).toHaveAttribute('title', 'A name first.')
  await it.click({ force: true })
  expect(await events(page)).toEqual([])
  await expect(page.getByRole('status').filter({ hasText: 'A name first.' })).toBeVisible()
  await send(page, data('s', '/name', 'Ada'))
  await expect(it).toBeEnabled()
  await expect(page.getByText('A name first.')).toHaveCount(0)
  await expect(it).toHaveAccessibleDescription('')
  await it.click()
  expect(await events(page)).toEqual(['it'])
})

test('[B-11] the Tab key comes to a button whose checks fail, and it says why on focus and press', async ({ page }) => {
  const go = { id: 'it', component: 'Button', child: 'go', action: press('it'), ...needs('/name', 'A name first.') }
  await between(page, [go, text('go', 'Go')])
  const it = page.getByRole('button', { name: 'Go' })
  const why = page.getByText('A name first.')
  await expect(why).toHaveCount(0)
  await keys(page, 'Tab')
  expect(await focused(page)).toBe('button "Go"')
  await expect(why).toBeVisible()
  await expect(it).toHaveAccessibleDescription('A name first.')
  // Each press is a change in the live region, which screen readers say.
  const said = [await why.textContent()]
  for (const key of ['Enter', 'Space']) {
    await keys(page, key)
    said.push(await why.textContent())
  }
  expect([said[0] === said[1], said[1] === said[2]]).toEqual([false, false])
  await expect(it).toBeFocused()
  expect(await events(page)).toEqual([])
  await keys(page, 'Tab')
  expect(await focused(page)).toBe('button "After"')
})

test('[B-10] [B-11] a button whose checks fail says nothing before the press on it has ended', async ({ page }) => {
  const go = { id: 'it', component: 'Button', child: 'go', action: press('it'), ...needs('/name', 'A name first.') }
  await between(page, [go, text('go', 'Go')])
  await page.getByRole('button', { name: 'Go' }).hover()
  await page.mouse.down()
  await expect(page.getByRole('button', { name: 'Go' })).toBeFocused()
  await expect(page.getByText('A name first.')).toHaveCount(0)
  await page.mouse.up()
  await expect(page.getByText('A name first.')).toBeVisible()
})

for (const version of ['v0.9', 'v0.8'] as const) {
  test(`[C-10] validationRegexp works in ${version}`, async ({ page }) => {
    const pattern = '^\\d{5}$'
    if (version === 'v0.9') await between(page, [{ ...field, label: 'Zip', validationRegexp: pattern }])
    else {
      const props = { label: { literalString: 'Zip' }, text: { path: 'zip' }, validationRegexp: pattern }
      await send(page, ...older('s', ['root', 'TextField', props]))
    }
    const zip = page.getByLabel('Zip')
    await zip.focus()
    await page.keyboard.type('123')
    await saysNothing(page, zip)
    await zip.blur()
    await saysSo(page, zip, 'This does not have the expected form.')
    await zip.focus()
    await keys(page, 'End')
    await page.keyboard.type('45')
    await saysNothing(page, zip)
    await keys(page, 'Control+A', 'Backspace')
    await saysNothing(page, zip)
  })
}

const box = { id: 'box', component: 'CheckBox', label: 'Agree', value: { path: '/agree' } }

/** A field with a check that fails, right above a box. */
async function fieldAboveBox(page: Page): Promise<void> {
  await between(page, [column('it', ['name', 'box']), { ...field, id: 'name', ...needs('/other') }, box])
  await page.getByLabel('Name').click()
}

test('[B-10] [B-6] the press that leaves a field is not lost', async ({ page }) => {
  await fieldAboveBox(page)
  await page.getByLabel('Agree').check()
  await saysSo(page, page.getByLabel('Name'), 'Needed')
})

test('[B-10] [B-6] the message waits for the end of the press', async ({ page }) => {
  await fieldAboveBox(page)
  await page.mouse.move(5, 400)
  await page.mouse.down()
  await saysNothing(page, page.getByLabel('Name'))
  await page.mouse.up()
  await saysSo(page, page.getByLabel('Name'), 'Needed')
})

test('[B-10] [B-6] a slider stays under the pointer that moves it', async ({ page }) => {
  const slider = { id: 'slider', component: 'Slider', label: 'Guests', value: { path: '/n' }, max: 10 }
  await between(page, [column('it', ['name', 'slider']), { ...field, id: 'name', ...needs('/other') }, slider])
  await page.getByLabel('Name').click()
  const before = await page.getByRole('slider').boundingBox()
  if (!before) throw new Error('the slider is not drawn')
  await page.mouse.move(before.x + 20, before.y + before.height / 2)
  await page.mouse.down()
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2, { steps: 3 })
  expect(await page.getByRole('slider').boundingBox()).toEqual(before)
  await page.mouse.up()
  await saysSo(page, page.getByLabel('Name'), 'Needed')
})

test.describe('by finger', () => {
  test.use({ hasTouch: true })

  test('[B-10] [B-6] a tap that leaves a field is not lost', async ({ page }) => {
    await fieldAboveBox(page)
    await page.getByLabel('Agree').tap()
    await expect(page.getByLabel('Agree')).toBeChecked()
    await saysSo(page, page.getByLabel('Name'), 'Needed')
  })
})

test('[B-11] [B-12] a press on a button of the host says what is wrong, though the guard refuses it', async ({
  page,
  open,
}) => {
  await open('stage', { suffix: '?own' })
  await slowClock(page)
  const go = (event: string): object => ({
    ...{ id: 'go', component: 'Button', child: 'label', action: press(event) },
    ...needs('/name'),
  })
  const parts = [column('root', ['it', 'go']), { ...field, ...needs('/name') }, go('order'), text('label', 'Go')]
  await send(page, create('s'), components('s', ...parts))
  await rest(page, page.getByRole('button', { name: 'Go' }))
  await pass(page)
  // Nothing in the page shows another action, so the press reaches the button.
  await send(page, components('s', go('pay')))
  await saysNothing(page, page.getByRole('textbox'))
  await pressHere(page)
  await saysSo(page, page.getByRole('textbox'), 'Needed')
  // Where nothing is wrong the guard refuses the same press.
  await send(page, data('s', '/name', 'Ada'))
  await pass(page)
  await send(page, components('s', go('buy')))
  await pressHere(page)
  expect(await events(page)).toEqual([])
  await pass(page)
  await pressHere(page)
  expect(await events(page)).toEqual(['buy'])
})
