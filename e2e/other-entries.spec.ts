// Text that comes otherwise than key by key: an input method, pasting, dropping, filling in; and thousands of lines beside it.
import type { CDPSession, Page } from '@playwright/test'
import { keys, value } from './between.ts'
import { alive, expect, test } from './fixtures.ts'
import { centre, pass, send, slowClock } from './pointer.ts'
import { column, components, create, data, text } from './wire.ts'

const field = (path: string, more: object = {}): object => ({
  ...{ id: 'field', component: 'TextField', label: 'Note', value: { path }, variant: 'longText' },
  ...more,
})

const shown = (...parts: readonly object[]): object => components('s', column('root', ['copy', 'field']), ...parts)

test.beforeEach(async ({ page, open }) => {
  await open('stage')
  await slowClock(page)
  await send(page, create('s'), data('s', '/', { a: '', b: '' }), shown(field('/a'), text('copy', { path: '/a' })))
  await page.getByLabel('Note').click()
  await pass(page)
})

/** An input method composes these letters; committed by `Input.insertText`. */
async function compose(session: CDPSession, letters: string): Promise<void> {
  await session.send('Input.imeSetComposition', {
    text: letters,
    selectionStart: letters.length,
    selectionEnd: letters.length,
  })
}

async function drop(page: Page, session: CDPSession, words: string): Promise<void> {
  const [x, y] = await centre(page.getByLabel('Note'))
  const dragged = { items: [{ mimeType: 'text/plain', data: words }], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x, y, data: dragged })
}

test('[B-19] an input method composes on while messages come, and its text arrives once', async ({ page, context }) => {
  const session = await context.newCDPSession(page)
  await compose(session, 'に')
  await send(page, data('s', '/other', 1), shown(field('/a', { label: 'Your note' }), text('copy', { path: '/a' })))
  await compose(session, 'にほ')
  await send(page, create('t'), components('t', text('root', 'beside it')))
  await compose(session, 'にほん')
  await session.send('Input.insertText', { text: '日本' })
  await expect(page.getByLabel('Your note')).toHaveValue('日本')
  await expect.poll(() => value(page, '/a')).toBe('日本')
  await expect(page.locator('.sf-text', { hasText: '日本' })).toHaveCount(1)
})

test('[B-19] what is composed into a field that was bound elsewhere just now is not written there', async ({
  page,
  context,
}) => {
  const session = await context.newCDPSession(page)
  await compose(session, 'に')
  await expect.poll(() => value(page, '/a')).toBe('に')
  await send(page, shown(field('/b')))
  await compose(session, 'にほ')
  expect(await value(page, '/b')).toBe('')
})

for (const way of ['pasted', 'dropped', 'filled in'] as const)
  test(`[B-19] a text that is ${way} is entered whole, and not where the field was bound elsewhere just now`, async ({
    page,
    context,
  }) => {
    const session = await context.newCDPSession(page)
    const words = 'first line\nsecond line <b>bold</b>'
    async function enter(): Promise<void> {
      if (way === 'filled in') return await session.send('Input.insertText', { text: words }).then(() => undefined)
      if (way === 'dropped') return await drop(page, session, words)
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), words)
      await keys(page, 'Control+V')
    }
    await enter()
    await expect(page.getByLabel('Note')).toHaveValue(words)
    await expect.poll(() => value(page, '/a')).toBe(words)
    await pass(page)
    await send(page, data('s', '/b', ''), shown(field('/b')))
    await enter()
    expect(await value(page, '/b')).toBe('')
    await expect(page.getByText('This changed just now.')).toBeVisible()
    await pass(page)
    await enter()
    // What was typed is in the field as long as the user is, wherever it is bound: the text is there twice.
    await expect.poll(async () => String(await value(page, '/b')).split('<b>bold</b>').length).toBe(3)
    expect(await value(page, '/b')).toBe(await page.getByLabel('Note').inputValue())
  })

test('[B-19] 10,000 lines a second for ten seconds, and each letter stays', { tag: '@all' }, async ({ page }) => {
  await page.evaluate(() => {
    let sent = 0
    const timer = setInterval(() => {
      const line = (index: number): string =>
        JSON.stringify({ version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/other', value: index } })
      window.stage.runtime.push(`${Array.from({ length: 1000 }, (_, index) => line(sent + index)).join('\n')}\n`)
      sent += 1000
      if (sent >= 100_000) clearInterval(timer)
    }, 100)
  })
  const letters = 'all of this is typed while the lines come'
  await page.keyboard.type(letters, { delay: 200 })
  await alive(page)
  await expect(page.getByLabel('Note')).toHaveValue(letters)
  await expect.poll(() => value(page, '/other')).toBe(99_999)
  expect(await value(page, '/a')).toBe(letters)
})
