// A page whose Content Security Policy allows next to nothing, with everything that agents can ask for on it.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "require-trusted-types-for 'script'",
].join('; ')

const headers = { 'content-security-policy': policy }

function namesIn(catalog: string, part: 'components' | 'functions'): readonly string[] {
  const file = resolve(import.meta.dirname, '../catalogs', catalog)
  return Object.keys(JSON.parse(readFileSync(file, 'utf8'))[part]).sort()
}

/** What shows that a component of each type is drawn. */
const drawn: { readonly [type: string]: string } = {
  AudioPlayer: '.sf-audio',
  Button: '.sf-button',
  Card: '.sf-card',
  CheckBox: '.sf-checkbox',
  ChoicePicker: '.sf-choices label',
  Column: '.sf-column',
  DateTimeInput: '.sf-input--date',
  Divider: '.sf-divider',
  Icon: '.sf-icon path',
  Image: 'img.sf-image',
  List: '.sf-list li',
  Modal: '.sf-modal',
  Row: '.sf-row',
  Slider: '.sf-slider',
  Tabs: '.sf-tabs',
  Text: '.sf-text',
  TextField: '.sf-input',
  Video: '.sf-video',
}

/** What each function comes to on the surface with all components; `openUrl` acts only when it is pressed. */
const results: { readonly [name: string]: (surface: Locator) => Promise<void> } = {
  formatString: (surface) => says(surface, 'Hello Ada!'),
  formatNumber: (surface) => says(surface, '1,234.50'),
  formatCurrency: (surface) => says(surface, '€1,234.50'),
  formatDate: (surface) => says(surface, 'Thursday, 14 May 2026'),
  pluralize: (surface) => says(surface, 'some guests'),
  openUrl: opens,
  ...Object.fromEntries(
    ['required', 'regex', 'length', 'numeric', 'email', 'and', 'or', 'not'].map((name) => [
      name,
      (surface: Locator) => expect(surface.getByLabel(name, { exact: true })).toBeChecked(),
    ]),
  ),
}

async function says(surface: Locator, text: string): Promise<void> {
  await expect(surface.getByText(text, { exact: true })).toBeVisible()
}

async function opens(surface: Locator): Promise<void> {
  const context = surface.page().context()
  await context.route('https://elsewhere.example/**', (route) => route.fulfill({ body: 'elsewhere' }))
  const opened = context.waitForEvent('page')
  await surface.getByRole('button', { name: 'Leave' }).click()
  const other = await opened
  await expect(other).toHaveURL('https://elsewhere.example/')
  await other.close()
}

const surfaceOf = (page: Page, name: string): Locator => page.getByRole('article', { name })

test.afterEach(async ({ page }, { title }) => {
  if (!title.includes('in force')) await expect(page.locator('#violations')).toBeEmpty()
})

for (const [version, name, catalog, words] of [
  ['v0.9', 'Whole agent', 'v0.9/basic_catalog.json', {}],
  ['v0.8', 'Interactive reply', 'v0.8/standard_catalog_definition.json', { MultipleChoice: 'ChoicePicker' }],
] as const) {
  test(`[R-10] every component of ${version} is drawn under it`, async ({ page, open }) => {
    await open('strict', { headers })
    const surface = surfaceOf(page, name)
    const types = namesIn(catalog, 'components')
    expect(types).toHaveLength(18)
    for (const type of types) {
      const selector = drawn[(words as { readonly [type: string]: string })[type] ?? type]
      expect(selector, `how to find a ${type}`).toBeDefined()
      await expect(surface.locator(selector ?? '').first(), type).toBeVisible()
    }
    await expect(surface.locator('.sf-notice, .sf-placeholder')).toHaveCount(0)
    await expect(surface.locator('.sf-media')).toHaveText(Array(2).fill(/films\.example/))
  })
}

test('[R-10] [FN-18] every function does its work under it, one that is loaded late too', async ({ page, open }) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await open('strict', { headers })
  const names = namesIn('v0.9/basic_catalog.json', 'functions')
  expect(Object.keys(results).sort()).toEqual(names)
  for (const name of names) await results[name]?.(surfaceOf(page, 'Whole agent'))
  expect(scripts.length).toBeGreaterThan(1)
})

