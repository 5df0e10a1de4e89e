// Presses by key that were meant for what was there before: keys that are held, and a focus that moved by itself.
import type { Page } from '@playwright/test'
import { button, events, keys, press } from './between.ts'
import { expect, test } from './fixtures.ts'
import { cancelAndPay, pass, row, send, slowClock } from './pointer.ts'
import { column, components, create, data, text } from './wire.ts'

test.beforeEach(async ({ page, open }) => {
  await open('stage')
  await slowClock(page)
})

/** The key goes down, and is held until the keyboard has repeated it a few times. It stays down. */
async function hold(page: Page, key: string): Promise<void> {
  for (let time = 0; time < 4; time++) await page.keyboard.down(key)
}

const dialog = (...trigger: readonly object[]): readonly object[] => [
  create('s'),
  components('s', { id: 'root', component: 'Modal', trigger: 'open', content: 'inside' }, ...trigger),
  components('s', column('inside', ['agree']), ...button('agree', 'Agree')),
]

test.describe('[B-16] a key that is held', () => {
  for (const [what, trigger, sent] of [
    ['a button', button('open', 'Terms'), ['open']],
    ['a text', [text('open', 'Terms')], []],
  ] as const) {
    test(`on the trigger of a dialog, ${what}, presses nothing in the dialog`, async ({ page }) => {
      await send(page, ...dialog(...trigger))
      await keys(page, 'Tab')
      await page.keyboard.down('Enter')
      await expect(page.getByRole('button', { name: 'Agree' })).toBeFocused()
      await pass(page)
      await hold(page, 'Enter')
      await page.keyboard.up('Enter')
      expect(await events(page)).toEqual(sent)
      await keys(page, 'Enter')
      expect(await events(page)).toEqual([...sent, 'agree'])
    })
  }

  test('on a button presses it once, and not what a message makes of it', async ({ page }) => {
    await send(page, ...cancelAndPay)
    await keys(page, 'Tab')
    await hold(page, 'Enter')
    expect(await events(page)).toEqual(['cancel'])
    await send(
      page,
      components('s', { id: 'cancel', component: 'Button', child: 'cancel-label', action: press('pay') }),
      components('s', text('cancel-label', 'Pay')),
    )
    await pass(page)
    await hold(page, 'Enter')
    expect(await events(page)).toEqual(['cancel'])
    await page.keyboard.up('Enter')
    await keys(page, 'Enter')
    expect(await events(page)).toEqual(['cancel', 'pay'])
  })

  test('in a field goes on writing, in a list goes on scrolling', async ({ page }) => {
    const rows = Array.from({ length: 100 }, (_, index) => text(`row${index}`, `Row ${index}`))
    await send(
      page,
      create('s'),
      components('s', column('root', ['note', 'list']), ...rows),
      components('s', { id: 'list', component: 'List', children: rows.map((_, index) => `row${index}`) }),
      components('s', {
        id: 'note',
        component: 'TextField',
        label: 'Note',
        variant: 'longText',
        value: { path: '/n' },
      }),
    )
    await keys(page, 'Tab')
    await hold(page, 'Enter')
    await hold(page, 'Space')
    await expect(page.getByLabel('Note')).toHaveValue('\n\n\n\n    ')
    await page.keyboard.up('Space')
    await keys(page, 'Tab')
    await hold(page, 'Space')
    await page.keyboard.up('Space')
    const pages = () => page.locator('.sf-list').evaluate((list) => list.scrollTop / list.clientHeight)
    await expect.poll(pages).toBeGreaterThan(2)
  })
})

