// The patterns of WAI-ARIA for what is pressed, switched, scrolled and played, by keys alone.
import type { Page } from '@playwright/test'
import { between, button, events, focused, keys, press, rightToLeft, start, stops } from './between.ts'
import { expect, send, test } from './fixtures.ts'
import { silence } from './silence.ts'
import { column, components, data, older, text } from './wire.ts'

test.beforeEach(async ({ open }) => {
  await open('stage')
})

test.describe('Tabs', () => {
  const tabs = {
    id: 'it',
    component: 'Tabs',
    tabs: ['One', 'Two', 'Three'].map((title) => ({ title, child: title.toLowerCase() })),
  }
  const field = { id: 'one', component: 'TextField', label: 'Name', value: { path: '/name' } }
  const pages = [field, text('two', 'second'), ...button('three', 'Third')]
  const selected = (page: Page) => page.getByRole('tab', { selected: true })

  test('[BC-4] is one stop, and the next is in the panel', async ({ page }) => {
    await between(page, [tabs, ...pages])
    await expect.poll(() => stops(page)).toEqual(['tab "One"', 'textbox "Name"'])
    await page.getByRole('tab', { name: 'Three' }).click()
    await expect.poll(() => stops(page)).toEqual(['tab "Three"', 'button "Third"'])
  })

  test('[BC-4] a panel without a control is a stop itself, and only then', async ({ page }) => {
    await between(page, [tabs, ...pages])
    await page.getByRole('tab', { name: 'Two' }).click()
    await expect.poll(() => stops(page)).toEqual(['tab "Two"', 'tabpanel "Two"'])
    await send(page, components('s', column('two', ['late']), ...button('late', 'Late')))
    await expect(page.getByRole('button', { name: 'Late' })).toBeVisible()
    await expect.poll(() => stops(page)).toEqual(['tab "Two"', 'button "Late"'])
    const failing = { condition: { path: '/ok' }, message: 'Not yet.' }
    const late = { id: 'late', component: 'Button', child: 'late-label', action: press('late'), checks: [failing] }
    await send(page, components('s', late))
    await expect(page.getByRole('button', { name: 'Late' })).toBeDisabled()
    await expect.poll(() => stops(page)).toEqual(['tab "Two"', 'button "Late"'])
  })

  for (const direction of ['ltr', 'rtl'] as const) {
    test(`[BC-4] arrows, Home and End select: ${direction}`, async ({ page }) => {
      const [forward, back] = direction === 'ltr' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
      if (direction === 'rtl') await rightToLeft(page)
      await between(page, [tabs, ...pages])
      await keys(page, 'Tab')
      for (const [key, title] of [
        [forward, 'Two'],
        [forward, 'Three'],
        [forward, 'One'],
        [back, 'Three'],
        ['Home', 'One'],
        ['End', 'Three'],
      ] as const) {
        await keys(page, key)
        await expect(selected(page)).toHaveText(title)
        await expect(selected(page)).toBeFocused()
        await expect(page.getByRole('tabpanel', { name: title })).toBeVisible()
        await expect(page.getByRole('tabpanel')).toHaveCount(1)
      }
    })
  }

  test('[BC-4] the focus of a tab that goes is with the one that is selected then', async ({ page }) => {
    await between(page, [tabs, ...pages])
    await keys(page, 'Tab', 'End')
    await send(page, components('s', { ...tabs, tabs: tabs.tabs.slice(0, 2) }))
    await expect(selected(page)).toHaveText('One')
    expect(await focused(page)).toBe('tab "One"')
  })

  test('[BC-4] [R-7] in forced colours the selected tab alone is marked', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await between(page, [tabs, ...pages])
    const marked = page.getByRole('tab').evaluateAll((all) =>
      all.map((tab) => {
        const { borderBottomColor, backgroundColor } = getComputedStyle(tab)
        const ground = backgroundColor.startsWith('rgba')
          ? getComputedStyle(document.body).backgroundColor
          : backgroundColor
        return [borderBottomColor, ground, borderBottomColor !== ground].join(' ')
      }),
    )
    expect((await marked).map((each) => each.endsWith('true'))).toEqual([true, false, false])
  })

  test('[BC-4] tab and panel know one another, and one tab alone is in the order', async ({ page }) => {
    await between(page, [tabs, ...pages])
    await keys(page, 'Tab', 'ArrowRight')
    const panel = page.getByRole('tabpanel')
    await expect(selected(page)).toHaveAttribute('aria-controls', (await panel.getAttribute('id')) ?? '')
    await expect(panel).toHaveAttribute('aria-labelledby', (await selected(page).getAttribute('id')) ?? '')
    const order = page.getByRole('tab').evaluateAll((all) => all.map((tab) => (tab as HTMLElement).tabIndex))
    expect(await order).toEqual([-1, 0, -1])
  })

  test('[BC-4] [BC-13] are the same in v0.8', async ({ page }) => {
    const item = (title: string, child: string) => ({ title: { literalString: title }, child })
    await send(
      page,
      ...older(
        's',
        ['root', 'Tabs', { tabItems: [item('One', 'one'), item('Two', 'two')] }],
        ['one', 'Text', { text: { literalString: 'first' } }],
        ['two', 'TextField', { label: { literalString: 'Name' } }],
      ),
    )
    await expect(page.getByRole('tabpanel')).toHaveText('first')
    await keys(page, 'Tab')
    expect(await focused(page)).toBe('tab "One"')
    await keys(page, 'ArrowRight', 'Tab')
    expect(await focused(page)).toBe('textbox "Name"')
  })
})

