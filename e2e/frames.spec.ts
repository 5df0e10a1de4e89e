// Surfaces that are drawn through a portal into a frame of the page's origin: their elements are of another realm.
import { button, events } from './between.ts'
import { expect, test } from './fixtures.ts'
import { cancelAndPay, pass, pressHere, rest, row, send, slowClock } from './pointer.ts'
import { column, components, create, data, text } from './wire.ts'

test.beforeEach(async ({ page, open }) => {
  await open('stage', { suffix: '?frame' })
  await slowClock(page)
})

test('[B-15] a control that a message moved under the pointer in a frame ignores it for a moment', async ({ page }) => {
  const inside = page.frameLocator('iframe')
  await send(page, ...cancelAndPay)
  await rest(page, inside.getByRole('button', { name: 'Cancel' }))
  await pass(page)
  await send(page, components('s', row('pay', 'cancel')))
  await pressHere(page)
  expect(await events(page)).toEqual([])
  await pass(page)
  await pressHere(page)
  expect(await events(page)).toEqual(['pay'])
})

test('[B-15] a control that a message changed under the focus in a frame ignores the keyboard', async ({ page }) => {
  const inside = page.frameLocator('iframe')
  await send(page, ...cancelAndPay)
  await inside.getByRole('button', { name: 'Cancel' }).focus()
  await pass(page)
  await send(page, components('s', text('cancel-label', 'Pay')))
  await page.keyboard.press('Enter')
  expect(await events(page)).toEqual([])
})

test('[BC-5] a dialog in a frame opens by a press on its trigger', async ({ page }) => {
  const inside = page.frameLocator('iframe')
  const modal = { id: 'root', component: 'Modal', trigger: 'open', content: 'content' }
  await send(page, create('s'), components('s', modal, ...button('open', 'Terms'), text('content', 'All of them')))
  await inside.getByRole('button', { name: 'Terms' }).click()
  await expect(inside.getByRole('dialog')).toContainText('All of them')
})

test('[R-8] in a frame the last "Show more" of a list leads to the first row that it added', async ({ page }) => {
  const inside = page.frameLocator('iframe')
  const rows = Array.from({ length: 250 }, (_, index) => `row ${index}`)
  const list = [column('root', { componentId: 'row', path: '/rows' }), text('row', { path: '' })]
  await send(page, create('s'), data('s', '/rows', rows), components('s', ...list))
  await inside.getByRole('button', { name: 'Show more (50)' }).click()
  await expect(inside.getByText('row 200', { exact: true })).toBeFocused()
})

test('[B-10] in a frame the message of a check does not cost the press that brings it', async ({ page }) => {
  const inside = page.frameLocator('iframe')
  const check = { condition: { call: 'required', args: { value: { path: '/name' } } }, message: 'Tell us your name.' }
  const field = { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' }, checks: [check] }
  await send(page, create('s'), components('s', column('root', ['name', 'go']), field, ...button('go', 'Go')))
  await inside.getByLabel('Name').click()
  await page.mouse.move(1, 1)
  await inside.getByRole('button', { name: 'Go' }).hover()
  await page.mouse.down()
  await expect(inside.getByText('Tell us your name.')).toHaveCount(0)
  await page.mouse.up()
  await expect(inside.getByText('Tell us your name.')).toBeVisible()
  expect(await events(page)).toEqual(['go'])
})