test.describe('[B-16] a control to which the focus moved by itself ignores the keyboard for a moment, moved by', () => {
  for (const [what, trigger, sent] of [
    ['a button', button('open', 'Terms'), ['open']],
    ['a text', [text('open', 'Terms')], []],
  ] as const) {
    for (const key of ['Enter', 'Space']) {
      test(`a dialog that ${key} on ${what} opened`, async ({ page }) => {
        await send(page, ...dialog(...trigger))
        await keys(page, 'Tab', key)
        await expect(page.getByRole('button', { name: 'Agree' })).toBeFocused()
        await keys(page, key)
        expect(await events(page)).toEqual(sent)
        await pass(page)
        await keys(page, key)
        expect(await events(page)).toEqual([...sent, 'agree'])
      })
    }
  }

  test('a dialog that a click opened', async ({ page }) => {
    await send(page, ...dialog(...button('open', 'Terms')))
    await page.getByRole('button', { name: 'Terms' }).click()
    await expect(page.getByRole('button', { name: 'Agree' })).toBeFocused()
    await keys(page, 'Enter')
    expect(await events(page)).toEqual(['open'])
  })

  test('the last rows of a template', async ({ page }) => {
    const rows = Array.from({ length: 201 }, (_, index) => ({ name: `row ${index}` }))
    const rowButton = { id: 'row', component: 'Button', child: 'name', action: press('row') }
    await send(
      page,
      create('s'),
      data('s', '/rows', rows),
      components('s', column('root', { componentId: 'row', path: '/rows' }), rowButton, text('name', { path: 'name' })),
    )
    await keys(page, 'Shift+Tab')
    await expect(page.getByRole('button', { name: 'Show more (1)' })).toBeFocused()
    await keys(page, 'Enter')
    await expect(page.getByRole('button', { name: 'row 200' })).toBeFocused()
    await keys(page, 'Enter')
    expect(await events(page)).toEqual([])
    await pass(page)
    await keys(page, 'Enter')
    expect(await events(page)).toEqual(['row'])
  })

  test('a page that focuses what a message brought', async ({ page }) => {
    await send(page, ...cancelAndPay)
    await pass(page)
    await send(page, components('s', row('pay', 'cancel')))
    await page.getByRole('button', { name: 'Pay' }).focus()
    await keys(page, 'Enter')
    expect(await events(page)).toEqual([])
    await pass(page)
    await keys(page, 'Enter')
    expect(await events(page)).toEqual(['pay'])
  })
})

test('[B-12] a control that one message moves and changes under the focus ignores the keyboard', async ({ page }) => {
  await send(page, ...cancelAndPay)
  await keys(page, 'Tab')
  // React moves the element, and gives it the focus that it loses by that.
  await send(page, components('s', row('pay', 'cancel'), text('cancel-label', 'Send all')))
  await expect(page.getByRole('button', { name: 'Send all' })).toBeFocused()
  await keys(page, 'Enter')
  expect(await events(page)).toEqual([])
})

test('[B-16] nothing waits to which the user moved the focus, nor what a script presses', async ({ page }) => {
  await send(page, ...cancelAndPay)
  await keys(page, 'Tab', 'Enter', 'Tab', 'Enter')
  const cancel = page.getByRole('button', { name: 'Cancel' })
  await send(page, components('s', text('pay-label', 'Pay now')))
  await cancel.click()
  await keys(page, 'Enter', 'Space')
  // As assistive technology does: focus and press in one, without a key.
  await cancel.evaluate((element: HTMLElement) => {
    element.blur()
    element.focus()
    element.click()
  })
  expect(await events(page)).toEqual(['cancel', 'pay', 'cancel', 'cancel', 'cancel', 'cancel'])
  await send(page, { version: 'v0.9', deleteSurface: { surfaceId: 's' } }, ...dialog(...button('open', 'Terms')))
  await keys(page, 'Tab', 'Enter')
  await expect(page.getByRole('button', { name: 'Agree' })).toBeFocused()
  // The Tab key leads to what the user then reads.
  await keys(page, 'Tab', 'Shift+Tab', 'Enter')
  expect((await events(page)).slice(6)).toEqual(['open', 'agree'])
})
