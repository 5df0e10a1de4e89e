// What only a browser's own layout and painting can show: heights, clipping, rows in sight, native controls.
import { button } from '../between.ts'
import { cases, faultsOf, measure, messagesOf, samples } from '../widths.ts'
import { column, components, create, data, text } from '../wire.ts'
import type { Driver } from './driver.ts'
import { boxOf, expect, pixels, send, test } from './fixtures.ts'

test.beforeEach(async ({ open }) => {
  await open('/test-pages/stage.html')
})

test('surfaces that are out of sight keep a height', async ({ driver }) => {
  const lines = Array.from({ length: 6 }, (_, line) => `line ${line}`).join('\n')
  const ids = Array.from({ length: 60 }, (_, index) => `s${index}`)
  await send(driver, ...ids.flatMap((id) => [create(id), components(id, text('root', lines))]))
  const heights = (): number[] =>
    [...document.querySelectorAll('.sf-surface')].map((surface) => surface.getBoundingClientRect().height)
  const before = await driver.evaluate(heights)
  expect(before).toHaveLength(60)
  expect(Math.min(...before)).toBeGreaterThan(100)
  // To the end and back: the height stays what it was in sight.
  for (const end of [1, 0]) {
    await driver.evaluate((part) => scrollTo(0, part * document.documentElement.scrollHeight), end)
    await send(driver)
    expect(Math.min(...(await driver.evaluate(heights)))).toBeGreaterThan(100)
  }
})

test('[R-25] a surface is as wide as its content, and no wider than the room', async ({ driver }) => {
  const faults: string[] = []
  for (const [name, sample] of Object.entries(samples)) {
    await send(driver, ...messagesOf(sample))
    faults.push(...faultsOf(name, sample, await driver.evaluate(measure, cases)))
  }
  expect(faults).toEqual([])
})

/** Marks of every kind; a font that lacks one draws it beside the others. */
const marks = Array.from({ length: 400 }, (_, index) => '\u030d\u0323\u0489\u20dd'.charAt(index % 4)).join('')

test('[R-14] one letter with 400 marks covers no text of the host, and widens no page', async ({ driver }) => {
  await driver.evaluate(() => {
    const host = document.createElement('p')
    host.id = 'host'
    host.textContent = 'What the host says. '.repeat(40)
    document.querySelector('main')?.after(host)
    Object.assign(document.body.style, { display: 'grid', gridTemplateColumns: '300px 1fr', gap: '16px' })
  })
  await send(driver, create('s'), components('s', text('root', 'x')))
  const host = await boxOf(driver, '#host')
  const before = await pixels(driver, host)
  await send(driver, components('s', text('root', `x${marks}`)))
  const excess = (): number => document.documentElement.scrollWidth - document.documentElement.clientWidth
  expect(await driver.evaluate(excess)).toBe(0)
  expect((await pixels(driver, host)).filter((colour, at) => colour !== before[at])).toEqual([])
})

test('a focus ring at the edge of a surface is drawn whole', async ({ driver }) => {
  await send(driver, create('s'), components('s', column('root', ['go', 'other'])))
  await send(driver, components('s', ...button('go', 'Go'), ...button('other', 'Other')))
  await driver.evaluate(() => {
    document.querySelector('main')?.setAttribute('style', 'margin: 40px')
    document.querySelector('button')?.focus()
  })
  await driver.press('Tab')
  await driver.press('Shift+Tab')
  const { x, y, width, height } = await boxOf(driver, 'button', 'Go')
  // The ring is 2 px wide and stands 2 px off.
  const sides = [
    { x: x - 4, y: y + height / 2, width: 2, height: 1 },
    { x: x + width / 2, y: y - 4, width: 1, height: 2 },
    { x: x + width / 2, y: y + height + 2, width: 1, height: 2 },
  ]
  const ground = await pixels(driver, { x: x - 20, y, width: 1, height: 1 })
  for (const side of sides) expect(await pixels(driver, side)).not.toContain(ground[0])
})

test('[BC-15] [BC-4] a list that was scrolled just before it was hidden has its rows in sight again', async ({
  driver,
}) => {
  const rows = Array.from({ length: 1000 }, (_, index) => ({ id: `r${index}`, name: `Stop ${index}` }))
  await send(
    driver,
    create('s'),
    data('s', '/rows', rows),
    components('s', { id: 'root', component: 'List', children: { componentId: 'name', path: '/rows' } }),
    components('s', text('name', { path: 'name' })),
  )
  await boxOf(driver, '[aria-setsize="1000"]')
  await driver.evaluate(async () => {
    const list = document.querySelector('.sf-list') as HTMLElement
    list.scrollTop = 4500
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    list.style.display = 'none'
    await new Promise((resolve) => setTimeout(resolve, 300))
    list.style.display = ''
  })
  await expect.poll(() => rowsInSight(driver)).toBeGreaterThan(5)
})

/** How many rows of the first list lie within its box. */
async function rowsInSight(driver: Driver): Promise<number> {
  return await driver.evaluate(() => {
    const frame = document.querySelector('.sf-list')?.getBoundingClientRect() ?? new DOMRect()
    const rows = [...document.querySelectorAll('.sf-list__item')].map((row) => row.getBoundingClientRect())
    return rows.filter(({ top, bottom }) => bottom > frame.top && top < frame.bottom).length
  })
}

test('a film that has not begun has an edge on a dark ground', async ({ driver }) => {
  const film = { id: 'film', component: 'Video', url: 'https://films.example/valley.mp4' }
  await driver.evaluate(() => {
    document.documentElement.style.colorScheme = 'dark'
  })
  await send(driver, create('s'), components('s', { id: 'root', component: 'Card', child: 'film' }, film))
  // A busy WebKit's picture may still be that of the page before the film.
  const sides = async (): Promise<{ outside: boolean; inside: boolean }> => {
    const { x, y, height } = await boxOf(driver, 'video')
    const [outside, edge, inside] = await pixels(driver, { x: x - 1, y: y + height / 3, width: 3, height: 1 })
    return { outside: edge !== outside, inside: edge !== inside }
  }
  await expect.poll(sides).toEqual({ outside: true, inside: true })
})
