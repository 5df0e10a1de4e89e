// What the tests of long lists share: a list over rows, what of it is drawn, and its box.
import type { Locator, Page } from '@playwright/test'
import { send } from './fixtures.ts'
import { catalogId } from './wire.ts'

type Row = { readonly id?: string | undefined; readonly name: string; readonly note: string }

export const row = (id: number | string): Row => ({ id: `r${id}`, name: `Stop ${id}`, note: `Note ${id}` })
export const rows = (count: number): Row[] => Array.from({ length: count }, (_, index) => row(index))

/** A list over `/rows`; each row has its name, and a field that is bound to nothing. */
export async function show(page: Page, items: readonly Row[], props: object = {}): Promise<void> {
  await send(
    page,
    { version: 'v0.9', createSurface: { surfaceId: 's', catalogId } },
    { version: 'v0.9', updateDataModel: { surfaceId: 's', value: { rows: items } } },
    {
      version: 'v0.9',
      updateComponents: {
        surfaceId: 's',
        components: [
          { id: 'root', component: 'List', children: { componentId: 'row', path: '/rows' }, ...props },
          { id: 'row', component: 'Row', children: ['name', 'note'] },
          { id: 'name', component: 'Text', text: { path: 'name' } },
          { id: 'note', component: 'TextField', label: { path: 'note' } },
        ],
      },
    },
  )
}

export const drawn = (page: Page): Locator => page.locator('.sf-list__item')
export const box = (page: Page): Locator => page.locator('.sf-list')

export async function scrollTo(page: Page, part: number): Promise<void> {
  await box(page).evaluate((element, share) => {
    element.scrollTop = share * element.scrollHeight
  }, part)
}
