// axe-core on the pages of the demo, in light and dark. `demo.spec.ts` asks it about each transcript.
import type { Page } from '@playwright/test'
import { violations, violationsOfColors, violationsOfControls } from './axe.ts'
import { contrasts } from './contrast.ts'
import { expect, send, test } from './fixtures.ts'
import { catalogId, column, components, create, text } from './wire.ts'

async function play(page: Page, id: string): Promise<void> {
  await page.goto(`/transcripts.html?speed=instant#${id}`)
  await expect(page.getByTestId('player-status')).toHaveAttribute('data-state', 'done')
}

test('axe has nothing to say about the inspector', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await play(page, 'broken-stream')
  const renew = page.getByRole('button', { name: 'Renew all three' })
  await renew.click()
  await expect(page.getByText('All three are renewed').first()).toBeVisible()
  await expect(renew).not.toHaveAttribute('aria-busy', 'true')
  for (const tab of ['lines', 'data', 'events', 'errors'] as const) {
    await page.getByTestId(`tab-${tab}`).click()
    expect(await violations(page)).toEqual([])
  }
})

test('axe has nothing to say about the phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await play(page, 'table-reservation')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Transcripts' }).click()
  expect(await violations(page)).toEqual([])
})

test('[R-7] axe has nothing to say about a form that is not filled in', async ({ page }) => {
  await play(page, 'table-reservation')
  await page.getByLabel('Name').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByText('Please enter a name for the reservation.')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('[BC-10] [R-14] what is heard of rows and not seen stretches no page', async ({ page, open }) => {
  await page.setViewportSize({ width: 800, height: 600 })
  await open('stage')
  const ids = Array.from({ length: 20 }, (_, index) => `row${index}`)
  const rows = ids.map((id) => ({ ...text(id, `${id} of a list`), accessibility: { label: id } }))
  const lists = ['horizontal', 'vertical'].map((direction) => ({
    id: direction,
    component: 'List',
    direction,
    children: ids,
  }))
  for (const list of lists) {
    await send(page, create(list.id), components(list.id, column('root', [list.id]), list, ...rows))
  }
  await expect(page.getByText('row19 of a list')).toHaveCount(2)
  const over = await page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight } = document.documentElement
    const last = Math.max(
      ...[...document.querySelectorAll('.sf-surface')].map((each) => each.getBoundingClientRect().bottom),
    )
    return [scrollWidth - clientWidth, Math.max(0, scrollHeight - Math.max(innerHeight, Math.ceil(last) + 40))]
  })
  expect(over).toEqual([0, 0])
})

const nameless = [
  { id: 'slider', component: 'Slider', value: 1, max: 3 },
  { id: 'date', component: 'DateTimeInput', value: '' },
  { id: 'box', component: 'CheckBox', label: '', value: true },
  { id: 'field', component: 'TextField', label: '' },
  { id: 'choice', component: 'ChoicePicker', options: [{ label: '', value: 'a' }], value: [] },
  { id: 'modal', component: 'Modal', trigger: 'empty', content: 'empty' },
  { id: 'sign', component: 'Modal', trigger: 'icon', content: 'empty' },
  { id: 'icon', component: 'Icon', name: 'help' },
  text('empty', { path: '/nothing' }),
]

test('[R-7] axe has nothing to say about inputs and dialogs that the agent gave no label', async ({ page, open }) => {
  await open('stage')
  const ids = ['slider', 'date', 'box', 'field', 'choice', 'modal', 'sign']
  await send(page, create('s'), components('s', column('root', ids), ...nameless))
  await expect(page.getByRole('button', { name: 'Open' })).toHaveCount(2)
  for (const button of await page.getByRole('button', { name: 'Open' }).all()) await expect(button).toBeVisible()
  expect(await violationsOfControls(page)).toEqual([])
})

const press = (id: string, child: string, action: object, variant = 'default'): object => ({
  ...{ id, component: 'Button', child, variant, action },
})

