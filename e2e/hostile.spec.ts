// Small messages that ask for a great deal. The page has to stay alive; how fast it is, is no matter here.
import type { Page } from '@playwright/test'
import { times } from '../test/support/times.ts'
import { alive, expect, send, test } from './fixtures.ts'
import { before, type HostileInput, large, streams, trees } from './hostile/all.ts'
import { drawn, pass, slowClock } from './pointer.ts'
import { column, components, create, data, text, witness } from './wire.ts'

async function codes(page: Page): Promise<string[]> {
  return await page.evaluate(() => [...new Set(window.stage.reports.map(({ code }) => code))])
}

async function push(page: Page, lines: HostileInput['lines']): Promise<void> {
  const chunk = lines()
  expect(chunk.length).toBeLessThanOrEqual(1_048_576 + 1)
  await page.evaluate((whole) => window.stage.runtime.push(whole), chunk)
}

for (const { name, lines, codes: expected, most, shows } of trees) {
  test(`${name} leaves the page alive`, async ({ page, open }) => {
    await open('stage')
    await send(page, ...witness, create('s'))
    await push(page, lines)
    await alive(page)
    expect(await codes(page)).toEqual(expected)
    const surface = page.locator('.sf-surface').nth(1)
    if (shows !== undefined) await expect(surface.getByText(shows, { exact: true }).first()).toBeAttached()
    expect(await surface.locator('.sf-text, .sf-column, .sf-card, .sf-divider').count()).toBeLessThanOrEqual(most)
    // Components that say that they are in a circle are notices too.
    if (expected[0] !== 'GRAPH_CYCLE') expect(await surface.locator('.sf-notice').count()).toBeLessThanOrEqual(1)
    // Typing and writing elsewhere go on.
    await send(page, data('witness', '/text', 'witness'))
    await expect(page.getByText('witness', { exact: true })).toBeVisible()
    await alive(page)
  })
}

test('[R-8] a list of 1,000 items grows as far as the user wishes, and stays alive', async ({ page, open }) => {
  await open('stage')
  await slowClock(page)
  const rows = times(1000, (index) => `row ${index}`)
  await send(
    page,
    create('s'),
    components('s', column('root', { componentId: 'row', path: '/rows' }), text('row', { path: '' })),
  )
  await send(page, data('s', '/rows', rows))
  for (const left of [800, 600, 400, 200]) {
    const more = page.getByRole('button', { name: `Show more (${left})` })
    // The list grows in parts and moves it, and a scroll may bring it under the pointer again, where the guard has it wait.
    await expect(page.getByText(`row ${999 - left}`, { exact: true })).toBeAttached()
    await more.scrollIntoViewIfNeeded()
    await drawn(page)
    await pass(page)
    await more.click()
  }
  await expect(page.getByText('row 999', { exact: true })).toBeAttached()
  await expect(page.getByRole('button')).toHaveCount(0)
  await alive(page)
})

test('[S-11] [B-8] a thousand presses in one go send no more than the limit', async ({ page, open }) => {
  await open('stage')
  const button = { id: 'root', component: 'Button', child: 'go', action: { event: { name: 'go' } } }
  await send(page, create('s'), components('s', button, text('go', 'Go')))
  const seconds = await page.getByRole('button', { name: 'Go' }).evaluate((element: HTMLElement) => {
    const start = performance.now()
    for (let time = 0; time < 1000; time++) element.click()
    return (performance.now() - start) / 1000
  })
  await alive(page)
  const sent = await page.evaluate(() => window.stage.events.length)
  expect(sent).toBeGreaterThanOrEqual(10)
  expect(sent).toBeLessThanOrEqual(10 * Math.ceil(seconds + 1))
  expect(await codes(page)).toEqual(['ACTION_RATE'])
})

/** Every surface but the witness goes. */
async function clear(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { runtime } = window.stage
    const ids = runtime.surfaces.getSnapshot().map(({ id }) => id)
    const gone = ids.filter((id) => id !== 'witness')
    runtime.apply(gone.map((surfaceId) => ({ version: 'v0.9', deleteSurface: { surfaceId } })))
  })
}

