// The dialog pattern of WAI-ARIA, by keys alone, with the browser's own dialogs.
import { violationsOfControls } from './axe.ts'
import { between, button, events, focused, keys, press, stops } from './between.ts'
import { expect, send, test } from './fixtures.ts'
import { pass, slowClock } from './pointer.ts'
import { silence } from './silence.ts'
import { column, components, data, older, text } from './wire.ts'

test.beforeEach(async ({ open }) => {
  await open('stage')
})

const modal = { id: 'it', component: 'Modal', trigger: 'open', content: 'inside' }
const inside = [
  column('inside', ['name', 'note', 'ok']),
  { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
  { id: 'note', component: 'TextField', label: 'Note' },
  ...button('ok', 'OK'),
]

for (const [what, trigger, said] of [
  ['a button', button('open', 'Terms'), ['open', 'open']],
  ['a text', [text('open', 'Terms')], []],
] as const) {
  test(`[BC-5] Enter and Space on ${what} open it, Escape closes it`, async ({ page }) => {
    await between(page, [modal, ...trigger, ...inside])
    await expect.poll(() => stops(page)).toEqual(['button "Terms"'])
    await keys(page, 'Shift+Tab')
    const dialog = page.getByRole('dialog', { name: 'Terms Interactive reply' })
    for (const key of ['Enter', 'Space']) {
      await keys(page, key)
      await expect(dialog).toBeVisible()
      // What a browser takes for modal, it also tells assistive technology as such.
      expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true)
      expect(await focused(page)).toBe('textbox "Name"')
      await keys(page, 'Escape')
      await expect(dialog).toHaveCount(0)
      expect(await focused(page)).toBe('button "Terms"')
    }
    expect(await events(page)).toEqual(said)
  })
}

test('[BC-5] keeps the focus within, forwards and backwards', async ({ page }) => {
  await between(page, [modal, ...button('open', 'Terms'), ...inside])
  await keys(page, 'Tab', 'Enter')
  const seen = new Set<string>()
  for (const key of [...Array(12).fill('Tab'), ...Array(12).fill('Shift+Tab')]) {
    await keys(page, key)
    seen.add(await focused(page))
  }
  // "Nothing" is the browser's own bar.
  seen.delete('nothing')
  expect([...seen].sort()).toEqual(['button "Close"', 'button "OK"', 'textbox "Name"', 'textbox "Note"'])
})

test('[BC-5] closes by its button, and what was typed is there again', async ({ page }) => {
  await slowClock(page)
  await between(page, [modal, ...button('open', 'Terms'), ...inside])
  await keys(page, 'Tab', 'Enter')
  await page.keyboard.type('Ada')
  await keys(page, 'Tab')
  await page.keyboard.type('soon')
  await keys(page, 'Tab', 'Tab')
  expect(await focused(page)).toBe('button "Close"')
  await keys(page, 'Space')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await focused(page)).toBe('button "Terms"')
  await pass(page)
  await keys(page, 'Enter')
  await expect(page.getByLabel('Name')).toHaveValue('Ada')
  await expect(page.getByLabel('Note')).toHaveValue('soon')
  expect(await events(page)).toEqual(['open', 'open'])
})

test('[BC-5] is opened by no message, and a message leaves an open one open', async ({ page }) => {
  await between(page, [modal, ...button('open', 'Terms'), ...inside], { name: '' })
  await send(page, components('s', modal, ...inside), data('s', '/name', 'Ben'))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await keys(page, 'Tab', 'Enter', 'Tab')
  await send(page, components('s', modal, text('late', 'late'), column('inside', ['late', 'name', 'note', 'ok'])))
  await expect(page.getByRole('dialog').getByText('late')).toBeVisible()
  expect(await focused(page)).toBe('textbox "Note"')
})

test('[BC-5] Escape closes the innermost of two', async ({ page }) => {
  await slowClock(page)
  const inner = { id: 'inside', component: 'Modal', trigger: 'more', content: 'deep' }
  await between(page, [modal, ...button('open', 'Terms'), inner, ...button('more', 'More'), text('deep', 'deep')])
  await keys(page, 'Tab', 'Enter')
  await pass(page)
  await keys(page, 'Enter')
  await expect(page.getByText('deep')).toBeVisible()
  await keys(page, 'Escape')
  await expect(page.getByText('deep')).toBeHidden()
  expect(await focused(page)).toBe('button "More"')
  await keys(page, 'Escape')
  expect(await focused(page)).toBe('button "Terms"')
})

