// Content that an agent need not be trusted with: effects, markup, odd values, sizes, directions. Group F, with E13 and E15;
// what is asked of the network is in requests.spec.ts.
import type { Page } from '@playwright/test'
import { everywhere } from '../test/support/hostile-surface.ts'
import { hostileTexts, turningTexts } from '../test/support/hostile-texts.ts'
import { alive, expect, send, test } from './fixtures.ts'
import { codes, intruders, settled, watched } from './watch.ts'
import { column, components, create, data, text, witness } from './wire.ts'

const open = (id: string, url: string): readonly object[] => [
  { id, component: 'Button', child: `${id}-text`, action: { functionCall: { call: 'openUrl', args: { url } } } },
  text(`${id}-text`, id),
]

test.describe('effects', () => {
  test('[FN-4] [FN-12] E13: openUrl as a value opens nothing', async ({ page, open: go }) => {
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

  test('[FN-12] F4: a press opens the address as the browser reads it, and tells it nothing', async ({
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

  test('[FN-12] F4: other addresses open nothing, whoever presses', async ({ page, open: go }) => {
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

test('[BC-7] [BC-8] [SF-4] E15: values that change their type after they were drawn cost nobody anything', async ({
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
  expect(await codes(page)).toEqual([])
  await alive(page)
})

/** What Markdown makes of texts. */
const ofMarkdown = 'A BLOCKQUOTE CODE EM H1 HR LI OL PRE STRONG UL href rel target'.split(' ')

/** What an element is, in every place of the page: its tag and the names of its attributes. */
async function shapes(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const elements = [...document.querySelectorAll('#root *, body > *')]
    return [...new Set(elements.flatMap((element) => [element.tagName, ...element.getAttributeNames()]))]
  })
}

test('[R-14] [BC-14] F6: a hundred hostile texts, everywhere at once, are texts', async ({ page, open: go }) => {
  const asked = await watched(page)
  const found = intruders(page)
  await go('stage')
  await send(page, ...everywhere('harmless', 'harmless'))
  await expect(page.locator('.sf-slider')).toHaveCount(1)
  const before = await shapes(page)
  await send(page, ...hostileTexts.flatMap((hostile, index) => everywhere(hostile, `s${index}`)))
  await expect(page.locator('.sf-slider')).toHaveCount(hostileTexts.length + 1)
  await page.locator('.sf-input').last().focus()
  await settled(page)
  const after = await shapes(page)
  expect(after.filter((shape) => !before.includes(shape) && !ofMarkdown.includes(shape))).toEqual([])
  expect(
    await page.evaluate(() => [document.title, 'polluted' in {}, document.querySelectorAll('#root').length]),
  ).toEqual(['Stage', false, 1])
  expect([asked, found]).toEqual([[], []])
})

test.describe('sizes', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  /** By how many pixels the page is too wide, and what stands out of the surface's place without a box that scrolls it. */
  async function excess(page: Page): Promise<readonly [number, readonly string[]]> {
    return await page.evaluate(() => {
      const place = document.querySelector('#root')?.getBoundingClientRect()
      if (!place) throw new Error('there is no place')
      const boxed = (element: Element | null): boolean =>
        element !== null &&
        !element.classList.contains('sf-surface') &&
        (getComputedStyle(element).overflowX !== 'visible' || boxed(element.parentElement))
      const wide = [...document.querySelectorAll('#root *')].filter((element) => {
        const { left, right, width } = element.getBoundingClientRect()
        // Lists stand out by the width of a focus ring.
        const out = width > 0 && (right > place.right + 4.5 || left < place.left - 4.5)
        return out && !boxed(element.parentElement)
      })
      const over = document.documentElement.scrollWidth - window.innerWidth
      return [Math.max(0, over), wide.map(({ className }) => String(className))] as const
    })
  }

  const zalgo = 'zalgo'.replaceAll(/./g, (letter) => letter + '\u030d\u0311\u0346\u031a\u0316\u0323\u0359'.repeat(40))
  const texts = [
    'w'.repeat(10_000),
    `${zalgo} `.repeat(3),
    'many words '.repeat(900),
    `a${'\u200b'.repeat(500)}b`,
    '\u00a0'.repeat(2_000),
    'x\u2060'.repeat(2_000),
    '\ufdfd'.repeat(300),
    `\`${'c'.repeat(2_000)}\``,
    `one\n\n\`\`\`\n${'c'.repeat(2_000)}\n\`\`\``,
  ]

  test('[R-14] F8: long words, piles of marks and the like stay in their box, wherever they stand', async ({
    page,
    open: go,
  }) => {
    await go('stage')
    for (const [index, content] of texts.entries()) {
      await send(page, ...everywhere(content, `s${index}`))
      await expect(page.locator('.sf-slider')).toHaveCount(1)
      await page.locator('.sf-surface input').evaluateAll((fields: HTMLElement[]) => {
        for (const field of fields) field.focus()
      })
      expect([index, ...(await excess(page))]).toEqual([index, 0, []])
      await send(page, { version: 'v0.9', deleteSurface: { surfaceId: `s${index}` } })
    }
    const longest = 'many words '.repeat(9_090)
    await send(page, create('s'), components('s', text('root', longest)))
    await expect(page.locator('.sf-text')).toHaveCount(1)
    expect(await excess(page)).toEqual([0, []])
  })

  test('[J-4] F8: a text of a megabyte is refused, and the page goes on', async ({ page, open: go }) => {
    await go('stage')
    await send(page, ...witness, create('s'), components('s', text('root', 'm'.repeat(1_000_000))))
    expect(await codes(page)).toEqual(['LIMIT_STRING'])
    await send(page, data('witness', '/text', 'witness'))
    await expect(page.getByText('witness', { exact: true })).toBeVisible()
  })

  for (const component of ['Row', 'Column']) {
    test(`[R-14] F8: whatever its weight, a child of a ${component} leaves its neighbours in the box`, async ({
      page,
      open: go,
    }) => {
      await go('stage')
      const root = { id: 'root', component, children: ['a', 'b', 'c'] }
      const weighted = (id: string, weight: number): object => ({ ...text(id, `text ${id}`), weight })
      await send(page, create('s'), components('s', root, weighted('b', 1), text('c', 'text c')))
      for (const weight of [1e308, 5e-324, -5, 0, 1e6]) {
        await send(page, components('s', weighted('a', weight)))
        for (const id of ['b', 'c']) await expect(page.getByText(`text ${id}`)).toBeVisible()
        expect([weight, ...(await excess(page))]).toEqual([weight, 0, []])
      }
    })
  }
})

test('[R-9] F9: what an agent adds takes the focus from nobody', async ({ page, open: go }) => {
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

test('[B-8] F10: of a thousand presses one is under way until the host has answered', async ({ page, open: go }) => {
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

/** Whether the letters stand from left to right in each text that is not the agent's. */
async function directions(page: Page): Promise<readonly (readonly [text: string, kept: boolean])[]> {
  return await page.evaluate(() => {
    const ours = /^(?:Not available\.|Other|neighbour|host)/
    const kept = (node: Text): boolean => {
      const range = document.createRange()
      const places = [...node.data].map((_, index) => {
        range.setStart(node, index)
        range.setEnd(node, index + 1)
        return range.getBoundingClientRect().left
      })
      return places.every((left, index) => left >= (places[index - 1] ?? left))
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: [string, boolean][] = []
    while (walker.nextNode()) {
      const node = walker.currentNode
      if (node instanceof Text && ours.test(node.data)) found.push([node.data, kept(node)])
    }
    return found
  })
}

test('[R-14] F11: signs that turn the direction of writing turn nothing but their own text', async ({
  page,
  open: go,
}) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  await go('stage')
  await page.evaluate(() => {
    const main = document.querySelector('main')
    main?.before('host, before')
    main?.after('host, after')
  })
  const row = { id: 'root', component: 'Row', children: ['t', 'n'] }
  for (const [index, content] of turningTexts.entries()) {
    await send(page, ...everywhere(content, `s${index}`), create(`t${index}`))
    await send(page, components(`t${index}`, row, text('t', content), text('n', 'neighbour')))
  }
  await expect(page.getByText('neighbour')).toHaveCount(turningTexts.length)
  const found = await directions(page)
  expect(found.length).toBeGreaterThan(8 * turningTexts.length)
  expect(found.filter(([, kept]) => !kept)).toEqual([])
})
