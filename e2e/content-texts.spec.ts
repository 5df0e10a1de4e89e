// Texts that an agent need not be trusted with: markup, sizes, directions. The rest is in content.spec.ts.
import type { Page } from '@playwright/test'
import { everywhere } from '../test/support/hostile-surface.ts'
import { hostileTexts, turningTexts } from '../test/support/hostile-texts.ts'
import { expect, send, test } from './fixtures.ts'
import { codes, intruders, settled, watched } from './watch.ts'
import { components, create, data, text, witness } from './wire.ts'

/** What Markdown makes of texts. */
const ofMarkdown = 'A BLOCKQUOTE CODE EM H1 HR LI OL PRE STRONG UL href rel target'.split(' ')

/** What an element is, in every place of the page: its tag and the names of its attributes. */
async function shapes(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const elements = [...document.querySelectorAll('#root *, body > *')]
    return [...new Set(elements.flatMap((element) => [element.tagName, ...element.getAttributeNames()]))]
  })
}

test('[R-14] [BC-14] a hundred hostile texts, everywhere at once, are texts', async ({ page, open: go }) => {
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
    `one | two\n--- | ---\n${'w'.repeat(2_000)} | ${'many words '.repeat(90)}`,
    `${'h | '.repeat(60)}\n${'- | '.repeat(60)}\n${'x | '.repeat(60)}`,
  ]

  test('[R-14] long words, piles of marks and the like stay in their box, wherever they stand', async ({
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

  test('[J-4] a text of a megabyte is refused, and the page goes on', async ({ page, open: go }) => {
    await go('stage')
    await send(page, ...witness, create('s'), components('s', text('root', 'm'.repeat(1_000_000))))
    expect(await codes(page)).toEqual(['LIMIT_STRING'])
    await send(page, data('witness', '/text', 'witness'))
    await expect(page.getByText('witness', { exact: true })).toBeVisible()
  })

  for (const component of ['Row', 'Column']) {
    test(`[R-14] whatever its weight, a child of a ${component} leaves its neighbours in the box`, async ({
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

test('[R-14] signs that turn the direction of writing turn nothing but their own text', async ({ page, open: go }) => {
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
