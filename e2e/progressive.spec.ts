// A line at the speed of a model, in Chromium: what is whole of it is there, for reading, and wakes in its place.
import { expect, type Page, test } from '@playwright/test'

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
  test(`[DR-1] [DR-5] [DR-6] a form appears part by part and wakes in its place, ${scheme}`, async ({ page }) => {
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

test('[DR-9] with whole lines nothing is there before', async ({ page }) => {
  await watchName(page)
  await page.goto('/transcripts.html?speed=120&lines=whole#table-reservation')
  await expect(page.getByTestId('chat').locator('.sf-surface').getByLabel('Name')).toBeEditable({ timeout: 60_000 })
  expect((await seenIn(page)).states.map((state) => state.split(' ')[0])).toEqual(['whole'])
})
