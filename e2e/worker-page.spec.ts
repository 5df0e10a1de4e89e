// The page that tests of a worker share: whatever a test did with it, the next one finds what it would find in a new page.
import type { Page } from '@playwright/test'
import { button } from './between.ts'
import { expect, send, test } from './fixtures.ts'
import { column, components, create, text } from './wire.ts'
import { createWorkerPage, type Look } from './worker-page.ts'

const look: Look = { viewport: { width: 800, height: 600 }, colorScheme: 'light', reducedMotion: 'reduce' }

/** With something to hover, to focus and to press. */
async function visit(page: Page): Promise<void> {
  await page.goto('/test-pages/stage.html')
  await page.waitForFunction(() => 'stage' in window)
}

async function sendForm(page: Page): Promise<void> {
  const name = { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } }
  await send(
    page,
    create('s'),
    components('s', column('root', ['name', 'go', 'end']), name, text('end', 'End'), ...button('go', 'Go')),
  )
  await expect(page.getByText('End')).toBeVisible()
}

/** All that a test could notice of the tests before, of an empty stage and of a form in it. */
async function stateOf(page: Page): Promise<unknown> {
  const found: unknown[] = [
    page.url(),
    page.viewportSize(),
    await page.context().cookies(),
    page.context().pages().length,
  ]
  await visit(page)
  await page.mouse.wheel(0, 0)
  found.push(await page.evaluate(inPage))
  await sendForm(page)
  found.push(await page.evaluate(() => document.body.innerHTML.replaceAll(/_r_\w+_/g, 'id')))
  await page.keyboard.press('Tab')
  found.push(await page.evaluate(() => document.activeElement?.outerHTML.replaceAll(/_r_\w+_/g, 'id')))
  await page.keyboard.type('aB')
  found.push(await page.evaluate(() => window.stage.runtime.surface('s')?.data.get('/name')))
  return found
}

async function inPage(): Promise<unknown> {
  const { runtime, events, reports } = window.stage
  const focus = document.createElement('button')
  document.body.append(focus)
  focus.focus()
  const shown = focus.matches(':focus-visible')
  focus.remove()
  const media = ['(prefers-color-scheme: dark)', '(prefers-reduced-motion)', '(forced-colors: active)', 'print']
  return {
    runtime: [runtime.surfaces.getSnapshot().length, events.length, reports.length],
    html: document.documentElement.outerHTML,
    hovered: document.querySelectorAll(':hover').length,
    focus: [document.activeElement?.tagName, shown, getSelection()?.type],
    stored: [
      localStorage.length,
      sessionStorage.length,
      await indexedDB.databases(),
      await caches.keys(),
      document.cookie,
    ],
    media: media.map((query) => matchMedia(query).matches),
    window: [innerWidth, innerHeight, devicePixelRatio, scrollX, scrollY, window.name, opener],
    // Of init scripts, exposed functions and routes.
    added: ['added', 'exposed'].filter((name) => name in window),
    routed: await fetch('/test-pages/nothing').then(({ status }) => status),
    year: new Date().getFullYear() > 2000,
    permission: (await navigator.permissions.query({ name: 'geolocation' })).state,
  }
}

const within: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'surfaces, listeners, styles and a timer': async (page) => {
    await sendForm(page)
    await page.addStyleTag({ content: 'body { color: red }' })
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl'
      addEventListener('keydown', (event) => event.preventDefault())
      setInterval(() => document.body.append('tick'), 1)
    })
  },
  'a pointer that rests, and a focus by mouse': async (page) => {
    await sendForm(page)
    await page.getByRole('button', { name: 'Go' }).click()
  },
  'keys, and a selection': async (page) => {
    await sendForm(page)
    await page.getByLabel('Name').press('x')
    await page.keyboard.press('Tab')
    await page.evaluate(() => getSelection()?.selectAllChildren(document.body))
  },
  'another size and theme': async (page) => {
    await page.setViewportSize({ width: 360, height: 300 })
    await page.emulateMedia({
      media: 'print',
      colorScheme: 'dark',
      reducedMotion: 'no-preference',
      forcedColors: 'active',
    })
  },
}

const beyond: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'local storage': (page) => page.evaluate(() => localStorage.setItem('a', '1')),
  'session storage': (page) => page.evaluate(() => sessionStorage.setItem('a', '1')),
  'a database': (page) =>
    page.evaluate(() => new Promise((done) => indexedDB.open('a').addEventListener('success', () => done(1)))),
  'a cache': (page) => page.evaluate(() => caches.open('a').then(() => undefined)),
  'a cookie': (page) => page.evaluate(() => Object.assign(document, { cookie: 'a=1' }).title),
  'a name of the window': (page) => page.evaluate(() => Object.assign(window, { name: 'a' }).name),
  'another window': (page) => page.evaluate(() => open('about:blank') !== null),
  'another origin': (page) => page.goto(page.url().replace('127.0.0.1', 'localhost')),
  'a key that is held': (page) => page.keyboard.down('Shift'),
  'a button that is held': (page) => page.mouse.down(),
  'a script for each document': (page) => page.addInitScript(() => Object.assign(window, { added: true })),
  'a function for the page': (page) => page.exposeFunction('exposed', () => 1),
  'a route': (page) => page.route('**/nothing', (route) => route.fulfill({ status: 200 })),
  'a route of the context': (page) => page.context().route('**/nothing', (route) => route.fulfill({ status: 200 })),
  'a permission': (page) => page.context().grantPermissions(['geolocation']),
  'a clock': (page) => page.clock.install({ time: 0 }),
  'a listener': async (page) => void page.on('dialog', () => undefined),
  'a listener of the context': async (page) => void page.context().on('page', () => undefined),
}

test('a document of a page that is kept finds what it finds in a new page', async ({ browser }) => {
  const pages = createWorkerPage()
  const asNew = await stateOf(await pages.take(browser, 'new', look))
  const first = await pages.take(browser, 'kept', look)
  for (const [what, change] of Object.entries(within))
    await test.step(what, async () => {
      await visit(first)
      await change(first)
      const next = await pages.take(browser, 'kept', look)
      expect([what, next === first, await stateOf(next)]).toEqual([what, true, asNew])
    })
  await pages.close()
})

test('what outlives a document ends the page', async ({ browser }) => {
  const pages = createWorkerPage()
  let last = await pages.take(browser, 'kept', look)
  for (const [what, change] of Object.entries(beyond))
    await test.step(what, async () => {
      await last.goto('/test-pages/plain.html')
      await change(last)
      const next = await pages.take(browser, 'kept', look)
      expect([what, next === last, last.isClosed()]).toEqual([what, false, true])
      last = next
    })
  await last.goto('/test-pages/plain.html')
  expect(await pages.take(browser, 'kept', look)).toBe(last)
  expect(await pages.take(browser, 'other', look)).not.toBe(last)
  await pages.close()
})
