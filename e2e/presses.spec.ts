// Presses that were meant for what was there before: second clicks, middle clicks, and signs that change without a word.
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { button, events, press } from './between.ts'
import { expect, test } from './fixtures.ts'
import { cancelAndPay, drawn, pass, pictures, pressHere, rest, row, send, slowClock } from './pointer.ts'
import { column, components, create, text } from './wire.ts'

test.beforeEach(async ({ page, open }) => {
  await open('stage')
  await slowClock(page)
})

const drawing = resolve(import.meta.dirname, 'pages/public/picture.svg')

/** A double click as a hand makes it. `between`: what happens before the second press. */
async function doubleClick(page: Page, between?: () => Promise<unknown>): Promise<void> {
  await page.mouse.down()
  await page.mouse.up()
  await between?.()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
}

/** The clock of browsers that guard against fingerprints: 100 ms at a time. */
async function roundClock(page: Page): Promise<void> {
  await page.evaluate(() => {
    const exact = performance.now.bind(performance)
    performance.now = () => Math.floor(exact() / 100) * 100
  })
}

/** Messages with which the page's agent answers the next event, within the call that brings it or later. */
async function answering(page: Page, delay: number | undefined, ...messages: readonly object[]): Promise<void> {
  await page.evaluate(
    ([wait, chunk]) => {
      const { events: sent, runtime } = window.stage
      const take = Array.prototype.push
      Object.assign(sent, {
        push(...some: unknown[]) {
          const answer = (): void => {
            runtime.push(chunk)
            Object.assign(window, { answered: true })
          }
          if (sent.length === 0) wait === null ? answer() : setTimeout(answer, wait)
          return take.apply(sent, some)
        },
      })
    },
    [delay ?? null, messages.map((message) => `${JSON.stringify(message)}\n`).join('')] as const,
  )
}

