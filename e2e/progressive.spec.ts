// A line at the speed of a model, in Chromium: what is whole of it is there, for reading, and wakes in its place.
import type { Page } from '@playwright/test'
import { button, events } from './between.ts'
import { expect, test } from './fixtures.ts'
import { drawn, pass, pressHere, rest, send, slowClock } from './pointer.ts'
import { column, components, create, data, text } from './wire.ts'

/** What the field of a name was, from its first moment on; as often as the page draws, however busy the machine is. */
async function watchName(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = []
    const elements = new Set<Element>()
    Object.assign(window, { seen, elements })
    const look = (): void => {
      for (const label of document.querySelectorAll('.sf-surface label')) {
        const input = label.textContent === 'Name' ? label.parentElement?.querySelector('input') : undefined
        if (!input) continue
        elements.add(input)
        const { x, width } = input.getBoundingClientRect()
        const state = `${input.readOnly ? 'draft' : 'whole'} ${x} ${width}`
        if (seen.at(-1) !== state) seen.push(state)
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

function seenIn(page: Page): Promise<{ readonly states: readonly string[]; readonly elements: number }> {
  return page.evaluate(() => {
    const { seen, elements } = window as unknown as { seen: string[]; elements: Set<Element> }
    return { states: seen, elements: elements.size }
  })
}

for (const scheme of ['light', 'dark'] as const) {
  test(`[DR-1] [DR-5] [DR-6] a form appears part by part and wakes in its place, ${scheme}`, {
    tag: scheme === 'light' ? [] : ['@all'],
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await watchName(page)
    await page.goto('/transcripts.html?speed=30#table-reservation')
    const surface = page.getByTestId('chat').locator('.sf-surface')
    await expect(surface.getByLabel('Name')).toBeEditable({ timeout: 60_000 })
    const { states, elements } = await seenIn(page)
    const [draft = '', whole = ''] = states
    expect([draft.split(' ')[0], whole.split(' ')[0], elements]).toEqual(['draft', 'whole', 1])
    expect(whole.split(' ').slice(1)).toEqual(draft.split(' ').slice(1))
  })
}

test('[DR-9] with whole lines nothing is there before', { tag: '@all' }, async ({ page }) => {
  await watchName(page)
  await page.goto('/transcripts.html?speed=120&lines=whole#table-reservation')
  await expect(page.getByTestId('chat').locator('.sf-surface').getByLabel('Name')).toBeEditable({ timeout: 60_000 })
  expect((await seenIn(page)).states.map((state) => state.split(' ')[0])).toEqual(['whole'])
})

/** Pushes what a message has before `end`. The result pushes the rest, and waits until it is drawn. */
async function open(page: Page, message: object, end: string): Promise<() => Promise<void>> {
  const line = `${JSON.stringify(message)}\n`
  const push = (chunk: string): Promise<unknown> =>
    page.evaluate((written) => window.stage.runtime.push(written), chunk)
  await push(line.slice(0, line.indexOf(end)))
  return async () => {
    await push(line.slice(line.indexOf(end)))
    await drawn(page)
  }
}

/** Parts of a form; the last one is never whole before its line is. */
const form = components(
  's',
  column('root', ['intro', 'name', 'go', 'end']),
  text('intro', 'Tell us who comes.'),
  { id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
  ...button('go', 'Go'),
  text('end', 'Thank you.'),
)

test('[DR-6] a press within half a second of the end of the line is ignored', async ({ page, open: goTo }) => {
  await goTo('stage')
  await slowClock(page)
  await send(page, create('s'))
  const accept = await open(page, form, '{"id":"end"')
  const go = page.getByRole('button', { name: 'Go' })
  await expect(go).toBeVisible()
  await rest(page, go)
  await pass(page)
  await pressHere(page)
  expect(await events(page)).toEqual([])
  await pass(page)
  await accept()
  await pass(page, 400)
  await pressHere(page)
  expect(await events(page)).toEqual([])
  await pass(page)
  await pressHere(page)
  expect(await events(page)).toEqual(['go'])
})

test('[DR-6] the end of the line leaves the page and its scrollers where the user scrolled to', async ({
  page,
  open: goTo,
}) => {
  await goTo('stage')
  await send(
    page,
    create('s'),
    components('s', column('root', ['list', 'rows']), { id: 'list', component: 'List', children: ['wide', 'rows'] }),
    components('s', column('rows', { componentId: 'row', path: '/rows' }), text('row', { path: 'text' })),
    components('s', text('wide', 'first')),
  )
  await page.addStyleTag({ content: '.sf-list { max-block-size: 200px; overflow: auto }' })
  const rows = Array.from({ length: 60 }, (_, index) => ({ text: `row ${index}` }))
  const accept = await open(page, data('s', '/', { rows, end: '' }), ',{"text":"row 59"')
  await expect(page.getByText('row 58', { exact: true }).first()).toBeVisible()
  const scroller = page.locator('.sf-list').first()
  const places = (): Promise<readonly number[]> =>
    scroller.evaluate((element) => [
      scrollY,
      element.scrollTop,
      ...[...document.querySelectorAll('.sf-text')].slice(1, 59).map((row) => row.getBoundingClientRect().top),
    ])
  await scroller.evaluate((element) => {
    element.scrollTop = 333
    scrollTo(0, 250)
  })
  await drawn(page)
  const before = await places()
  expect(before.slice(0, 2)).toEqual([250, 333])
  await accept()
  await expect(page.getByText('row 59', { exact: true }).first()).toBeAttached()
  expect(await places()).toEqual(before)
})

/** What regions say that assistive technology listens to, in order. */
async function spoken(page: Page, messages: readonly object[], inParts: boolean): Promise<readonly string[]> {
  await page.evaluate(() => {
    const said: string[] = []
    const live = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], [role="log"]'
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        const element = target instanceof Element ? target : target.parentElement
        const added = [...addedNodes].some((node) => node instanceof Element && node.matches(live))
        const region = element?.closest(live)
        if ((region && !added) || element?.matches(live)) said.push(region?.textContent ?? '')
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { said })
  })
  await send(page, create('s'))
  for (const message of messages) {
    const accept = inParts ? await open(page, message, '{"id":"end"') : () => send(page, message)
    if (inParts) await expect(page.getByLabel('Name')).toBeVisible()
    await accept()
    // Nothing comes for so long that the surface is said to be there.
    await expect(page.getByRole('status')).not.toBeEmpty()
  }
  await page.evaluate(() => window.stage.runtime.end())
  await drawn(page)
  return page.evaluate(() => (window as unknown as { said: string[] }).said)
}

test('[DR-6] as much is spoken as without drafts', async ({ page, open: goTo }) => {
  const checked = components(
    's',
    {
      ...{ id: 'name', component: 'TextField', label: 'Name', value: { path: '/name' } },
      checks: [{ condition: { call: 'required', args: { value: { path: '/name' } } }, message: 'Tell us your name.' }],
    },
    text('end', 'Thank you.'),
  )
  const refused = components('s', { id: 'late', component: 'Text' }, text('end', 'Thank you.'))
  const messages = [form, checked, refused]
  await goTo('stage')
  const whole = await spoken(page, messages, false)
  expect(whole.length).toBeGreaterThan(0)
  await goTo('stage')
  expect(await spoken(page, messages, true)).toEqual(whole)
})
