// The custom elements on a page without a build step: a plain HTML file, an import map and the standalone file.
import type { Page } from '@playwright/test'
import type { createRuntime, Runtime, SurfaceListElement } from 'surface-runtime/standalone'
import { violations } from './axe.ts'
import { button } from './between.ts'
import { expect, test } from './fixtures.ts'
import { column, components, create, data, text } from './wire.ts'

declare global {
  interface Window {
    /** Of `pages/public/plain.html`. */
    readonly host: {
      readonly runtime: Runtime
      /** Events of the page: type, id of the element, name of the action or code of the error. */
      readonly told: readonly (readonly string[])[]
      readonly createRuntime: typeof createRuntime
      /** Settles what all events so far wait for. */
      readonly finish: () => void
    }
  }
}

const field = { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } }
const form = (surfaceId: string): object[] => [
  create(surfaceId),
  components(
    surfaceId,
    column('root', ['title', 'name', 'send']),
    text('title', '# Hello'),
    field,
    ...button('send', 'Send'),
  ),
]

async function openPlain(page: Page, suffix: string): Promise<void> {
  await page.goto(`/test-pages/plain.html${suffix}`)
  await page.waitForFunction(() => 'host' in window)
}

const apply = (page: Page, ...messages: object[]): Promise<void> =>
  page.evaluate((list) => window.host.runtime.apply(list), messages)

const told = (page: Page): Promise<readonly (readonly string[])[]> => page.evaluate(() => window.host.told)

for (const [where, suffix] of [
  ['in the page', ''],
  ['in shadow trees', '?shadow'],
] as const) {
  test(`[EL-1] the elements draw ${where}, and tell events and reports of what they draw`, async ({ page }) => {
    await openPlain(page, suffix)
    await apply(page, ...form('one'), ...form('two'))
    const [list, view] = [page.locator('#list'), page.locator('#view')]
    await expect(list.getByLabel('Name')).toHaveCount(2)
    await expect(view.getByLabel('Name')).toHaveCount(1)
    await expect(list.getByRole('article').first()).toHaveAccessibleName('Bistro')
    await expect(list.getByRole('heading', { level: 1 })).toHaveCount(2)
    await expect(view.getByRole('heading', { level: 3 })).toHaveText('Hello')
    // The stylesheet is there.
    await expect(view.locator('.sf-surface')).toHaveCSS('display', 'grid')
    await expect(view).toHaveCSS('display', 'block')

    await view.getByLabel('Name').fill('Ada')
    await expect(list.getByLabel('Name').nth(1)).toHaveValue('Ada')
    const send = view.getByRole('button', { name: 'Send' })
    await send.click()
    await expect(send).toHaveAttribute('aria-busy', 'true')
    await page.evaluate(() => window.host.finish())
    await expect(send).not.toHaveAttribute('aria-busy', 'true')
    await apply(
      page,
      data('one', '/', 'no object'),
      { version: 'v0.9', noSuchMessage: {} },
      components('two', { id: 'x' }),
    )
    await list.getByRole('button', { name: 'Send' }).first().click()
    const all = await told(page)
    // Both draw the surface: a press is told once, by the one that was pressed.
    expect(all.filter(([type]) => type === 'surface-event')).toEqual([
      ['surface-event', 'view', 'send'],
      ['surface-event', 'list', 'send'],
    ])
    // The view tells of its surface alone, the list of all surfaces and of none.
    const reports = all.filter(([type]) => type === 'surface-error').map(([, id]) => id)
    expect(reports.filter((id) => id === 'view')).toHaveLength(1)
    expect(reports.filter((id) => id === 'list').length).toBeGreaterThan(1)
    const wrong = await violations(page)
    expect(wrong.filter((violation) => !/^(?:page-has-heading-one|in the dark|heading-order)/.test(violation))).toEqual(
      [],
    )
  })

  test(`[EL-2] an element ${where} that moves keeps what was typed, and one that goes ends`, async ({ page }) => {
    await openPlain(page, suffix)
    await apply(page, ...form('one'))
    const list = page.locator('#list')
    await list.getByLabel('Name').fill('Ada')
    const kept = await list.getByLabel('Name').elementHandle()
    await page.evaluate(() => document.body.append(document.querySelector('surface-list') as Element))
    await expect(list.getByLabel('Name')).toHaveValue('Ada')
    expect(await kept?.evaluate((input) => input.isConnected)).toBe(true)

    const left = await page.evaluate(async () => {
      const element = document.querySelector('surface-list') as SurfaceListElement
      element.remove()
      await new Promise((resolve) => setTimeout(resolve))
      const drawn = (element.shadowRoot ?? element).querySelectorAll('article').length
      window.host.runtime.apply([{ version: 'v0.9', noSuchMessage: {} }])
      document.body.append(element)
      return drawn
    })
    expect(left).toBe(0)
    // What came while the element was gone is not told.
    expect(await told(page)).toEqual([])
    await expect(list.getByLabel('Name')).toHaveValue('Ada')
  })
}

