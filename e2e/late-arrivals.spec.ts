// What comes later than its message, and what it must not do: move a control under a pointer that rests, and have it pressed.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { button, events } from './between.ts'
import { expect, test } from './fixtures.ts'
import { cancelAndPay, centre, pass, pressHere, rest, send, slowClock } from './pointer.ts'
import { column, components, create, data, text } from './wire.ts'

test.beforeEach(async ({ page, open }) => {
  await open('stage', { suffix: '?parts=late' })
  await slowClock(page)
})

const picture = readFileSync(resolve(import.meta.dirname, 'screenshots/look.spec.ts/demo-light-360.png'))
const font = readFileSync(
  resolve(import.meta.dirname, '../node_modules/@fontsource/inter/files/inter-latin-400-normal.woff2'),
)

/** Holds back what is asked for at addresses like this, until the test releases it. */
async function hold(page: Page, like: string | RegExp, answer: (route: Route) => Promise<void>): Promise<() => void> {
  let release: () => void = () => {}
  const released = new Promise<void>((resolved) => {
    release = resolved
  })
  await page.route(like, async (route) => {
    await released
    await answer(route)
  })
  return release
}

/** Boxes of the buttons, as the page has them. */
async function places(page: Page): Promise<unknown> {
  return await Promise.all(['Cancel', 'Pay'].map((name) => page.getByRole('button', { name }).boundingBox()))
}

const layouts: Record<string, readonly object[]> = {
  'above them': [column('root', ['late', 'cancel', 'pay'])],
  'in a row with them': [{ id: 'root', component: 'Row', children: ['late', 'cancel', 'pay'] }],
  'in a list that lies across': [
    column('root', ['list', 'cancel', 'pay']),
    { id: 'list', component: 'List', direction: 'horizontal', children: ['late', 'word'] },
    text('word', 'word'),
  ],
}

for (const variant of ['icon', 'avatar', 'smallFeature', 'mediumFeature', 'largeFeature', 'header']) {
  test(`[R-9] [B-12] a ${variant} that is held back moves nothing when it comes or fails`, async ({
    page,
    elsewhere,
    complaints,
  }) => {
    const shown = ['Cancel', 'Pay'].flatMap((name) => button(name.toLowerCase(), name))
    for (const outcome of ['comes', 'fails']) {
      for (const [where, parts] of Object.entries(layouts)) {
        const url = `https://late.example/${outcome}/${where.replaceAll(' ', '-')}`
        const release = await hold(page, url, (route) =>
          outcome === 'comes' ? route.fulfill({ body: picture, contentType: 'image/png' }) : route.abort(),
        )
        const late = { id: 'late', component: 'Image', url, description: 'A valley', variant }
        await send(page, create('s'), components('s', ...parts, ...shown, late))
        const before = await places(page)
        release()
        if (outcome === 'comes')
          await page.waitForFunction(() => document.querySelector<HTMLImageElement>('img.sf-image')?.naturalWidth)
        else await expect(page.locator('.sf-media--broken')).toHaveCount(1)
        await send(page)
        expect(await places(page), `${where}, and ${outcome}`).toEqual(before)
        await send(page, { version: 'v0.9', deleteSurface: { surfaceId: 's' } })
      }
    }
    elsewhere.splice(0)
    complaints.splice(0)
  })
}

/** The pointer rests on "Cancel" until `arrive` has put "Pay" there; a press at once must not count, a later one must. */
async function arrivesUnderPointer(page: Page, arrive: () => Promise<void>): Promise<void> {
  const cancel = page.getByRole('button', { name: 'Cancel' })
  const [, before] = await centre(cancel)
  await rest(page, cancel)
  await pass(page)
  await arrive()
  await expect.poll(async () => (await centre(cancel))[1], { intervals: [10] }).not.toBe(before)
  // The page moves a little before the browser says why. No hand presses so soon.
  await page.waitForTimeout(60)
  await pressHere(page)
  expect(await events(page)).toEqual([])
  await pass(page)
  await pressHere(page)
  expect(await events(page)).toEqual(['pay'])
}

/** As high as a button and the gap after it. */
const step = 'var(--sf-control-height, 36px) + 12px'

const payAndCancel = [
  ...cancelAndPay.slice(0, 1),
  components('s', column('root', ['pay', 'cancel']), ...button('cancel', 'Cancel'), ...button('pay', 'Pay')),
]

