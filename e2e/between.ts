// A component between two buttons, so that the Tab key has somewhere to come from and somewhere to go.
import type { Page } from '@playwright/test'
import { send } from './fixtures.ts'
import { column, components, create, data, text } from './wire.ts'

/** An action that only tells its name. */
export const press = (name: string): object => ({ event: { name } })

export const button = (id: string, label: string): readonly object[] => [
  { id, component: 'Button', child: `${id}-label`, action: press(id) },
  text(`${id}-label`, label),
]

/** Shows a surface `s` with the buttons "Before" and "After" and what `parts` has under the id `it`; focuses "Before". */
export async function between(page: Page, parts: readonly object[], model: object = {}): Promise<void> {
  await send(
    page,
    create('s'),
    data('s', '/', model),
    components('s', column('root', ['before', 'it', 'after']), ...parts),
    components('s', ...button('before', 'Before'), ...button('after', 'After')),
  )
  await start(page)
}

/** From here the next Tab leads to the component. */
export async function start(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Before' }).focus()
}

/** Role and name of what is focused, as assistive technology is told: `radio "Aisle"`. */
export async function focused(page: Page): Promise<string> {
  const target = page.locator(':focus')
  if ((await target.count()) === 0) return 'nothing'
  const [line = ''] = (await target.ariaSnapshot()).split('\n')
  return /^- ([\w-]+(?: "[^"]*")?)/.exec(line)?.[1] ?? line
}

/** Where the Tab key stops on its way to "After". */
export async function stops(page: Page): Promise<readonly string[]> {
  await start(page)
  const found: string[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const stop = await focused(page)
    if (stop === 'button "After"' || found.length === 20) return found
    found.push(stop)
  }
}

export async function keys(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) await page.keyboard.press(name)
}

/** What the data model of `s` holds. */
export async function value(page: Page, path: string): Promise<unknown> {
  return await page.evaluate((pointer) => window.stage.runtime.surface('s')?.data.get(pointer), path)
}

/** Names of the events that went to the agent. */
export async function events(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => window.stage.events.map(({ name }) => name))
}

/** The page's text runs from right to left. */
export async function rightToLeft(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
}
