// Content that an agent need not be trusted with: effects and odd values. Its texts are in content-texts.spec.ts,
// and what is asked of the network is in requests.spec.ts.
import { alive, expect, send, test } from './fixtures.ts'
import { codes, intruders, settled } from './watch.ts'
import { column, components, create, data, text, witness } from './wire.ts'

const open = (id: string, url: string): readonly object[] => [
  { id, component: 'Button', child: `${id}-text`, action: { functionCall: { call: 'openUrl', args: { url } } } },
  text(`${id}-text`, id),
]

test.describe('effects', () => {
  test('[FN-4] [FN-12] openUrl as a value opens nothing', async ({ page, open: go }) => {
    const found = intruders(page)
    await go('stage')
    const call = { call: 'openUrl', args: { url: 'https://evil.example/auto' } }
    const inText = { call: 'formatString', args: { value: "${openUrl(url: 'https://evil.example/auto')}" } }
    await page.evaluate(() => {
      const opened: unknown[] = []
      window.open = (url) => {
        opened.push(url)
        return null
      }
      Object.assign(window, { opened })
    })
    await send(page, create('s'), components('s', text('root', call)), components('s', text('root', inText)))
    const check = { condition: call, message: 'm' }
    await send(page, components('s', { id: 'root', component: 'TextField', label: 'L', checks: [check] }))
    await send(page, components('s', text('root', 'still here')))
    await expect(page.getByText('still here')).toBeVisible()
    expect(await codes(page)).toEqual(['FUNCTION_NOT_PURE', 'FUNCTION_NOT_PURE', 'FUNCTION_NOT_PURE'])
    expect(await page.evaluate(() => Reflect.get(window, 'opened'))).toEqual([])
    expect(found).toEqual([])
  })

  test('[FN-12] a press opens the address as the browser reads it, and tells it nothing', async ({
    page,
    open: go,
  }) => {
    await page.context().route(/^https:\/\/[^/]*\.example/, (route) => {
      return route.fulfill({ contentType: 'text/html', body: '<title>there</title>' })
    })
    await go('stage')
    const odd = open('odd', 'https://ex\u0430mple.example/a')
    await send(
      page,
      create('s'),
      components('s', column('root', ['plain', 'odd']), ...open('plain', 'https://good.example/x'), ...odd),
    )
    for (const [name, address] of [
      ['plain', 'https://good.example/x'],
      ['odd', 'https://xn--exmple-4nf.example/a'],
    ] as const) {
      const popup = page.waitForEvent('popup')
      await page.getByRole('button', { name }).click()
      const there = await popup
      await there.waitForLoadState()
      expect(there.url()).toBe(address)
      expect(await there.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
      await there.close()
    }
    expect(await codes(page)).toEqual([])
  })

  test('[FN-12] other addresses open nothing, whoever presses', async ({ page, open: go }) => {
    const found = intruders(page)
    await go('stage')
    const addresses = [
      'javascript:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,x',
      'https://good.example@evil.example/',
    ]
    const bound = addresses.map((_, index) => [
      { id: `b${index}`, component: 'Button', child: `t${index}`, action: actionOf(`/urls/${index}`) },
      text(`t${index}`, `press ${index}`),
    ])
    await send(page, create('s'), data('s', '/urls', addresses))
    await send(
      page,
      components(
        's',
        column(
          'root',
          addresses.map((_, index) => `b${index}`),
        ),
        ...bound.flat(),
      ),
    )
    for (const index of addresses.keys()) await page.getByRole('button', { name: `press ${index}` }).click()
    await settled(page)
    expect(await codes(page)).toEqual(addresses.map(() => 'FUNCTION_FAILED'))
    expect(found).toEqual([])
  })
})

function actionOf(path: string): object {
  return { functionCall: { call: 'openUrl', args: { url: { path } } } }
}

test('[BC-7] [BC-8] [SF-4] values that change their type after they were drawn cost nobody anything', async ({
  page,
  open: go,
}) => {
  await go('stage')
  const rest = { value: { path: '/v' } }
  await send(page, ...witness, create('s'), data('s', '/v', 3))
  await send(
    page,
    components(
      's',
      column('root', ['slider', 'date', 'field', 'box', 'pick', 'text']),
      { id: 'slider', component: 'Slider', label: 'Slider', max: 10, ...rest },
      { id: 'date', component: 'DateTimeInput', label: 'Date', enableDate: true, ...rest },
      { id: 'field', component: 'TextField', label: { path: '/v' }, ...rest },
      { id: 'box', component: 'CheckBox', label: 'Box', ...rest },
      { id: 'pick', component: 'ChoicePicker', options: [{ label: 'A', value: 'a' }], ...rest },
      text('text', { path: '/v' }),
    ),
  )
  await expect(page.getByRole('slider')).toHaveValue('3')
  for (const value of [{ a: 1 }, 20250101, [1, [2]], 'soon', null, true, '', 1e308, '2026-02-30']) {
    await send(page, data('s', '/v', value), data('witness', '/text', JSON.stringify(value)))
    await expect(page.locator('.sf-surface__body').first()).toHaveText(JSON.stringify(value))
    for (const label of ['Slider', 'Date', 'Box', 'A'])
      await expect(page.getByLabel(label, { exact: true })).toBeVisible()
  }
  await send(page, data('s', '/v', { a: 1 }))
  await expect(page.getByText('{"a":1}').first()).toBeVisible()
  await send(page, data('s', '/v', '2026-05-14'))
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue('2026-05-14')
  // What an input cannot show is told once for each.
  expect(await codes(page)).toEqual(Array(4).fill('VALIDATION_FAILED'))
  await alive(page)
})

test('[R-9] what an agent adds takes the focus from nobody', async ({ page, open: go }) => {
  await go('stage')
  await page.evaluate(() => {
    const host = document.createElement('input')
    host.ariaLabel = 'Of the host'
    document.querySelector('main')?.before(host)
  })
  const field = page.getByLabel('Of the host')
  await field.pressSequentially('abc')
  await page.keyboard.press('ArrowLeft')
  await send(page, create('s'))
  for (let count = 1; count <= 50; count++) {
    const ids = Array.from({ length: count }, (_, index) => `f${index}`)
    const modal = { id: 'modal', component: 'Modal', trigger: 'f0', content: 'f0' }
    const added = { id: `f${count - 1}`, component: 'TextField', label: `Field ${count}`, value: 'x' }
    await send(page, components('s', column('root', ['modal', ...ids]), modal, added))
  }
  await expect(page.getByLabel('Field 50')).toBeVisible()
  await send(page, create('t'), components('t', { id: 'root', component: 'TextField', label: 'Another surface' }))
  await expect(page.getByLabel('Another surface')).toBeVisible()
  await expect(field).toBeFocused()
  await page.keyboard.type('_')
  await expect(field).toHaveValue('ab_c')
  expect(await page.locator('dialog[open], [autofocus]').count()).toBe(0)
})

test('[B-8] of a thousand presses one is under way until the host has answered', async ({ page, open: go }) => {
  await go('stage')
  const button = { id: 'root', component: 'Button', child: 'go', action: { event: { name: 'go' } } }
  await send(page, create('s'), components('s', button, text('go', 'Go')))
  const control = page.getByRole('button', { name: 'Go' })
  const press = (): Promise<number> =>
    control.evaluate((element: HTMLElement) => {
      for (let time = 0; time < 1000; time++) element.click()
      return window.stage.events.length
    })
  await page.evaluate(() => {
    window.stage.answer = new Promise<void>((resolve) => {
      Object.assign(window, { answerNow: resolve })
    })
  })
  expect(await press()).toBe(1)
  await expect(control).toHaveAttribute('aria-busy', 'true')
  expect(await press()).toBe(1)
  expect(await codes(page)).toEqual([])
  await page.evaluate(() => Reflect.get(window, 'answerNow')())
  await expect(control).not.toHaveAttribute('aria-busy')
  await control.click()
  expect(await page.evaluate(() => window.stage.events.length)).toBe(2)
})
