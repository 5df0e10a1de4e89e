// What an input shows is what a press sends, whatever the data hold.
import { cleanup } from '@testing-library/react'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/entries/index.ts'
import { seedOf, sized } from '../support/soak.ts'
import { show } from './show.tsx'

const options = ['a', 'b', 'c'].map((value) => ({ label: value.toUpperCase(), value }))

const anyValue: fc.Arbitrary<JsonValue | undefined> = fc.oneof(
  fc.constantFrom<JsonValue | undefined>(
    undefined,
    null,
    '',
    'a',
    'yes',
    'TRUE',
    'false',
    '["a"]',
    '[1',
    '12',
    ' 7 ',
    '2027-02-28',
  ),
  fc.constantFrom<JsonValue>(
    '2026-02-30',
    '24:00',
    '09:30',
    '2027-03-20T09:30',
    'March 20, 2027',
    1_780_500_000_000,
    true,
    false,
    {},
  ),
  fc.integer({ min: -20, max: 120 }),
  fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'insurance 49 EUR'), { maxLength: 4 }),
  fc.string({ maxLength: 6 }),
)

const anyInput: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({
    component: fc.constant('Slider'),
    min: fc.integer({ min: -5, max: 10 }),
    max: fc.integer({ min: 11, max: 90 }),
  }),
  fc.constant<JsonObject>({ component: 'CheckBox', label: 'Box' }),
  fc.record({
    component: fc.constant('ChoicePicker'),
    variant: fc.constantFrom('mutuallyExclusive', 'multipleSelection'),
    options: fc.constant(options),
  }),
  fc
    .constantFrom([true, false], [false, true], [true, true])
    .map(([enableDate, enableTime]) => ({ component: 'DateTimeInput', enableDate, enableTime }) as JsonObject),
)

/** As texts, one for each value that is sent; `true` and "true" are one. */
function textsOf(value: JsonValue | undefined, list: boolean): readonly string[] {
  if (value === undefined || value === null || value === '') return []
  if (list && Array.isArray(value)) return value.map(String)
  if (list && value === '["a"]') return ['a']
  if (list && typeof value === 'object' && Object.keys(value).length === 0) return []
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)]
}

const boxesIn = (container: HTMLElement): readonly HTMLInputElement[] => [...container.querySelectorAll('input')]

/** What stands beside the control. */
function besideIn(container: HTMLElement): string {
  const texts = [...container.querySelectorAll('.sf-field__note, .sf-slider__value')]
  return texts.map(({ textContent }) => textContent).join()
}

const isShown: { readonly [type: string]: (container: HTMLElement, sent: JsonValue | undefined) => boolean } = {
  Slider(container, sent) {
    const isNumber =
      typeof sent === 'string' ? sent.trim() !== '' && !Number.isNaN(Number(sent)) : typeof sent === 'number'
    const wanted = isNumber ? String(Number(sent)) : (textsOf(sent, false)[0] ?? 'Not set yet')
    // Numbers are drawn in groups of three digits.
    return besideIn(container).replaceAll(',', '') === wanted.replaceAll(',', '')
  },
  CheckBox(container, sent) {
    const [text = 'false'] = textsOf(sent, false)
    const { checked } = boxesIn(container)[0] as HTMLInputElement
    const says = typeof sent === 'number' ? String(sent !== 0) : text.toLowerCase()
    return says === String(checked) || besideIn(container) === `Now: ${text}`
  },
  ChoicePicker(container, sent) {
    const checked = boxesIn(container).flatMap((box) => (box.checked ? (box.closest('label')?.textContent ?? '') : []))
    const beside = besideIn(container)
      .replace(/^Now: /, '')
      .toLowerCase()
    const all = [...checked.map((label) => label.toLowerCase()), ...beside.split(', ')].filter(Boolean)
    const texts = textsOf(sent, true)
      .flatMap((text) => text.toLowerCase().split(', '))
      .filter(Boolean)
    return [...new Set(all)].sort().join() === [...new Set(texts)].sort().join()
  },
  DateTimeInput(container, sent) {
    const [text] = textsOf(sent, false)
    return text === undefined || boxesIn(container)[0]?.value !== '' || besideIn(container) === `Now: ${text}`
  },
}

it('[B-17] [BC-6] [BC-7] [BC-8] every input shows what is sent, in the control or beside it', () => {
  fc.assert(
    fc.property(anyInput, anyValue, (input, value) => {
      const { page } = show([{ id: 'root', value: { path: '/v' }, ...input }], {
        data: value === undefined ? {} : { v: value },
      })
      const shown = isShown[String(input['component'])]?.(page.container, value)
      cleanup()
      expect(shown).toBe(true)
    }),
    { numRuns: sized(100, 5_000, 300), ...seedOf(20_261_129) },
  )
})