test.describe('[B-12] a control that came under the pointer ignores it for a moment, moved by', () => {
  test('a picture of the page that has no room kept', async ({ page, elsewhere }) => {
    const release = await hold(page, 'https://late.example/**', (route) =>
      route.fulfill({ path: resolve(import.meta.dirname, 'pages/public/picture.svg'), contentType: 'image/svg+xml' }),
    )
    await send(page, ...payAndCancel)
    await page.evaluate((height) => {
      const image = document.createElement('img')
      image.src = 'https://late.example/a.svg'
      // Nothing, until its own shape is known.
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(`img[data-late] { display: block; inline-size: calc((${height}) * 320 / 180) }`)
      document.adoptedStyleSheets = [sheet]
      image.setAttribute('data-late', '')
      document.body.prepend(image)
    }, step)
    await arrivesUnderPointer(page, async () => release())
    elsewhere.splice(0)
  })

  test('a font', async ({ page, elsewhere }) => {
    const release = await hold(page, 'https://late.example/**', (route) =>
      route.fulfill({ body: font, contentType: 'font/woff2', headers: { 'access-control-allow-origin': '*' } }),
    )
    await send(page, ...payAndCancel)
    await page.evaluate(
      async (early) => {
        const sheet = new CSSStyleSheet()
        // Its lines are as much higher as a button and the gap after it, 48 px, than those of the font that stands for it.
        sheet.replaceSync(`
        @font-face { font-family: Late; src: url(https://late.example/a.woff2); ascent-override: 500%; descent-override: 0% }
        @font-face { font-family: Early; src: url(${early}); ascent-override: 100%; descent-override: 0% }
        p.late { font: 12px Late, Early; line-height: normal; margin: 0 }`)
        document.adoptedStyleSheets = [sheet]
        await document.fonts.load('12px Early')
        const above = document.createElement('p')
        above.className = 'late'
        above.textContent = 'One line'
        document.body.prepend(above)
        const loaded = new Promise((done) =>
          document.fonts.addEventListener('loadingdone', ({ fontfaces }) => {
            if (fontfaces.some(({ family }) => family === 'Late')) done(undefined)
          }),
        )
        Object.assign(window, { loaded })
      },
      `data:font/woff2;base64,${font.toString('base64')}`,
    )
    await arrivesUnderPointer(page, async () => {
      release()
      // A busy browser draws with the font, and says only later that the font has come.
      await page.evaluate(() => (window as unknown as { readonly loaded: Promise<unknown> }).loaded)
    })
    elsewhere.splice(0)
  })

  test('a function that had to be fetched', async ({ page }) => {
    const release = await hold(page, /test-pages\/assets\/[^/]*\.js$/, (route) => route.fallback())
    const check = {
      condition: { call: 'regex', args: { value: { path: '/code' }, pattern: '^[0-9]+$' } },
      message: 'Digits only, please: this line is as high as it is long, and it is long enough for several lines.',
    }
    await send(
      page,
      create('s'),
      data('s', '/code', 'abc'),
      components('s', column('root', ['code', 'pay', 'cancel'])),
      components('s', ...button('cancel', 'Cancel'), ...button('pay', 'Pay')),
      components('s', { id: 'code', component: 'TextField', label: 'Code', value: { path: '/code' }, checks: [check] }),
    )
    await page.addStyleTag({ content: `.sf-field__error { block-size: calc(${step} - 6px); overflow: hidden }` })
    await page.getByLabel('Code').focus()
    await page.keyboard.press('Tab')
    await arrivesUnderPointer(page, async () => release())
  })
})

test('[B-12] [BC-15] rows that move when the library for long lists has come', async ({ page }) => {
  const release = await hold(page, /test-pages\/assets\/[^/]*\.js$/, (route) => route.fallback())
  // High rows first: what the library takes for the height of a row is too much for those after them.
  const rows = Array.from({ length: 200 }, (_, index) => ({
    id: `r${index}`,
    label: index < 10 ? 'long '.repeat(400) : `Row ${index}`,
  }))
  await send(
    page,
    create('s'),
    data('s', '/rows', rows),
    components(
      's',
      { id: 'root', component: 'List', children: { componentId: 'row', path: '/rows' } },
      {
        id: 'row',
        component: 'Button',
        child: 'label',
        action: { event: { name: 'go', context: { id: { path: 'id' } } } },
      },
      text('label', { path: 'label' }),
    ),
  )
  const list = page.locator('.sf-list')
  await list.evaluate((element) => {
    element.scrollTop = 1e6
  })
  const under = page.getByRole('button', { name: 'Row 45', exact: true })
  await rest(page, under)
  await pass(page)
  const before = await centre(under)
  release()
  await expect(page.locator('.sf-list__item').first()).toHaveAttribute('aria-setsize', '200')
  const now = (await under.count()) === 0 ? undefined : await centre(under)
  expect(now).not.toEqual(before)
  await pressHere(page)
  expect(await events(page)).toEqual([])
})

test('[B-12] [R-23] what the end of a stream moves under a pointer that rests ignores it for a moment', async ({
  page,
}) => {
  const parts = [
    column('root', ['one', 'line', 'two', 'other', 'three', 'next', 'cancel', 'pay']),
    ...['line', 'other'].map((id) => ({ id, component: 'Divider' })),
  ]
  await send(page, create('s'), components('s', ...parts, ...button('cancel', 'Cancel'), ...button('pay', 'Pay')))
  // Just below the upper edge of "Pay", where "Cancel" comes.
  const [x, y] = await centre(page.getByRole('button', { name: 'Pay' }))
  await pass(page)
  await page.mouse.move(x, y - 10)
  await pass(page)
  await page.evaluate(() => window.stage.runtime.end())
  // One for the neighbours.
  await expect(page.getByRole('note')).toHaveCount(3)
  await pressHere(page)
  expect(await events(page)).toEqual([])
  await pass(page)
  await pressHere(page)
  expect(await events(page)).toEqual(['cancel'])
})