test('[R-10] [BC-11] pictures load there', async ({ page, open }) => {
  await open('strict', { headers })
  for (const picture of [
    page.getByRole('img', { name: 'A valley' }),
    page.getByRole('img', { name: 'An older valley' }),
    surfaceOf(page, 'Whole agent').locator('img.sf-agent__icon'),
  ]) {
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
  }
})

// Chromium judges the address of a film as soon as it is drawn, asked for or not.
test('[R-10] [BC-11] films and sounds need a policy that allows them, and ask for nothing', { tag: '@all' }, async ({
  page,
  open,
}) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('films.example') && asked.push(request.url()))
  const allowing = { 'content-security-policy': `${policy}; media-src https://films.example` }
  await open('strict', { headers: allowing, suffix: '#films' })
  const players = page.locator('video[preload=none], audio[preload=none]')
  await expect(players).toHaveCount(4)
  for (const player of await players.all()) {
    await player.scrollIntoViewIfNeeded()
    await expect(player).toBeVisible()
  }
  await expect(page.locator('.sf-media')).toHaveCount(0)
  expect(asked).toEqual([])
})

for (const [name, tab, panel, trigger, content] of [
  ['Whole agent', 'Two', 'The second panel', 'Terms', 'All of them'],
  ['Interactive reply', 'Late', 'The late panel', 'Rules', 'Every rule'],
] as const) {
  test(`[R-10] [BC-4] [BC-5] tabs are switched and dialogs opened there: ${name}`, { tag: '@all' }, async ({
    page,
    open,
  }) => {
    await open('strict', { headers })
    const surface = surfaceOf(page, name)
    await surface.getByRole('tab', { name: tab }).click()
    await expect(surface.getByText(panel)).toBeVisible()
    await surface.getByRole('button', { name: trigger }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(content)).toBeVisible()
    for (const field of await dialog.getByRole('textbox').all()) await field.fill('Ada')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
}

test('[R-10] [B-4] [C-10] every input is used there', async ({ page, open }) => {
  await open('strict', { headers })
  const surface = surfaceOf(page, 'Whole agent')
  await surface.getByLabel('Your name').fill('Ben')
  await says(surface, 'Hello Ben!')
  await expect(surface.getByLabel('Your name')).toHaveAccessibleDescription('As on your badge')
  await surface.getByLabel('Post code').fill('1')
  await surface.getByLabel('Agreed').check()
  await expect(surface.getByText('This does not have the expected form.')).toBeVisible()
  await expect(surface.getByLabel('regex')).not.toBeChecked()
  await surface.getByLabel('Filter').fill('win')
  await surface.getByLabel('Window').check()
  await expect(surface.getByLabel('Aisle')).toHaveCount(0)
  await surface.getByLabel('Guests').fill('1')
  await says(surface, 'a guest')
  await surface.getByLabel('Arrival').fill('2026-05-15')
  await says(surface, 'Friday, 15 May 2026')
})

test('[R-10] [R-7] [BC-9] [BC-14] Markdown, signs, labels and the rest of the looks are there', async ({
  page,
  open,
}) => {
  await open('strict', { headers })
  const surface = surfaceOf(page, 'Whole agent')
  await expect(surface.locator('strong')).toHaveText('bold')
  await expect(surface.getByRole('link', { name: 'a link' })).toHaveAttribute('href', 'https://elsewhere.example/')
  const named = surface.getByRole('link', { name: 'AT&T' })
  await expect(named).toHaveAttribute('href', 'https://elsewhere.example/?a=1&b=2')
  await expect(surface.getByText('café €')).toBeVisible()
  await expect(surface.getByRole('img', { name: 'Liked' })).toBeVisible()
  await expect(surface.getByRole('img', { name: 'Square' }).locator('path')).toHaveAttribute('d', 'M4 4h16v16H4z')
  await expect(surface.getByRole('group', { name: 'Signs' })).toHaveAccessibleDescription('One by name, one drawn')
  await expect(surface.getByRole('list', { name: 'Rows' }).getByRole('listitem')).toHaveCount(2)
  await expect(surface.getByRole('button', { name: 'Leave' })).toHaveCSS('background-color', 'rgb(124, 45, 18)')
  await expect(surface.locator('.sf-weighted')).toHaveCSS('flex-grow', '2')
  const share = surface
    .locator('.sf-slider')
    .evaluate((slider) => getComputedStyle(slider).getPropertyValue('--_share'))
  expect(await share).toBe('0.2')
})

test('[R-10] [SF-6] surfaces of both versions live under it without a violation', async ({ page, open }) => {
  await open('strict', { headers })
  await expect(page.getByRole('heading', { name: 'A form under a policy' })).toBeVisible()
  await expect(page.getByText('trimmed', { exact: true })).toBeVisible()
  await expect(page.getByText('Item two')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'An older surface' })).toBeVisible()
  await expect(page.getByLabel('Note')).toHaveValue('as sent')
})

