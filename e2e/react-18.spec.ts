// React 18.3 in a production build: every input of both basic catalogs. If state changes before an input's own handler runs,
// this React puts the drawn value back. It happens at the first input of a page only, and to the browser's own events only:
// React draws between two listeners. So each test is a new page, used by keys and mouse.
import type { Locator, Page } from '@playwright/test'
import { value } from './between.ts'
import { expect, send, test } from './fixtures.ts'
import { column, components, create, data, older, text } from './wire.ts'

interface Use {
  readonly name: string
  readonly use: (page: Page) => Promise<void>
  /** The text that the data model holds before. */
  readonly before?: string
  /** What the data model holds afterwards. */
  readonly expected: unknown
  /** What each input shows afterwards: its text, or whether it is checked. Default: `expected`, as a text. */
  readonly shown?: readonly (string | boolean)[]
}

/** An input in the properties of each version, and how it is used. Its value is bound to `/it`. */
interface Case {
  readonly name: string
  readonly v09?: readonly [component: string, props: object]
  readonly v08?: readonly [component: string, props: object]
  readonly uses: readonly Use[]
}

const source = 'Ada Sample'

const inputs = (page: Page): Locator => page.locator('.sf-surface :is(input, textarea)')

const type =
  (...keys: readonly string[]) =>
  async (page: Page): Promise<void> => {
    await inputs(page).first().focus()
    for (const key of keys) await page.keyboard.press(key)
  }

async function paste(page: Page): Promise<void> {
  await page.getByText(source).selectText()
  await page.keyboard.press('ControlOrMeta+C')
  await inputs(page).first().click()
  await page.keyboard.press('ControlOrMeta+V')
}

const press =
  (...names: readonly string[]) =>
  async (page: Page): Promise<void> => {
    for (const name of names) await page.getByLabel(name, { exact: true }).click()
  }

async function filterAndChoose(page: Page): Promise<void> {
  await type('a', 'i')(page)
  await press('Aisle')(page)
}