test('[BC-5] a press right after it was closed opens it again', async ({ page }) => {
  await between(page, [modal, ...button('open', 'Terms'), ...inside])
  await keys(page, 'Tab', 'Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.evaluate(() => {
    document.querySelector('dialog')?.close()
    document.querySelector<HTMLElement>('.sf-modal__trigger button')?.click()
  })
  await page.waitForTimeout(100)
  await expect(page.getByRole('dialog')).toBeVisible()
  await keys(page, 'Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await focused(page)).toBe('button "Terms"')
})

const rows = Array.from({ length: 60 }, (_, index) => text(`row${index}`, `Row ${index}`))
const ids = rows.map((_, index) => `row${index}`)
for (const [what, trigger, found] of [
  ['a field', [{ id: 'open', component: 'Card', child: 'mail' }], ['textbox "Mail"', 'button "Open"']],
  ['a list that scrolls', [{ id: 'open', component: 'List', children: ids }, ...rows], ['group', 'button "Open"']],
  [
    'a dialog',
    [{ id: 'open', component: 'Modal', trigger: 'more', content: 'row0' }, ...rows],
    ['button "More"', 'button "Open"'],
  ],
] as const) {
  test(`[BC-5] a trigger that is ${what} has a button beside it`, async ({ page }) => {
    const mail = { id: 'mail', component: 'TextField', label: 'Mail' }
    await between(page, [modal, ...trigger, mail, ...button('more', 'More'), ...inside])
    await expect.poll(() => stops(page)).toEqual(found)
    expect(await violationsOfControls(page)).toEqual([])
    await keys(page, 'Shift+Tab', 'Enter')
    await expect(page.getByRole('dialog')).toHaveCount(1)
    expect(await focused(page)).toBe('textbox "Name"')
    await keys(page, 'Escape')
    expect(await focused(page)).toBe('button "Open"')
  })
}

test('[BC-5] a sound within is silent once it is closed', async ({ page, elsewhere }) => {
  await page.route('https://films.example/**', (route) => route.fulfill({ contentType: 'audio/wav', body: silence() }))
  const sound = { id: 'inside', component: 'AudioPlayer', url: 'https://films.example/valley' }
  await between(page, [modal, ...button('open', 'Terms'), sound])
  await keys(page, 'Tab', 'Enter')
  const paused = () => page.locator('audio').evaluate((player: HTMLMediaElement) => player.paused)
  await page.locator('audio').evaluate((player: HTMLMediaElement) => player.play())
  expect(await paused()).toBe(false)
  await keys(page, 'Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The browser tells that a dialog is closed a moment later.
  await expect.poll(paused).toBe(true)
  expect(new Set(elsewhere.splice(0))).toEqual(new Set([sound.url]))
})

test('[BC-5] [B-6] a disabled button opens nothing', async ({ page }) => {
  const checks = [{ condition: false, message: 'Not yet.' }]
  const open = { id: 'open', component: 'Button', child: 'open-label', action: press('open'), checks }
  await between(page, [modal, open, text('open-label', 'Terms'), ...inside])
  await page.getByText('Terms').click({ force: true })
  await page.getByRole('button', { name: 'Terms' }).click({ force: true, position: { x: 3, y: 3 } })
  await expect.poll(() => stops(page)).toEqual(['button "Terms"'])
  await keys(page, 'Shift+Tab', 'Enter', 'Space')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'Not yet.' })).toBeVisible()
})

test('[BC-5] [BC-13] is the same in v0.8', async ({ page }) => {
  await send(
    page,
    ...older(
      's',
      ['root', 'Modal', { entryPointChild: 'open', contentChild: 'inside' }],
      ['open', 'Text', { text: { literalString: 'Terms' } }],
      ['inside', 'TextField', { label: { literalString: 'Name' } }],
    ),
  )
  await expect(page.getByRole('button', { name: 'Terms' })).toBeVisible()
  await keys(page, 'Tab', 'Space')
  expect(await focused(page)).toBe('textbox "Name"')
  await keys(page, 'Escape')
  expect(await focused(page)).toBe('button "Terms"')
})
