// Focus, caret and keyboard in a real browser while messages come in.
import type { Page } from '@playwright/test'
import { contrasts } from './contrast.ts'
import { expect, send, test } from './fixtures.ts'
import { moment } from './pointer.ts'
import { column, components, create, data, text } from './wire.ts'

const field = { id: 'field', component: 'TextField', label: 'Name', value: { path: '/name' } }
const button = {
  id: 'button',
  component: 'Button',
  child: 'go',
  action: { event: { name: 'go', context: { name: { path: '/name' } } } },
}

/** A field, in which the user has typed "Ada" and gone back behind the "A", and a button. */
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

test('[R-4] a field that becomes one for long texts keeps focus, caret and text', async ({ page, open }) => {
  await open('stage')
  await typing(page)
  await send(page, components('s', { ...field, variant: 'longText' }))
  await expect(page.locator('textarea')).toBeFocused()
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
  // What arrived late, such as a font, may have moved the button a moment ago.
  await page.waitForTimeout(moment)
  await page.keyboard.press('Enter')
  const events = await page.evaluate(() => window.stage.events.map(({ name, context }) => [name, context]))
  expect(events).toEqual([['go', { name: 'Ada' }]])
})

const options = [{ label: 'Window', value: 'window' }]
const controls = [
  { id: 'default', component: 'Button', child: 'label', action: { event: { name: 'go' } } },
  { id: 'primary', component: 'Button', child: 'label', action: { event: { name: 'go' } }, variant: 'primary' },
  { id: 'borderless', component: 'Button', child: 'label', action: { event: { name: 'go' } }, variant: 'borderless' },
  field,
  { id: 'box', component: 'CheckBox', label: 'Agree', value: true },
  { id: 'radio', component: 'ChoicePicker', options, value: ['window'], filterable: true },
  { id: 'chip', component: 'ChoicePicker', options, value: ['window'], displayStyle: 'chips' },
  { id: 'slider', component: 'Slider', label: 'Guests', value: 3, max: 10 },
  { id: 'date', component: 'DateTimeInput', label: 'When', value: '2026-05-14', enableDate: true },
  { id: 'tabs', component: 'Tabs', tabs: [{ title: 'One', child: 'label' }] },
  { id: 'modal', component: 'Modal', trigger: 'label', content: 'label' },
  { id: 'link', component: 'Text', text: '[a link](https://a.example/)' },
  { id: 'video', component: 'Video', url: 'https://films.example/valley' },
  { id: 'audio', component: 'AudioPlayer', url: 'https://films.example/valley' },
  { id: 'list', component: 'List', children: Array(60).fill('label') },
]

/** Of what the Tab key stops at there, each once. */
const classes = [
  ...['sf-button--default', 'sf-button--primary', 'sf-button--borderless', 'sf-input', 'sf-checkbox__box'],
  ...['sf-checkbox__box--radio', 'sf-chip__box', 'sf-slider', 'sf-input--date', 'sf-tab', 'sf-tabs__panel'],
  ...['sf-modal__trigger', 'sf-md-link', 'sf-video', 'sf-audio__player', 'sf-list--vertical'],
]

/** The outlines on the page that can be seen, and whether they belong to what is focused. */
async function rings(page: Page): Promise<readonly { own: boolean; width: number; contrast: number }[]> {
  const { ground, found } = await page.evaluate(() => {
    document.body.style.background = 'Canvas'
    const outlined = [...document.querySelectorAll('*')].flatMap((element) => {
      const { outlineStyle, outlineWidth, outlineColor: colour } = getComputedStyle(element)
      if (outlineStyle === 'none') return []
      return [{ own: element.contains(document.activeElement), width: Number.parseFloat(outlineWidth), colour }]
    })
    return { ground: getComputedStyle(document.body).backgroundColor, found: outlined }
  })
  const contrast = await contrasts(
    page,
    found.map(({ colour }) => [colour, ground]),
  )
  return found.map(({ own, width }, index) => ({ own, width, contrast: contrast[index] ?? 0 }))
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`[R-7] the focus can be seen on every control: ${colorScheme}`, async ({ page, open }) => {
    await page.emulateMedia({ colorScheme })
    await open('stage')
    const ids = controls.map(({ id }) => id)
    await send(page, create('s'), components('s', column('root', ids), ...controls, text('label', 'Label')))
    const seen = new Set<string>()
    for (;;) {
      await page.keyboard.press('Tab')
      const what = await page.evaluate(() => `${document.activeElement?.tagName} ${document.activeElement?.className}`)
      if (what.startsWith('BODY')) break
      // Within a film, a sound or a date the browser shows which of its own parts it is.
      if (seen.has(what)) continue
      seen.add(what)
      const found = await rings(page)
      expect([what, found.length > 0, found.every(({ own }) => own)]).toEqual([what, true, true])
      expect(Math.min(...found.map(({ width }) => width))).toBeGreaterThanOrEqual(2)
      expect(Math.min(...found.map(({ contrast }) => contrast))).toBeGreaterThanOrEqual(3)
    }
    expect([...seen].map((what) => what.split(' ').at(-1))).toEqual(classes)
  })
}

test('[R-4] [R-9] fifty messages that add fields and dialogs leave the focus where it is', async ({ page, open }) => {
  await open('stage')
  await typing(page)
  const dialog = { component: 'Modal', trigger: 'go', content: 'field' }
  for (let count = 1; count <= 50; count++) {
    const added = Array.from({ length: count }, (_, index) => `new${index}`)
    const id = `new${count - 1}`
    const part = count % 5 === 0 ? { ...dialog, id } : { ...field, id, label: `Field ${count}`, value: '' }
    await send(page, components('s', part, column('root', [...added, 'field', 'button'])))
  }
  await expect(page.getByLabel('Field 49')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toBeFocused()
  await page.keyboard.type('n')
  await expect(name).toHaveValue('Anda')
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
        - paragraph: As on your badge
        - button "Go" [disabled]
  `)
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('As on your badge')
  await expect(page.getByRole('group', { name: 'Summary' })).toHaveAccessibleDescription('Of what you chose')
  await expect(page.getByRole('button', { name: 'Go' })).toHaveAccessibleDescription('Not yet.')
})