test('[R-7] a button without words is called by its action, until it has words', async ({ page, open }) => {
  await open('stage')
  const event = (name: string): object => ({ event: { name } })
  const ids = ['late', 'empty', 'blank', 'link', 'icon']
  await send(
    page,
    create('s'),
    components(
      's',
      column('root', ids),
      press('late', 'never', event('book_table')),
      press('empty', 'nothing', event('askAgain')),
      press('blank', 'nothing', event(' \u200b ')),
      press('link', 'never', { functionCall: { call: 'openUrl', args: { url: 'https://shop.example/' } } }),
      press('icon', 'sign', event('go')),
      text('nothing', { path: '/nothing' }),
      { id: 'sign', component: 'Icon', name: 'arrowBack' },
    ),
  )
  const names = async (): Promise<(string | null)[]> =>
    await page.locator('.sf-button').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  await expect.poll(names).toEqual(['book_table', 'askAgain', 'Button', 'openUrl', 'arrow back'])
  expect(await violationsOfControls(page)).toEqual([])
  await send(page, components('s', text('never', 'Book a table')))
  await expect.poll(names).toEqual([null, 'askAgain', 'Button', null, 'arrow back'])
})

test('[R-7] what stands muted elsewhere can be read in a primary button, hovered too', async ({ page, open }) => {
  await open('stage')
  await page.addStyleTag({ content: '* { transition: none !important; animation: none !important }' })
  for (const color of [undefined, '#ffd700', '#0f766e']) {
    const surfaceId = `s${color}`
    const theme = color === undefined ? {} : { theme: { primaryColor: color } }
    await send(
      page,
      { version: 'v0.9', createSurface: { surfaceId, catalogId, ...theme } },
      components(
        surfaceId,
        press('root', 'all', { event: { name: 'go' } }, 'primary'),
        column('all', ['control', 'small', 'quote', 'film']),
        { id: 'control', component: 'Slider', value: 1, max: 3 },
        { ...text('small', 'A caption'), variant: 'caption' },
        text('quote', '> A quotation\n\n1. A number'),
        { id: 'film', component: 'Image', url: 'javascript:0' },
      ),
    )
    await expect(page.locator('.sf-button .sf-notice').last()).toBeVisible()
    await page.locator('.sf-button').last().hover()
    expect(await violationsOfColors(page)).toEqual([])
  }
})

test('[BC-14] the numbers of a list have room within its box', async ({ page, open }) => {
  await open('stage')
  const firsts = [1, 10, 100, 1000, 123456789]
  const lists = firsts.map((first) => text(`l${first}`, `${first}. one\n${first}. two`))
  await send(
    page,
    create('s'),
    components(
      's',
      column(
        'root',
        firsts.map((first) => `l${first}`),
      ),
      ...lists,
    ),
  )
  await expect(page.locator('ol')).toHaveCount(firsts.length)
  const room = await page.locator('ol').evaluateAll((all) =>
    (all as HTMLOListElement[]).map((list) => {
      const number = document.createElement('span')
      number.append(`${list.start + 1}. `)
      number.style.whiteSpace = 'pre'
      list.parentElement?.append(number)
      const { width } = number.getBoundingClientRect()
      number.remove()
      return Number.parseFloat(getComputedStyle(list).paddingInlineStart) >= width
    }),
  )
  expect(room).toEqual(firsts.map(() => true))
})

for (const color of ['#ffd700', '#ff8800', '#ffffff', '#0f766e']) {
  test(`[R-7] a button without a border can be read in ${color}, hovered and held down`, async ({ page, open }) => {
    await open('stage')
    const theme = { primaryColor: color }
    const button = {
      id: 'root',
      component: 'Button',
      child: 'go',
      variant: 'borderless',
      action: { event: { name: 'go' } },
    }
    await send(
      page,
      { version: 'v0.9', createSurface: { surfaceId: 's', catalogId, theme } },
      components('s', button, text('go', 'Go')),
    )
    await page.addStyleTag({ content: '* { transition: none !important }' })
    await page.getByRole('button', { name: 'Go' }).hover()
    expect(await contrastOf(page)).toBeGreaterThanOrEqual(4.5)
    await page.mouse.down()
    expect(await contrastOf(page)).toBeGreaterThanOrEqual(4.5)
    await page.mouse.up()
  })
}

/** Contrast between the button and its text. */
async function contrastOf(page: Page): Promise<number | undefined> {
  const colours = await page.getByRole('button', { name: 'Go' }).evaluate((button) => {
    const { color, backgroundColor } = getComputedStyle(button)
    return [color, backgroundColor] as const
  })
  return (await contrasts(page, [colours]))[0]
}