test.describe('Button', () => {
  test('[B-7] Enter and Space act once each', async ({ page }) => {
    await between(page, button('it', 'Go'))
    await keys(page, 'Tab', 'Enter')
    expect(await events(page)).toEqual(['it'])
    await keys(page, 'Space')
    expect(await events(page)).toEqual(['it', 'it'])
  })

  test('[B-6] one that becomes disabled under the focus acts no more, and Tab goes on from there', async ({ page }) => {
    const checks = [{ condition: { path: '/ok' }, message: 'Not now.' }]
    const it = { id: 'it', component: 'Button', child: 'it-label', action: press('it'), checks }
    await between(page, [it, text('it-label', 'Go')], { ok: true })
    await keys(page, 'Tab')
    await send(page, data('s', '/ok', false))
    await expect(page.getByRole('button', { name: 'Go' })).toBeDisabled()
    await keys(page, 'Enter', 'Space')
    expect(await events(page)).toEqual([])
    await keys(page, 'Tab')
    expect(await focused(page)).toBe('button "After"')
  })
})

test.describe('List', () => {
  const list = { id: 'it', component: 'List', children: { componentId: 'item', path: '/rows' } }
  const rows = (count: number) => ({ rows: Array.from({ length: count }, (_, index) => `Row ${index + 1}`) })
  const item = text('item', { path: '' })

  test('[BC-10] one that scrolls is a stop, and keys scroll it', async ({ page }) => {
    await between(page, [{ ...list, accessibility: { label: 'Rows' } }, item], rows(60))
    const box = page.getByRole('group', { name: 'Rows' })
    await expect(box).toBeVisible()
    await expect.poll(() => stops(page)).toEqual(['group "Rows"'])
    await start(page)
    await keys(page, 'Tab')
    let last = 0
    for (const key of ['ArrowDown', 'PageDown', 'End']) {
      await keys(page, key)
      await expect.poll(() => box.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(last)
      // Until it stands still, so that the next key is what moves it.
      await page.waitForTimeout(300)
      last = await box.evaluate(({ scrollTop }) => scrollTop)
    }
    await expect(page.getByText('Row 60')).toBeInViewport()
  })

  test('[BC-10] one that lies across is scrolled by arrows', async ({ page }) => {
    await between(page, [{ ...list, direction: 'horizontal' }, item], rows(30))
    await expect.poll(() => stops(page)).toHaveLength(1)
    await start(page)
    await keys(page, 'Tab', 'ArrowRight')
    await expect.poll(() => page.locator('.sf-list').evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
  })

  test('[BC-10] one that does not scroll is no stop, until it grows', async ({ page }) => {
    await between(page, [list, item], rows(3))
    await expect.poll(() => stops(page)).toEqual([])
    await send(page, data('s', '/rows', rows(60).rows))
    await expect(page.getByText('Row 20')).toBeAttached()
    await expect.poll(() => stops(page)).toHaveLength(1)
  })
})

test.describe('Video and AudioPlayer', () => {
  for (const component of ['Video', 'AudioPlayer']) {
    test(`[BC-11] ${component} is reached by keyboard and plays when it is told to`, async ({ page, elsewhere }) => {
      const asked: string[] = []
      await page.route('https://films.example/**', (route) => {
        asked.push(route.request().url())
        return route.fulfill({ contentType: 'audio/wav', body: silence() })
      })
      const url = 'https://films.example/valley'
      await between(page, [{ id: 'it', component, url, accessibility: { label: 'The valley' } }])
      const player = page.locator('video, audio')
      await keys(page, 'Tab')
      await expect(player).toBeFocused()
      await page.waitForTimeout(200)
      expect([await player.evaluate((media: HTMLMediaElement) => media.paused), asked]).toEqual([true, []])
      await keys(page, 'Space')
      await expect.poll(() => asked.length).toBeGreaterThan(0)
      expect(await player.evaluate((media: HTMLMediaElement) => media.played.length > 0 || !media.paused)).toBe(true)
      expect(new Set(elsewhere.splice(0))).toEqual(new Set([url]))
    })
  }
})