test('[R-10] [B-4] [B-6] [B-7] people use them there', async ({ page, open }) => {
  await open('strict', { headers })
  const surface = surfaceOf(page, 'Strict agent')
  await surface.getByLabel('Name').fill('Ada')
  await surface.getByLabel('Agree').check()
  await surface.getByRole('button', { name: 'Send' }).click()
  await expect(surface.getByText('send {"name":"Ada"}')).toBeVisible()
})

test("[R-10] [R-7] the stylesheet and the agent's colour are in effect there", async ({ page, open }) => {
  await open('strict', { headers })
  const surface = surfaceOf(page, 'Strict agent')
  await surface.getByLabel('Agree').check()
  await expect(surface.getByRole('button', { name: 'Send' })).toHaveCSS('background-color', 'rgb(15, 118, 110)')
  const shares = await surface
    .locator('.sf-weighted')
    .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).flexGrow))
  expect(shares).toEqual(['3', '1'])
})

/** What shows that a component for work is drawn. */
const drawnForWork: { readonly [type: string]: string } = {
  Table: '.sf-table [role=row], .sf-table tr',
  Chart: '.sf-chart svg path',
  Callout: '.sf-callout',
  Stat: '.sf-stat',
  Badge: '.sf-badge',
  Progress: '.sf-progress',
  Steps: '.sf-steps li',
  Accordion: '.sf-accordion',
  Avatar: '.sf-avatar',
  Approval: '.sf-approval button',
  CodeBlock: '.sf-code',
  Select: '.sf-select',
  FileUpload: '.sf-file',
}

test('[R-10] [XC-15] every component for work is drawn under it, sorted, opened and chosen', async ({ page, open }) => {
  await open('strict', { headers, suffix: '#work' })
  const own = namesIn('extended/work.json', 'components').filter((type) => !Object.hasOwn(drawn, type))
  expect(Object.keys(drawnForWork).sort()).toEqual(own)
  for (const [type, selector] of Object.entries(drawnForWork))
    await expect(page.locator(selector).first(), type).toBeVisible()
  const report = page.getByRole('article').first()
  const head = report.getByRole('columnheader', { name: 'Customer' })
  // A press on what came less than half a second ago is not taken.
  await expect(async () => {
    await head.getByRole('button').click()
    await expect(head).toHaveAttribute('aria-sort', 'ascending', { timeout: 1_000 })
  }).toPass()
  await expect(report.getByRole('rowheader').first()).toHaveText('A-1005')
  await report.getByText('Show as a table').click()
  await expect(report.getByRole('cell', { name: '€12,400.00' })).toBeVisible()
})

test('[R-10] the policy is in force: code made from text and style attributes are stopped', async ({
  page,
  open,
  complaints,
}) => {
  await open('strict', { headers, suffix: '#provoke' })
  await expect(page.locator('#violations')).toContainText('require-trusted-types-for')
  await expect(page.locator('#violations')).toContainText('style-src-attr')
  expect(complaints.splice(0).length).toBeGreaterThan(0)
})