test('[EL-2] attributes and properties set the same, and a runtime is checked', async ({ page }) => {
  await openPlain(page, '')
  await apply(page, ...form('one'), ...form('two'))
  const view = page.locator('#view')
  await expect(view.getByLabel('Name')).toBeEditable()
  await page.evaluate(() => document.querySelector('surface-view')?.toggleAttribute('frozen'))
  await expect(view.getByLabel('Name')).not.toBeEditable()
  await page.evaluate(() => Object.assign(document.querySelector('surface-view') as Element, { frozen: false }))
  await expect(view.getByLabel('Name')).toBeEditable()
  const thrown = await page.evaluate(() => {
    const element = document.querySelector('surface-list') as SurfaceListElement
    try {
      Object.assign(element, { runtime: 'runtime' })
    } catch (error) {
      return String(error)
    }
    // Another runtime: other surfaces.
    element.runtime = window.host.createRuntime({ onError: () => undefined })
    return undefined
  })
  expect(thrown).toBe('TypeError: "runtime" must be made by createRuntime, not "runtime".')
})

test('[EL-2] another runtime brings other surfaces, and a source of sync its own', async ({ page }) => {
  await openPlain(page, '')
  await apply(page, ...form('one'))
  await page.evaluate((messages) => window.host.runtime.sync('answer', messages), form('three'))
  const list = page.locator('#list')
  await expect(list.getByRole('article')).toHaveCount(2)
  await list.evaluate((element) => element.setAttribute('source', 'answer'))
  await expect(list.getByRole('article')).toHaveCount(1)
  await page.evaluate(() => {
    const element = document.querySelector('surface-list') as SurfaceListElement
    element.runtime = window.host.createRuntime({ onError: () => undefined })
    element.source = undefined
  })
  await expect(list.getByRole('article')).toHaveCount(0)
})

test('[EL-1] of two surfaces with one id an element draws and tells those of its source', async ({ page }) => {
  await openPlain(page, '')
  const runtimeSync = (source: string): Promise<void> =>
    page.evaluate(([key, messages]) => window.host.runtime.sync(key, messages), [source, form('two')] as const)
  for (const source of ['first', 'second']) await runtimeSync(source)
  const [list, view] = [page.locator('#list'), page.locator('#view')]
  await list.evaluate((element: SurfaceListElement) => {
    element.source = ['first']
  })
  await expect(list.getByRole('article')).toHaveCount(1)
  // Without a source a view draws the last one.
  await view.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => told(page)).toEqual([['surface-event', 'view', 'send']])
  await list.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => told(page)).toHaveLength(2)
  expect((await told(page))[1]).toEqual(['surface-event', 'list', 'send'])
  await view.evaluate((element) => element.setAttribute('source', 'first'))
  await list.evaluate((element: SurfaceListElement) => {
    element.source = 'second'
  })
  await view.getByLabel('Name').fill('Ann')
  const typed = await page.evaluate(() => window.host.runtime.surface('two', 'first')?.data.get('/name'))
  expect(typed).toBe('Ann')
})

test('[EL-3] in shadow trees keys move the focus on, and the guard refuses a press that came too soon', async ({
  page,
}) => {
  await openPlain(page, '?shadow')
  await apply(page, ...form('one'))
  const list = page.locator('#list')
  const send = list.getByRole('button', { name: 'Send' })
  await list.getByLabel('Name').focus()
  await page.keyboard.press('Tab')
  await expect(send).toBeFocused()
  // A field that becomes a larger one is another element.
  await list.getByLabel('Name').focus()
  await apply(page, components('one', { ...field, variant: 'longText' }))
  await expect(list.locator('textarea')).toBeFocused()
  await send.hover()
  await apply(page, components('one', text('send-text', 'Pay'), ...button('send', 'Pay')))
  await list.getByRole('button').click({ delay: 0 })
  expect(await told(page)).toEqual([])
})
