// A surface for reading only, in a browser: what it says to assistive technology, and that its texts can be taken along.
import { violations } from './axe.ts'
import { button, events } from './between.ts'
import { expect, send, test } from './fixtures.ts'
import { column, components, create, data, text } from './wire.ts'

const inputs = [
  { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
  { id: 'box', component: 'CheckBox', label: 'Window seat', value: { path: '/window' } },
  { id: 'day', component: 'DateTimeInput', label: 'Day', enableDate: true, value: { path: '/day' } },
  { id: 'guests', component: 'Slider', label: 'Guests', min: 0, max: 9, value: { path: '/guests' } },
]
const model = { name: 'Ada', window: true, day: '2030-05-01', guests: 2 }

test('[B-13] a frozen surface takes no key and no press, and says so', async ({ page, open }) => {
  await open('stage')
  await page.evaluate(() => window.stage.draw({ frozen: true }))
  const root = column('root', [...inputs.map(({ id }) => id), 'send', 'said'])
  await send(page, create('s'), data('s', '/', model), components('s', root, ...inputs, ...button('send', 'Send')))
  await send(page, components('s', text('said', 'A table for two')))

  await expect(page.getByRole('article')).toHaveAccessibleDescription('This can be read, but no longer changed.')
  await page.getByLabel('Name').click()
  await page.keyboard.type('Eve')
  await page.getByText('Window seat').click({ force: true })
  await page.getByLabel('Day').focus()
  await page.keyboard.type('31122031')
  await page.getByRole('slider').click({ force: true })
  await page.getByRole('button', { name: 'Send' }).click({ force: true })
  await page.getByRole('button', { name: 'Send' }).focus()
  await page.keyboard.press('Enter')
  expect(await events(page)).toEqual([])
  expect(await page.evaluate(() => window.stage.runtime.surface('s')?.data.get('/'))).toEqual(model)
  await expect(page.getByLabel('Name')).toHaveValue('Ada')
  await expect(page.getByLabel('Day')).toHaveValue('2030-05-01')

  await page.getByText('A table for two').click({ clickCount: 3 })
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe('A table for two')
  await send(page, data('s', '/name', 'Grace'))
  await expect(page.getByLabel('Name')).toHaveValue('Grace')
  const wrong = await violations(page)
  // The page of the tests has no heading of its own, and no dark ground.
  expect(wrong.filter((violation) => !/^(?:page-has-heading-one|in the dark)/.test(violation))).toEqual([])
})
