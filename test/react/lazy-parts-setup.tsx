// What tests of late parts share: a page without any part, a surface that needs each part twice, and what of it is drawn.
import { act, cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { JsonObject } from '../../src/json/value.ts'
import { CS, T, UC } from '../support/messages.ts'

const date = { call: 'formatDate', args: { value: '2026-01-02', format: 'd MMM yyyy' } }
const matches = { call: 'regex', args: { value: 'abc', pattern: '^a' } }

/** Each part is needed twice. */
export const components: readonly JsonObject[] = [
  {
    ...{ id: 'root', component: 'Column' },
    children: ['plain', ...['m', 'i', 'd', 'p', 'f'].flatMap((id) => [`${id}1`, `${id}2`])],
  },
  T('plain', 'Plain text'),
  ...['m1', 'm2'].map((id) => T(id, 'See **all** of [the page](https://page.example/) *now*')),
  ...['i1', 'i2'].map((id) => ({ id, component: 'Icon', name: 'star', accessibility: { label: 'Favourite' } })),
  ...['d1', 'd2'].map((id) => T(id, date)),
  ...['p1', 'p2'].map((id) => ({ id, component: 'CheckBox', label: id, value: matches })),
  ...['f1', 'f2'].map((id) => ({ id, component: 'DateTimeInput', label: id, value: '2026-01-02T23:30:00-05:00' })),
]

type Library = typeof import('../../src/entries/index.ts')

/** A page of its own: no part has been loaded. */
export async function pageOf(): Promise<Library> {
  vi.resetModules()
  return await import('../../src/entries/index.ts')
}

interface Surface {
  readonly runtime: ReturnType<Library['createRuntime']>
  readonly reports: readonly { readonly code: string; readonly message: string }[]
}

export function surfaceOf({ createRuntime }: Library, surfaceId = 's'): Surface {
  const reports: { readonly code: string; readonly message: string }[] = []
  const runtime = createRuntime({
    ...{ locale: 'en-GB', timeZone: 'UTC' },
    onError: ({ code, severity, message }) => void reports.push({ code: `${code} ${severity}`, message }),
  })
  runtime.apply([CS(surfaceId), UC(surfaceId, components)])
  return { runtime, reports }
}

/** What of the parts is drawn. */
export function seen(page: ParentNode): unknown {
  const drawn = (selector: string): number => page.querySelectorAll(selector).length
  return {
    text: page.querySelector('.sf-text')?.textContent,
    links: drawn('.sf-text a'),
    strong: drawn('.sf-text strong'),
    icons: drawn('svg.sf-icon[data-icon="star"][aria-label="Favourite"]'),
    drawings: drawn('svg.sf-icon > *'),
    dates: [...page.querySelectorAll('.sf-text')].filter((text) => text.textContent === '2 Jan 2026').length,
    checked: [...page.querySelectorAll<HTMLInputElement>('input')].filter(({ checked }) => checked).length,
    fields: [...page.querySelectorAll<HTMLInputElement>('[type=date]')].map(({ value, readOnly }) => [value, readOnly]),
  }
}

/** A field without its date is read-only. */
const emptyFields = { fields: Array(2).fill(['', true]) }
export const filledFields = { fields: Array(2).fill(['2026-01-03', false]) }

export const kept = {
  text: 'Plain text',
  links: 0,
  strong: 2,
  icons: 2,
  drawings: 0,
  dates: 0,
  checked: 0,
  ...emptyFields,
}
export const whole = { ...kept, links: 2, drawings: 2, dates: 2, checked: 2, ...filledFields }

export const settle = async (): Promise<void> =>
  void (await act(() => new Promise((resolve) => setTimeout(resolve, 50))))

/** Waits until all parts have arrived and are drawn. */
export async function arrived(page: ParentNode): Promise<void> {
  for (let turn = 0; turn < 100 && JSON.stringify(seen(page)) !== JSON.stringify(whole); turn++) await settle()
  expect(seen(page)).toEqual(whole)
}

/** Nothing may be written to the console. After each test the page is empty again. */
export function watchConsole(): void {
  let complain = vi.spyOn(console, 'error')
  beforeEach(() => {
    complain = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  })
  afterEach(() => {
    cleanup()
    expect(complain.mock.calls).toEqual([])
    vi.restoreAllMocks()
    document.body.replaceChildren()
  })
}
