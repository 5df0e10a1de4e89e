// Group G in a browser: whose a surface is, what an agent cannot draw over, and presses on what changed under the pointer.
import type { Locator } from '@playwright/test'
import { button, events, press } from './between.ts'
import { expect, test } from './fixtures.ts'
import { cancelAndPay, centre, pass, pressHere, rest, row, send, slowClock } from './pointer.ts'
import { column, components, create, data, text } from './wire.ts'

test.beforeEach(async ({ page, open }) => {
  await open('stage')
  await slowClock(page)
})

function themed(surfaceId: string, theme: object): object {
  const { version, createSurface } = create(surfaceId) as { version: string; createSurface: object }
  return { version, createSurface: { ...createSurface, theme } }
}

/** What a person would press in the middle of this. */
async function onTop(target: Locator): Promise<string> {
  return await target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height / 2)?.className ?? ''
  })
}

test.describe('what changed under the pointer', () => {
  for (const [what, messages] of [
    ['took the place of another', [components('s', row('pay', 'cancel'))]],
    ['was put before another', [components('s', row('new', 'cancel', 'pay'), ...button('new', 'Agree'))]],
    ['got another label', [components('s', text('cancel-label', 'Pay'))]],
    [
      'does something else',
      [components('s', { id: 'cancel', component: 'Button', child: 'cancel-label', action: press('pay') })],
    ],
    ['is another component', [components('s', row('other', 'pay'), ...button('other', 'Agree'))]],
  ] as const) {
    test(`[B-12] a control that ${what} ignores the pointer for a moment`, async ({ page }) => {
      await send(page, ...cancelAndPay)
      await rest(page, page.getByRole('button', { name: 'Cancel' }))
      await pass(page)
      await send(page, ...messages)
      await pressHere(page)
      expect(await events(page)).toEqual([])
      await pass(page)
      await pressHere(page)
      expect(await events(page)).toHaveLength(1)
    })
  }

  test('[B-12] a label that is bound counts as what it shows', async ({ page }) => {
    const bound = { id: 'go', component: 'Button', child: 'label', action: press('go') }
    await send(
      page,
      create('s'),
      data('s', '/label', 'Cancel'),
      components('s', row('go'), bound, text('label', { path: '/label' })),
    )
    await rest(page, page.getByRole('button', { name: 'Cancel' }))
    await send(page, data('s', '/label', 'Pay'))
    await pressHere(page)
    expect(await events(page)).toEqual([])
  })

  test('[B-12] another surface that grows above moves it as well', async ({ page }) => {
    await send(page, create('above'), components('above', text('root', 'One line')), ...cancelAndPay)
    await send(page, components('s', column('root', ['cancel', 'pay'])))
    await rest(page, page.getByRole('button', { name: 'Pay' }))
    await pass(page)
    const [, cancel] = await centre(page.getByRole('button', { name: 'Cancel' }))
    const [, pay] = await centre(page.getByRole('button', { name: 'Pay' }))
    await send(page, components('above', { ...text('root', 'Two\nlines'), variant: 'h1' }))
    const [, moved] = await centre(page.getByRole('button', { name: 'Cancel' }))
    expect(moved - cancel).toBeGreaterThan((pay - cancel) / 2)
    await pressHere(page)
    expect(await events(page)).toEqual([])
  })

  test('[B-12] a box and its label', async ({ page }) => {
    const box = { id: 'root', component: 'CheckBox', label: { path: '/label' }, value: { path: '/on' } }
    await send(page, create('s'), data('s', '/', { label: 'Keep me informed', on: false }), components('s', box))
    await rest(page, page.getByText('Keep me informed'))
    await send(page, data('s', '/label', 'Sell all my things'))
    await pressHere(page)
    await expect(page.getByRole('checkbox')).not.toBeChecked()
    await pass(page)
    await pressHere(page)
    await expect(page.getByRole('checkbox')).toBeChecked()
  })

  test('[B-12] Enter waits too where the control under the focus is another, but not where it has moved', async ({
    page,
  }) => {
    await send(page, ...cancelAndPay)
    await page.getByRole('button', { name: 'Cancel' }).focus()
    await pass(page)
    await send(page, components('s', row('pay', 'cancel')))
    await page.keyboard.press('Enter')
    expect(await events(page)).toEqual(['cancel'])
    await send(page, components('s', text('cancel-label', 'Send')))
    await page.keyboard.press('Enter')
    expect(await events(page)).toEqual(['cancel'])
    await pass(page)
    await page.keyboard.press('Enter')
    expect(await events(page)).toEqual(['cancel', 'cancel'])
  })

  test('[B-12] nobody else waits: what is new, what the pointer comes to, what a script presses, what stays', async ({
    page,
  }) => {
    await send(page, ...cancelAndPay)
    const [cancel, pay] = [page.getByRole('button', { name: 'Cancel' }), page.getByRole('button', { name: 'Pay' })]
    await cancel.click()
    await send(page, components('s', text('pay-label', 'Pay now')))
    await page.getByRole('button', { name: 'Pay now' }).click()
    await send(page, components('s', text('pay-label', 'Pay')))
    await pay.evaluate((element: HTMLElement) => element.click())
    // A message about something else, and the same thing once more.
    await rest(page, cancel)
    await send(page, data('s', '/other', 1), ...cancelAndPay.slice(1))
    await pressHere(page)
    expect(await events(page)).toEqual(['cancel', 'pay', 'pay', 'cancel'])
  })

  test('[B-12] [R-8] what the user changes acts at once, right after a message', async ({ page }) => {
    const rows = Array.from({ length: 1000 }, (_, index) => `row ${index}`)
    const list = [column('root', { componentId: 'row', path: '/rows' }), text('row', { path: '' })]
    await send(page, create('s'), data('s', '/rows', rows), components('s', ...list))
    // So short that the button stays where it is.
    await page.addStyleTag({ content: '.sf-text { position: absolute }' })
    await rest(page, page.getByRole('button', { name: 'Show more (800)' }))
    for (const left of [600, 400, 200]) {
      await pressHere(page)
      await expect(page.getByRole('button', { name: `Show more (${left})` })).toBeVisible()
    }
  })

  test('[B-12] a page that is less than the moment old does not wait', async ({ page }) => {
    await page.evaluate(() => {
      performance.now = () => 100
    })
    await send(page, ...cancelAndPay)
    await rest(page, page.getByRole('button', { name: 'Cancel' }))
    await pressHere(page)
    expect(await events(page)).toEqual(['cancel'])
  })

  test('[B-12] a host can switch it off', async ({ page }) => {
    await page.evaluate(() => window.stage.draw({ clickGuard: 0 }))
    await send(page, ...cancelAndPay)
    await rest(page, page.getByRole('button', { name: 'Cancel' }))
    await send(page, components('s', row('pay', 'cancel')))
    await pressHere(page)
    expect(await events(page)).toEqual(['pay'])
  })
})