test.describe('[B-12] the second press of a double click', () => {
  const dialog = [
    create('s'),
    components(
      's',
      { id: 'root', component: 'Modal', trigger: 'open', content: 'inside' },
      ...button('open', 'Terms'),
      column('inside', ['agree']),
      ...button('agree', 'Agree'),
    ),
  ]

  for (const pause of [0, 60, 250]) {
    test(`does not press what a dialog brings under the pointer, ${pause} ms later`, async ({ page }) => {
      await send(page, ...dialog)
      await page.addStyleTag({
        content:
          '.sf-dialog .sf-button { position: fixed; inset: 0 auto auto 0; inline-size: 300px; block-size: 300px }',
      })
      await rest(page, page.getByRole('button', { name: 'Terms' }))
      await doubleClick(page, pause > 0 ? () => pass(page, pause) : undefined)
      await expect(page.getByRole('dialog')).toBeVisible()
      expect(await events(page)).toEqual(['open'])
      await pass(page)
      await pressHere(page)
      expect(await events(page)).toEqual(['open', 'agree'])
    })
  }

  test('does not close the dialog that the first one opened', async ({ page }) => {
    await send(page, ...dialog)
    await rest(page, page.getByRole('button', { name: 'Terms' }))
    await doubleClick(page)
    // From then on the browser itself closes it by a press beside it.
    await expect(page.getByRole('dialog')).toHaveAttribute('closedby', 'any')
    await pressHere(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('does not press what lay under a dialog that the first one closed', async ({ page }) => {
    await send(
      page,
      ...cancelAndPay,
      create('t'),
      ...dialog.slice(1).map((message) => JSON.parse(JSON.stringify(message).replace('"s"', '"t"'))),
    )
    await page.addStyleTag({
      content: '.sf-dialog__close { position: fixed; inset: 0 auto auto 0; inline-size: 300px; block-size: 300px }',
    })
    await page.getByRole('button', { name: 'Terms' }).click()
    await rest(page, page.getByRole('button', { name: 'Close' }))
    const [x, y] = await page.evaluate(() => {
      const { left, top } = document.querySelector('.sf-button')?.getBoundingClientRect() ?? { left: 0, top: 0 }
      return [left + 5, top + 5]
    })
    await page.mouse.move(x, y)
    await pass(page)
    await doubleClick(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await events(page)).toEqual(['open'])
    await pass(page)
    await pressHere(page)
    expect(await events(page)).toEqual(['open', 'cancel'])
  })

  for (const delay of [undefined, 30]) {
    const when = delay === undefined ? 'within the event' : `after ${delay} ms`
    for (const [what, answer] of [
      ['another button in its place', [components('s', row('pay', 'cancel'))]],
      ['a new button in its place', [components('s', row('other'), ...button('other', 'Agree'))]],
      ['another label', [components('s', text('cancel-label', 'Pay'))]],
      [
        'another action',
        [components('s', { id: 'cancel', component: 'Button', child: 'cancel-label', action: press('pay') })],
      ],
    ] as const) {
      test(`does not press ${what}, with which the agent answers ${when}`, {
        tag: delay === undefined ? [] : ['@all'],
      }, async ({ page }) => {
        await roundClock(page)
        await send(page, ...cancelAndPay)
        await answering(page, delay, ...answer)
        await rest(page, page.getByRole('button', { name: 'Cancel' }))
        await pass(page)
        await doubleClick(page, async () => {
          await page.waitForFunction(() => 'answered' in window)
          await pass(page, 60)
        })
        expect(await events(page)).toEqual(['cancel'])
        await pass(page)
        await pressHere(page)
        expect(await events(page)).toHaveLength(2)
      })
    }
  }

  test('counts where the control is the same', async ({ page }) => {
    await send(page, ...cancelAndPay)
    await rest(page, page.getByRole('button', { name: 'Cancel' }))
    await doubleClick(page)
    expect(await events(page)).toEqual(['cancel', 'cancel'])
  })
})

test('[B-12] a new surface in the place of the only one ignores the pointer for a moment', async ({ page }) => {
  await send(page, ...cancelAndPay)
  await rest(page, page.getByRole('button', { name: 'Cancel' }))
  await pass(page)
  await send(page, { version: 'v0.9', deleteSurface: { surfaceId: 's' } }, create('t'), components('t', row('pay')))
  await send(page, components('t', ...button('pay', 'Pay for it')))
  await pressHere(page)
  expect(await events(page)).toEqual([])
  await pass(page)
  await pressHere(page)
  expect(await events(page)).toEqual(['pay'])
})

test.describe('[B-12] a sign that changes counts as words do:', () => {
  const signed = { id: 'go', component: 'Button', child: 'sign', action: press('go') }
  const icon = (name: unknown): object => ({ id: 'sign', component: 'Icon', name, accessibility: { label: 'Go' } })
  const picture = (url: string): object => ({ id: 'sign', component: 'Image', url, variant: 'icon', description: 'Go' })
  for (const [what, before, after] of [
    ['an icon by its name', icon('close'), icon('check')],
    ['an icon by its path', icon({ svgPath: 'M0 0h9v9z' }), icon({ svgPath: 'M0 0h9v9H0z' })],
    ['a picture', picture('https://late.example/one.svg'), picture('https://late.example/two.svg')],
  ] as const) {
    test(what, async ({ page, elsewhere }) => {
      await page.route('https://late.example/**', (route) => route.fulfill({ path: drawing }))
      await send(page, create('s'), components('s', row('go'), signed, before))
      await rest(page, page.getByRole('button'))
      await pictures(page)
      await pass(page)
      await send(page, components('s', after))
      await pressHere(page)
      expect(await events(page)).toEqual([])
      // A picture that comes later changes the sign once more.
      await pictures(page)
      await pass(page)
      await pressHere(page)
      expect(await events(page)).toEqual(['go'])
      elsewhere.splice(0)
    })
  }

  test('a picture that the server held back', async ({ page, elsewhere }) => {
    await page.route('https://late.example/one.svg', (route) => route.fulfill({ path: drawing }))
    let release: () => void = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('https://late.example/two.svg', async (route) => {
      await released
      await route.fulfill({ path: drawing })
    })
    await send(page, create('s'), components('s', row('go'), signed, picture('https://late.example/one.svg')))
    await rest(page, page.getByRole('button'))
    await send(page, components('s', picture('https://late.example/two.svg')))
    await pass(page)
    release()
    await page.waitForFunction(() =>
      [...document.images].every((image) => image.complete && /two/.test(image.currentSrc)),
    )
    await drawn(page)
    await pressHere(page)
    expect(await events(page)).toEqual([])
    elsewhere.splice(0)
  })
})
