// What a host sets on an ancestor of the surfaces, and what its renderers can read: sizes, radius, accent.
import type { Page } from '@playwright/test'
import { expect, send, test } from './fixtures.ts'
import { catalogId, components, text } from './wire.ts'

const parts = [
  { id: 'root', component: 'Card', child: 'column' },
  { id: 'column', component: 'Column', children: ['title', 'text', 'small', 'go'] },
  { ...text('title', 'Title'), variant: 'h1' },
  text('text', 'Text'),
  { ...text('small', 'Small'), variant: 'caption' },
  { id: 'go', component: 'Button', variant: 'primary', child: 'label', action: { event: { name: 'go' } } },
  text('label', 'Go'),
]

/** The stage with a card on it, after the host's rules have been added. */
async function show(page: Page, rules: string, theme = {}): Promise<void> {
  await page.addStyleTag({ content: rules })
  await send(page, { version: 'v0.9', createSurface: { surfaceId: 's', catalogId, theme } }, components('s', ...parts))
  await expect(page.getByRole('button', { name: 'Go' })).toBeVisible()
}

function computed(page: Page, selector: string, property: string): Promise<string> {
  return page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
}

async function sizes(page: Page): Promise<readonly string[]> {
  return Promise.all([
    computed(page, '.sf-text--body', 'font-size'),
    computed(page, '.sf-text--h1', 'font-size'),
    computed(page, '.sf-text--caption', 'font-size'),
    computed(page, '.sf-button', 'height'),
    computed(page, '.sf-card', 'padding-left'),
    computed(page, '.sf-card', 'border-radius'),
    computed(page, '.sf-button', 'border-radius'),
    computed(page, '.sf-button', 'border-left-width'),
  ])
}

test('sizes follow the font size of the page, and lines stay thin', async ({ page, open }) => {
  await open('stage')
  await show(page, 'html { font-size: 16px }')
  expect(await sizes(page)).toEqual(['14px', '25px', '13px', '36px', '16px', '10px', '8px', '1px'])
  await page.addStyleTag({ content: 'html { font-size: 32px }' })
  expect(await sizes(page)).toEqual(['28px', '50px', '26px', '72px', '32px', '20px', '16px', '1px'])
})

test('a host sets the font size and the radius', async ({ page, open }) => {
  await open('stage')
  await show(page, 'body { --sf-font-size: 21px; --sf-radius: 4px }')
  const [body, heading, caption, , padding, ...radii] = await sizes(page)
  expect([body, heading, caption, padding]).toEqual(['21px', '37.5px', '19.5px', '16px'])
  expect(radii).toEqual(['5px', '4px', '1px'])
  await page.addStyleTag({ content: 'main { --sf-radius: 0px }' })
  expect((await sizes(page)).slice(5, 7)).toEqual(['0px', '0px'])
})

for (const { name, rules, theme } of [
  { name: 'the default', rules: 'body { --other: 1 }', theme: {} },
  { name: "the host's", rules: 'body { --sf-accent-light: #006600; --sf-accent-dark: #66ff66 }', theme: {} },
  { name: "the agent's", rules: 'body { --other: 1 }', theme: { primaryColor: '#ff0000' } },
]) {
  test(`renderers read the accent that counts: ${name}`, async ({ page, open }) => {
    await open('stage')
    await show(page, `${rules} .sf-text--body { color: var(--sf-accent); background: var(--sf-on-accent) }`, theme)
    const seen: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const own = [
        await computed(page, '.sf-text--body', 'color'),
        await computed(page, '.sf-text--body', 'background-color'),
      ]
      const buttons = [
        await computed(page, '.sf-button', 'background-color'),
        await computed(page, '.sf-button', 'color'),
      ]
      expect(own).toEqual(buttons)
      seen.push(...own)
    }
    expect(new Set(seen).size).toBe(4)
  })
}
