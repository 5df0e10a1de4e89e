// What the browser is asked to shape: letters with piles of marks, and long texts in scripts without fonts. Times are compared
// with those of plain text of the same length, never with milliseconds.
import type { Page } from '@playwright/test'
import { expect, send, test } from './fixtures.ts'
import { codes } from './watch.ts'
import { components, create, data, text } from './wire.ts'

/** The shortest of three times from a text's arrival until it is on the screen. */
async function drawing(page: Page, content: string): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3; round++) {
    await send(page, data('s', '/text', ''))
    const time = await page.evaluate(
      async (message) => {
        const start = performance.now()
        window.stage.runtime.apply(message)
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
        return performance.now() - start
      },
      data('s', '/text', content),
    )
    shortest = Math.min(shortest, time)
  }
  return shortest
}

async function begin(page: Page, open: (name: string) => Promise<void>): Promise<void> {
  await open('stage')
  await send(page, create('s'), components('s', text('root', { path: '/text' })))
}

for (const [name, content] of [
  ['marks', `a${'\u0301'.repeat(48_000)}`],
  ['marks with format characters', `a${`${'\u0301'.repeat(30)}\u200c`.repeat(1_600)}`],
  ['signs of vowels', '\u102b'.repeat(48_000)],
  ['tones of skin', `👋${'🏻'.repeat(24_000)}`],
  ['points', `א${'\u05b0'.repeat(48_000)}`],
] as const)
  test(`[R-22] [R-14] a pile of 48,000 takes no longer than as many letters: ${name}`, {
    tag: '@alone',
  }, async ({ page, open }) => {
    await begin(page, open)
    const plain = await drawing(page, 'a'.repeat(content.length))
    // Without the cut it took 50 to 500 times as long.
    expect(await drawing(page, content)).toBeLessThan(5 * plain)
    expect(await codes(page)).toEqual(['LIMIT_MARKS'])
  })

/** Letters of two scripts in turn. */
const mixed = (length: number): string => 'a\u0e01'.repeat(length / 2)

const paragraphs = (make: (length: number) => string): string => `**a**\n\n${`${make(4_900)}\n\n`.repeat(19)}`
const items = (make: (length: number) => string): string => `- ${make(4_900)}\n`.repeat(19)
const code = (make: (length: number) => string): string => `**a**\n\n\`\`\`\n${make(95_000)}\n\`\`\``

for (const [name, make] of [
  ['plain', (script: (length: number) => string): string => script(100_000)],
  ['paragraphs of Markdown', paragraphs],
  ['items of a list', items],
  ['code', code],
] as const)
  test(`[R-22] 100,000 characters of scripts without fonts take little longer than 5,000: ${name}`, {
    tag: '@alone',
  }, async ({ page, open }) => {
    await begin(page, open)
    const few = await drawing(page, mixed(5_000))
    // Without parts it took 10 to 25 times as long.
    expect(await drawing(page, make(mixed))).toBeLessThan(5 * few)
    expect(await codes(page)).toEqual([])
  })

/** Follows which elements the browser lays out; it says so of each that comes near the viewport or leaves it. */
async function watchNear(page: Page): Promise<void> {
  await page.evaluate(() => {
    const near = new Set<EventTarget | null>()
    document.addEventListener('contentvisibilityautostatechange', (event) => {
      if ((event as ContentVisibilityAutoStateChangeEvent).skipped) near.delete(event.target)
      else near.add(event.target)
    })
    Object.assign(window, { near })
  })
}

test('[R-22] of a long text the parts near the viewport are laid out, and it ends with its last word', async ({
  page,
  open,
}) => {
  await begin(page, open)
  await watchNear(page)
  const near = (): Promise<number> =>
    page.evaluate(() => (window as unknown as { readonly near: ReadonlySet<EventTarget> }).near.size)
  await send(page, data('s', '/text', `${'word '.repeat(19_990)}the end`))
  const parts = page.locator('span.sf-near')
  await expect.poll(near).toBeGreaterThan(1)
  expect(await parts.count()).toBeGreaterThan(99)
  expect(await near()).toBeLessThan(25)
  await parts.last().scrollIntoViewIfNeeded()
  await expect(page.getByText('the end')).toBeInViewport()
  expect(await near()).toBeLessThan(25)
})

/** How many pixels of two pictures differ by more than what letters that stand half a pixel elsewhere make of them. */
async function difference(page: Page, ...pictures: readonly Buffer[]): Promise<number> {
  return await page.evaluate(
    async (encoded) => {
      const [one, other] = await Promise.all(
        encoded.map(async (picture) => {
          const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob())
          const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
          canvas?.drawImage(image, 0, 0)
          return canvas?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray()
        }),
      )
      return one?.filter((value, index) => Math.abs(value - (other?.[index] ?? 0)) > 64).length ?? 0
    },
    pictures.map((picture) => picture.toString('base64')),
  )
}

test('[R-22] [BC-14] the blocks of a long text look as those of a short one do', async ({ page, open }) => {
  await begin(page, open)
  const list = '- one\n- two\n  - inner\n\n8. eight\n9. nine'
  const block = `# Title\n\nA **strong** word and \`code\`.\n\n${list}\n\n> said\n\n\`\`\`\nx < y\n\`\`\`\n\n`
  const look = async (content: string): Promise<Buffer> => {
    await send(page, data('s', '/text', content))
    await expect(page.locator('.sf-md-code').first()).toBeVisible()
    return await page.screenshot({ clip: { x: 0, y: 0, width: 800, height: 270 }, animations: 'disabled' })
  }
  const short = await look(block)
  const long = await look(block.repeat(60))
  expect(await page.locator('li.sf-near').count()).toBe(300)
  expect(await difference(page, short, long)).toBe(0)
  expect(await difference(page, short, await look(`A sentence.\n\n${block}`))).toBeGreaterThan(100)
})
