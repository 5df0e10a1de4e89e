// Focus, caret and keyboard in a real browser while messages come in.
import type { Page } from '@playwright/test'
import { expect, send, test } from './fixtures.ts'
import { column, components, create, data, text } from './wire.ts'

const field = { id: 'field', component: 'TextField', label: 'Name', value: { path: '/name' } }
const button = {
  id: 'button',
  component: 'Button',
  child: 'go',
  action: { event: { name: 'go', context: { name: { path: '/name' } } } },
}

/** A field, in which the person has typed "Ada" and gone back behind the "A", and a button. */
async function typing(page: Page): Promise<void> {
  await send(page, create('s'), components('s', column('root', ['field', 'button']), field, button, text('go', 'Go')))
  await page.getByLabel('Name').click()
  await page.keyboard.type('Ada')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
}

async function caret(page: Page): Promise<readonly [boolean, string, number | null]> {
  return await page
    .getByLabel('Name')
    .evaluate(
      (input: HTMLInputElement) => [document.activeElement === input, input.value, input.selectionStart] as const,
    )
}

test('[R-4] a sibling inserted before a field leaves focus, caret and text', async ({ page, open }) => {
  await open('stage')
  await typing(page)
  await send(page, components('s', column('root', ['new', 'field', 'button']), text('new', 'first')))
  await expect(page.getByText('first')).toBeVisible()
  expect(await caret(page)).toEqual([true, 'Ada', 1])
  await page.keyboard.type('n')
  expect(await caret(page)).toEqual([true, 'Anda', 2])
})

test('[R-4] [R-9] messages between the letters disturb nothing', async ({ page, open }) => {
  await open('stage')
  await typing(page)
  for (const [index, letter] of [...'bcdef'].entries()) {
    await page.keyboard.type(letter)
    await send(
      page,
      data('s', '/name', `agent ${index}`),
      data('s', '/other', index),
      components('s', column('root', [...Array.from({ length: index + 1 }, (_, at) => `t${at}`), 'field', 'button'])),
      components('s', text(`t${index}`, letter), { ...field, label: 'Name' }),
    )
  }
  expect(await caret(page)).toEqual([true, 'Abcdefda', 6])
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => window.stage.runtime.surface('s')?.data.get('/name'))).toBe('Abcdefda')
})

test('[C-1] [R-4] a field that becomes a text leaves the keyboard where it was', async ({ page, open, complaints }) => {
  await open('stage')
  await typing(page)
  await send(page, components('s', text('field', 'a text now')))
  await expect(page.getByText('a text now')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Go' })).toBeFocused()
  await send(page, components('s', field))
  await expect(page.getByLabel('Name')).toHaveValue('Ada')
  await expect(page.getByRole('button', { name: 'Go' })).toBeFocused()
  expect(complaints).toEqual([])
})

test('[B-7] [R-9] everything is done by keyboard alone', async ({ page, open }) => {
  await open('stage')
  const box = { id: 'box', component: 'CheckBox', label: 'Agree', value: { path: '/agree' } }
  await send(
    page,
    create('s'),
    components(
      's',
      column('root', ['field', 'box', 'button']),
      field,
      box,
      { ...button, checks: [{ condition: { path: '/agree' }, message: 'Agree first.' }] },
      text('go', 'Go'),
    ),
  )
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ada')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const events = await page.evaluate(() => window.stage.events.map(({ name, context }) => [name, context]))
  expect(events).toEqual([['go', { name: 'Ada' }]])
})

test('[R-7] the focus can be seen', async ({ page, open }) => {
  await open('stage')
  await typing(page)
  for (const control of [page.getByLabel('Name'), page.getByRole('button', { name: 'Go' })]) {
    await expect(control).toBeFocused()
    const outline = await control.evaluate((element) => getComputedStyle(element).outlineStyle)
    expect(outline).toBe('solid')
    await page.keyboard.press('Tab')
  }
})

test('[R-7] Chromium tells assistive technology names, descriptions and states', async ({ page, open }) => {
  await open('stage')
  await send(
    page,
    create('s'),
    components(
      's',
      { ...column('root', ['group', 'title', 'field', 'button']), accessibility: { label: 'Form' } },
      {
        id: 'group',
        component: 'Card',
        child: 'in',
        accessibility: { label: 'Summary', description: 'Of what you chose' },
      },
      { ...text('in', 'drawn'), accessibility: { label: 'spoken' } },
      { ...text('title', 'Title'), variant: 'h2' },
      { ...field, accessibility: { description: 'As on your badge' } },
      { ...button, checks: [{ condition: false, message: 'Not yet.' }] },
      text('go', 'Go'),
    ),
  )
  await expect(page.locator('#root')).toMatchAriaSnapshot(`
    - article "Interactive reply":
      - group "Form":
        - group "Summary":
          - paragraph: spoken
        - heading "Title" [level=2]
        - text: Name
        - textbox "Name"
        - text: As on your badge
        - button "Go" [disabled]:
          - paragraph: Go
  `)
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('As on your badge')
  await expect(page.getByRole('group', { name: 'Summary' })).toHaveAccessibleDescription('Of what you chose')
  await expect(page.getByRole('button', { name: 'Go' })).toHaveAccessibleDescription('Not yet.')
})
