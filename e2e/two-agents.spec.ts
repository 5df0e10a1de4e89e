// Agents that share a page have a runtime each, and perhaps a copy of the package each: none moves what another one shows under
// the pointer and has it pressed.
import type { Page } from '@playwright/test'
import { button, events } from './between.ts'
import { expect, test } from './fixtures.ts'
import { drawn, pass, pressHere, rest, send, slowClock } from './pointer.ts'
import { testPage } from './test-pages.ts'
import { column, components, create } from './wire.ts'

const above = [create('above'), components('above', column('root', ['one', 'two']), ...button('one', 'One'))]

/** Messages of the other agent. */
async function sendOther(page: Page, ...messages: readonly object[]): Promise<void> {
  await page.evaluate((list) => window.stage.other.apply(list), messages)
  await drawn(page)
}

/** From here on the other agent's runtime and views are those of a second copy of the package, React included. */
async function loadSecondCopy(page: Page): Promise<void> {
  const prefix = '/test-pages/second/'
  await page.route(`**${prefix}**`, (route) => {
    const { pathname } = new URL(route.request().url())
    return route.fulfill({ path: testPage(pathname.slice(prefix.length)), contentType: 'text/javascript' })
  })
  const isOther = await page.evaluate(async (path) => {
    const first = window.stage
    const [root, script] = [document.getElementById('root'), document.querySelector<HTMLScriptElement>('script[src]')]
    root?.removeAttribute('id')
    const added = document.createElement('div')
    added.id = 'root'
    root?.before(added)
    await import(script?.src.replace('/test-pages/', path) ?? '')
    const { runtime: other } = window.stage
    Object.assign(window, { stage: { ...first, other } })
    return other !== first.runtime
  }, prefix)
  expect(isOther).toBe(true)
}

for (const [copies, load] of [
  ['one copy', async () => {}],
  ['two copies', loadSecondCopy],
] as const) {
  test.describe(`[B-15] of two agents with ${copies} of the package`, () => {
    test.beforeEach(async ({ page, open }) => {
      await open('stage')
      await load(page)
      await slowClock(page)
    })

    test('one does not bring the button of the other under the pointer', async ({ page }) => {
      await sendOther(page, ...above, components('above', ...button('two', 'Two')))
      await send(page, create('s'), components('s', column('root', ['cancel', 'pay'])))
      await send(page, components('s', ...button('cancel', 'Cancel'), ...button('pay', 'Pay')))
      await rest(page, page.getByRole('button', { name: 'Cancel' }))
      await pass(page)
      await sendOther(page, components('above', column('root', ['one'])))
      await pressHere(page)
      expect(await events(page)).toEqual([])
      await pass(page)
      await pressHere(page)
      expect(await events(page)).toEqual(['pay'])
    })

    test('one does not make room for the button of the other by deleting its only surface', async ({ page }) => {
      await sendOther(page, create('above'), components('above', column('root', ['one']), ...button('one', 'One')))
      await send(page, create('s'), components('s', column('root', ['pay']), ...button('pay', 'Pay')))
      await rest(page, page.getByRole('button', { name: 'One' }))
      await pass(page)
      await sendOther(page, { version: 'v0.9', deleteSurface: { surfaceId: 'above' } })
      await pressHere(page)
      expect(await events(page)).toEqual([])
      await pass(page)
      await pressHere(page)
      expect(await events(page)).toEqual(['pay'])
    })
  })
}