/** From the left end to the right end, in one step: a later step would make up for a lost one. */
async function drag(page: Page): Promise<void> {
  const { x, y, width, height } = (await inputs(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(x + 8, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width, y + height / 2)
  await page.mouse.up()
}

/** In the browser's own calendar: the day after the one that is shown. */
const pickNextDay = type('Alt+ArrowDown', 'ArrowRight', 'Enter')

const texts: readonly Use[] = [
  { name: 'typed', use: type('1', '2'), expected: '12' },
  { name: 'pasted', use: paste, expected: source },
]

const typedDate: Use = { name: 'typed', use: type(...'05052026'), expected: '2026-05-05' }

const chosen = (use: Use['use'], expected: readonly string[]): Use => ({
  ...{ name: 'chosen', use, expected },
  shown: ['window', 'aisle'].map((option) => expected.includes(option)),
})

const filtered: Use = { name: 'filtered', use: filterAndChoose, expected: ['aisle'], shown: ['ai', true] }

const options = ['Window', 'Aisle'].map((label) => ({ label, value: label.toLowerCase() }))
const options08 = options.map(({ label, value }) => ({ label: { literalString: label }, value }))
const selections = { options: options08, selections: { path: 'it' } }
const label = { literalString: 'It' }
const several = { options, variant: 'multipleSelection' }

const cases: readonly Case[] = [
  ...['shortText', 'longText', 'number', 'obscured'].map(
    (kind): Case => ({
      name: `TextField, ${kind}`,
      v09: ['TextField', { variant: kind }],
      v08: ['TextField', { label, text: { path: 'it' }, textFieldType: kind }],
      uses: texts,
    }),
  ),
  {
    name: 'TextField, date',
    v08: ['TextField', { label, text: { path: 'it' }, textFieldType: 'date' }],
    uses: [typedDate],
  },
  {
    name: 'CheckBox',
    v09: ['CheckBox', {}],
    v08: ['CheckBox', { label, value: { path: 'it' } }],
    uses: [{ name: 'pressed', use: press('It'), expected: true, shown: [true] }],
  },
  ...['checkbox', 'chips'].flatMap((look): Case[] => [
    {
      name: `one of several, ${look}`,
      v09: ['ChoicePicker', { options, displayStyle: look }],
      v08: ['MultipleChoice', { ...selections, variant: look, maxAllowedSelections: 1 }],
      uses: [chosen(press('Aisle'), ['aisle'])],
    },
    {
      name: `any number, ${look}`,
      v09: ['ChoicePicker', { ...several, displayStyle: look }],
      v08: ['MultipleChoice', { ...selections, variant: look }],
      uses: [chosen(press('Window', 'Aisle'), ['window', 'aisle'])],
    },
  ]),
  {
    name: 'options with a filter',
    v09: ['ChoicePicker', { ...several, filterable: true }],
    v08: ['MultipleChoice', { ...selections, filterable: true }],
    uses: [filtered],
  },
  {
    name: 'Slider',
    v09: ['Slider', { max: 9 }],
    v08: ['Slider', { value: { path: 'it' }, maxValue: 9 }],
    uses: [
      { name: 'dragged', use: drag, expected: 9 },
      { name: 'moved by a key', use: type('ArrowRight'), expected: 1 },
    ],
  },
  {
    name: 'DateTimeInput, date',
    v09: ['DateTimeInput', { enableDate: true }],
    v08: ['DateTimeInput', { value: { path: 'it' }, enableDate: true, enableTime: false }],
    uses: [typedDate, { name: 'picked', use: pickNextDay, before: '2026-05-04', expected: '2026-05-05' }],
  },
  {
    name: 'DateTimeInput, time',
    v09: ['DateTimeInput', { enableTime: true }],
    v08: ['DateTimeInput', { value: { path: 'it' }, enableDate: false, enableTime: true }],
    uses: [{ name: 'typed', use: type(...'0730', 'a'), expected: '07:30' }],
  },
  {
    name: 'DateTimeInput, both',
    v09: ['DateTimeInput', { enableDate: true, enableTime: true }],
    v08: ['DateTimeInput', { value: { path: 'it' }, enableDate: true, enableTime: true }],
    uses: [{ name: 'typed', use: type(...'05052026', ...'0730', 'a'), expected: '2026-05-05T07:30' }],
  },
]

/** The input with the id `it`, below a text to copy from. */
function messagesOf(version: 'v09' | 'v08', [name, props]: readonly [string, object]): readonly object[] {
  if (version === 'v09') {
    const it = { id: 'it', component: name, label: 'It', value: { path: '/it' }, ...props }
    return [create('s'), components('s', column('root', ['source', 'it']), text('source', source), it)]
  }
  return older(
    's',
    ['root', 'Column', { children: { explicitList: ['source', 'it'] } }],
    ['source', 'Text', { text: { literalString: source } }],
    ['it', name, props],
  )
}

/** The value at `/it` in the words of each version. */
function valueMessage(version: 'v09' | 'v08', valueString: string): object {
  if (version === 'v09') return data('s', '/it', valueString)
  return { dataModelUpdate: { surfaceId: 's', contents: [{ key: 'it', valueString }] } }
}

const shownBy = (page: Page): Promise<readonly (string | boolean)[]> =>
  inputs(page).evaluateAll((all) =>
    (all as HTMLInputElement[]).map(({ type, checked, value }) => (/checkbox|radio/.test(type) ? checked : value)),
  )

for (const { name, uses, ...wire } of cases) {
  for (const version of ['v09', 'v08'] as const) {
    const component = wire[version]
    if (!component) continue
    for (const { name: done, use, before, expected, shown = [String(expected)] } of uses) {
      test(`[R-21] nothing is lost with React 18.3: ${version} ${name}: ${done}`, {
        tag: version === 'v09' ? [] : ['@all'],
      }, async ({ page, open }) => {
        await open('react-18/stage')
        expect(await page.evaluate(() => window.stage.react)).toMatch(/^18\.3\./)
        await send(page, ...messagesOf(version, component))
        if (before !== undefined) await send(page, valueMessage(version, before))
        await expect(inputs(page).first()).toBeVisible()
        await use(page)
        await expect.poll(() => value(page, '/it')).toEqual(expected)
        expect(await shownBy(page)).toEqual(shown)
      })
    }
  }
}