test.describe('the label', () => {
  const claim = { agentDisplayName: 'Your Bank', iconUrl: 'https://evil.example/i.png' }
  const piled = `a${'\u0300\u0323'.repeat(400)}`

  test("[R-17] of the host wins over the agent's, and nothing of the agent's stands beside it", async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.evaluate(() => window.stage.draw({ agent: { name: 'Sample Travel' } }))
    await send(page, themed('s', claim), components('s', text('root', 'Hello')))
    await expect(page.getByRole('article', { name: 'Sample Travel' })).toContainText('Hello')
    await expect(page.locator('.sf-agent')).toHaveText('Sample Travel')
    await expect(page.locator('.sf-agent img')).toHaveCount(0)
    expect(asked.filter((url) => url.includes('evil.example'))).toEqual([])
  })

  test('[R-14] [R-17] nothing of a surface lies or shows over it', async ({ page }) => {
    await page.evaluate(() => window.stage.draw({ agent: { name: 'Sample Travel' } }))
    await send(page, themed('s', {}), components('s', text('root', 'Hello')))
    const label = page.locator('.sf-agent')
    const before = await label.screenshot()
    const all = ['weighted', 'field', 'piled']
    await send(
      page,
      components(
        's',
        { ...column('root', all), justify: 'end', weight: 1000 },
        { ...text('weighted', piled), weight: 1e308, variant: 'h1' },
        { id: 'field', component: 'TextField', label: piled, value: piled },
        text('piled', piled),
      ),
    )
    expect(await onTop(page.locator('.sf-agent__name'))).toBe('sf-agent__name')
    expect((await label.screenshot()).equals(before)).toBe(true)
  })

  test('[R-17] of an agent is one line of at most 40 characters, marks included', async ({ page }) => {
    await send(
      page,
      themed('a', { agentDisplayName: 'W'.repeat(4000) }),
      components('a', text('root', 'a')),
      themed('b', { agentDisplayName: `${piled}\nYour \u202eBank` }),
      components('b', text('root', 'b')),
    )
    await expect(page.locator('.sf-agent__name')).toHaveCount(2)
    for (const name of await page.locator('.sf-agent__name').all()) {
      expect([...((await name.textContent()) ?? '')].length).toBeLessThanOrEqual(40)
      expect((await name.boundingBox())?.height).toBeLessThan(24)
    }
  })
})

test('[BC-5] [R-17] a dialog says whose it is by the name that the host knows, and Escape closes it', async ({
  page,
}) => {
  await page.evaluate(() => window.stage.draw({ agent: { name: 'Sample Travel' } }))
  await send(
    page,
    themed('s', { agentDisplayName: 'Your Bank' }),
    components('s', { id: 'root', component: 'Modal', trigger: 'open', content: 'inside' }),
    components('s', ...button('open', 'Terms'), text('inside', 'All of them')),
  )
  await page.getByRole('button', { name: 'Terms' }).click()
  const dialog = page.getByRole('dialog', { name: 'Terms Sample Travel' })
  await expect(dialog).toContainText('All of them')
  await expect(dialog).not.toContainText('Your Bank')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(await onTop(page.locator('.sf-agent__name'))).toBe('sf-agent__name')
})
