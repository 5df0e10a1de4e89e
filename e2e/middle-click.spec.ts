// Links that a press of the middle button opens, for which a browser needs tabs.
import { expect, test } from './fixtures.ts'
import { centre, pass, send, slowClock } from './pointer.ts'
import { components, create, data, text } from './wire.ts'

test.beforeEach(async ({ open }) => {
  await open('stage')
})

test('[B-12] a middle click opens no link whose address has just changed', async ({ page, context, elsewhere }) => {
  await slowClock(page)
  let opened = 0
  await context.route('https://*.example/**', (route) => route.fulfill({ body: 'there' }))
  context.on('page', () => opened++)
  await send(page, create('s'), data('s', '/to', 'good'), components('s', text('root', { path: '/text' })))
  await send(page, data('s', '/text', '[Terms](https://good.example/)'))
  const [x, y] = await centre(page.getByRole('link'))
  await page.mouse.move(1, 1)
  await page.mouse.move(x, y)
  await pass(page)
  await page.mouse.click(x, y, { button: 'middle' })
  await expect.poll(() => opened).toBe(1)
  await send(page, data('s', '/text', '[Terms](https://evil.example/)'))
  await page.mouse.down({ button: 'middle' })
  await page.mouse.up({ button: 'middle' })
  await pass(page)
  expect(opened).toBe(1)
  await page.mouse.down({ button: 'middle' })
  await page.mouse.up({ button: 'middle' })
  await expect.poll(() => opened).toBe(2)
  elsewhere.splice(0)
})
