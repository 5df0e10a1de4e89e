// Long bursts, with the page going on meanwhile.
import { expect, send, test } from './fixtures.ts'
import { testPage } from './test-pages.ts'
import { column, components, create, text } from './wire.ts'

const count = 100_000

test('[S-9] [R-1] a burst of 100,000 updates lets timers and frames have their turn', { tag: '@all' }, async ({
  page,
  open,
}) => {
  await open('stage')
  await send(page, create('s'), components('s', column('root', ['n', 'field']), text('n', { path: '/n' }), field))
  const during = await page.evaluate(async (total) => {
    const { stage } = window
    const line = (value: number) =>
      `${JSON.stringify({ version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/n', value } })}\n`
    const source = [Array.from({ length: total }, (_, index) => line(index)).join('')]
    const before = { beats: stage.beats(), frames: stage.frames() }
    const { complete, lines } = await stage.runtime.read(source)
    return { complete, lines, beats: stage.beats() - before.beats, frames: stage.frames() - before.frames }
  }, count)
  expect(during).toMatchObject({ complete: true, lines: count })
  expect(during.beats).toBeGreaterThan(5)
  expect(during.frames).toBeGreaterThan(5)
  await expect(page.getByText(String(count - 1), { exact: true })).toBeVisible()
})

const field = { id: 'field', component: 'TextField', label: 'Name', value: { path: '/name' } }

test('[S-9] [R-9] the user types while a burst comes', async ({ page, open }) => {
  await open('stage')
  await send(page, create('s'), components('s', column('root', ['n', 'field']), text('n', { path: '/n' }), field))
  // It ends when the user has typed.
  const reading = page.evaluate(async () => {
    const { runtime } = window.stage
    const data = runtime.surface('s')?.data
    let value = 0
    function* source() {
      while (data?.get('/name') !== 'Ada Sample')
        yield `${JSON.stringify({ version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/n', value: value++ } })}\n`
    }
    await runtime.read(source())
    return value - 1
  })
  await page.getByLabel('Name').pressSequentially('Ada Sample')
  await expect(page.getByText(String(await reading), { exact: true })).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Ada Sample')
})

test('[S-9] [R-1] a page that is not drawn takes everything, and shows it once it is drawn again', async ({
  page,
  open,
  elsewhere,
}) => {
  await page.route('http://elsewhere.example/test-pages/**', (route) =>
    route.fulfill({ path: testPage(new URL(route.request().url()).pathname.replace('/test-pages/', '')) }),
  )
  await open('stage')
  // Chromium draws no frames of another origin while they are out of sight.
  await page.evaluate(() => {
    const frame = document.createElement('iframe')
    frame.src = 'http://elsewhere.example/test-pages/stage.html'
    frame.style.cssText = 'position: absolute; top: -9999px'
    document.body.append(frame)
  })
  await page.frameLocator('iframe').locator('#root').waitFor({ state: 'attached' })
  const hidden = page.frame({ url: /elsewhere/ })
  if (!hidden) throw new Error('there is no frame')
  // By the clock: a frame that is not drawn gets no animation frames to look in, which is the default.
  await hidden.waitForFunction(() => window.stage !== undefined, undefined, { polling: 50 })
  const shown = await hidden.evaluate(async () => {
    const { runtime, frames } = window.stage
    const lines = (messages: readonly object[]) => messages.map((message) => `${JSON.stringify(message)}\n`).join('')
    const catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json'
    const root = { id: 'root', component: 'Text', text: { path: '/n' } }
    const updates = Array.from({ length: 10_000 }, (_, value) => ({
      version: 'v0.9',
      updateDataModel: { surfaceId: 's', path: '/n', value },
    }))
    const before = frames()
    await runtime.read([
      lines([{ version: 'v0.9', createSurface: { surfaceId: 's', catalogId } }]),
      lines([{ version: 'v0.9', updateComponents: { surfaceId: 's', components: [root] } }]),
      lines(updates),
    ])
    return { frames: frames() - before, value: runtime.surface('s')?.data.get('/n') }
  })
  expect(shown).toEqual({ frames: 0, value: 9999 })
  await page.locator('iframe').evaluate((frame) => {
    frame.style.cssText = ''
  })
  await expect(page.frameLocator('iframe').getByText('9999', { exact: true })).toBeVisible()
  await hidden.waitForFunction(
    (count) => window.stage.frames() > count + 3,
    await hidden.evaluate(() => window.stage.frames()),
  )
  // The frame's own modules, as another origin has them.
  expect(elsewhere.splice(0).every((address) => address.startsWith('http://elsewhere.example/test-pages/'))).toBe(true)
})