/** Several to a page, which takes longer to load than most lines do. */
const perPage = 7

for (let first = 0; first < large.length; first += perPage) {
  const some = large.slice(first, first + perPage)
  test(`[R-19] lines of a megabyte are shown or refused, and the page goes on, from ${some[0]?.name}`, {
    tag: '@all',
  }, async ({ page, open }) => {
    await open('stage')
    await send(page, ...witness)
    for (const { name, lines, codes: refused } of some) {
      await test.step(name, async () => {
        await send(page, ...before)
        await push(page, lines)
        await alive(page)
        // Some functions are fetched first.
        if (refused.length > 0) await expect.poll(() => codes(page)).not.toEqual([])
        expect((await codes(page)).filter((code) => !refused.includes(code))).toEqual([])
        await clear(page)
        await send(page, data('witness', '/text', name))
        await expect(page.getByText(name, { exact: true })).toBeVisible()
        await page.evaluate(() => window.stage.forget())
      })
    }
  })
}

/** Reads the lines and says by how many elements the page grew from one turn to the next, at most, and in all. */
async function readAndWatch(page: Page, lines: string): Promise<{ readonly most: number; readonly all: number }> {
  return await page.evaluate(async (text) => {
    const elements = document.getElementsByTagName('*')
    const first = elements.length
    let [most, last, reading] = [0, first, true]
    const { port1, port2 } = new MessageChannel()
    const look = (): void => {
      most = Math.max(most, elements.length - last)
      last = elements.length
      if (reading) port2.postMessage(undefined)
    }
    port1.onmessage = look
    look()
    await window.stage.runtime.read([text])
    await new Promise((resolve) => setTimeout(resolve, 50))
    reading = false
    return { most, all: elements.length - first }
  }, lines)
}

for (const { name, lines, codes: expected } of streams) {
  test(`[BD-3] [R-19] ${name}, read in one chunk: each task draws one surface, and the page goes on`, {
    tag: '@all',
  }, async ({ page, open }) => {
    await open('stage')
    await send(page, ...witness)
    const { most, all } = await readAndWatch(page, lines())
    await alive(page)
    expect(await codes(page)).toEqual(expected)
    // A surface draws 10,000 nodes at most, each with an element or two; all of them draw five times as many.
    if (all > 20_000) expect(most).toBeLessThan(all / 3)
    await clear(page)
    await send(page, data('witness', '/text', name))
    await expect(page.getByText(name, { exact: true })).toBeVisible()
  })
}

test('[S-6] [R-19] a line of 64 MiB in pieces is refused without being kept', async ({ page, open }) => {
  await open('stage')
  await send(page, ...witness)
  await page.evaluate(() => {
    const piece = new Uint8Array(16_384).fill(120)
    for (let sent = 0; sent < 64 * 1024 * 1024; sent += piece.length) window.stage.runtime.push(piece)
    window.stage.runtime.push('\n')
  })
  await alive(page)
  expect(await codes(page)).toEqual(['LIMIT_LINE_BYTES'])
  await send(page, data('witness', '/text', 'witness'))
  await expect(page.getByText('witness', { exact: true })).toBeVisible()
})

test('[S-12] [R-8] a surface draws 10,000 nodes and no more', async ({ page, open }) => {
  await open('stage')
  const nodes = (count: number): object[] => [
    column(
      'root',
      times(count - 1, () => 't'),
    ),
    text('t', 'x'),
  ]
  await send(page, create('s'), components('s', ...nodes(10_000)))
  await alive(page)
  await expect(page.locator('.sf-text')).toHaveCount(9_999)
  expect(await codes(page)).toEqual([])
  await send(page, create('t'), components('t', ...nodes(10_001)))
  await alive(page)
  expect(await codes(page)).toEqual(['LIMIT_NODES'])
})
