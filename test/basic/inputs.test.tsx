// Slider and DateTimeInput: native inputs, bound both ways.
import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/entries/index.ts'
import { settled } from './functions/calling.ts'
import { needs, show, show08 } from './show.tsx'

const slider = (extra: JsonObject = {}): JsonObject => ({
  id: 'root',
  component: 'Slider',
  label: 'Guests',
  value: { path: '/guests' },
  max: 10,
  ...extra,
})

function range(): HTMLInputElement {
  return screen.getByRole<HTMLInputElement>('slider')
}

describe('[BC-7] Slider', () => {
  it('[BC-7] shows its value and writes numbers', () => {
    const { data, page } = show([slider()], { data: { guests: 4 } })
    expect(screen.getByRole('slider', { name: 'Guests' })).toBe(range())
    expect([range().min, range().max, range().step, range().value]).toEqual(['0', '10', '1', '4'])
    fireEvent.change(range(), { target: { value: '7' } })
    expect(data('/guests')).toBe(7)
    expect(page.container.querySelector('.sf-slider__value')?.textContent).toBe('7')
    expect(range().getAttribute('aria-valuetext')).toBe('7')
  })

  it.each<[JsonValue, string]>([
    [99, '10'],
    [-5, '0'],
    ['6', '6'],
    [{ a: 1 }, '0'],
    [20250101, '10'],
    ['', '0'],
  ])('[BC-7] a value of %j is shown within the bounds', (guests, shown) => {
    show([slider()], { data: { guests } })
    expect(range().value).toBe(shown)
  })

  it.each<[JsonValue | undefined, string, number]>([
    [150, '150', 1],
    [-5, '-5', 1],
    ['soon', 'soon', 1],
    [undefined, 'Not set yet', 0],
    [null, 'Not set yet', 0],
    ['7', '7', 0],
  ])(
    '[BC-7] [B-17] what is sent is what is shown, also where the slider has no place for it: %j',
    async (value, text, told) => {
      const data = value === undefined ? {} : { volume: value }
      const { errors } = show([{ id: 'root', component: 'Slider', min: 0, max: 100, value: { path: '/volume' } }], {
        data,
      })
      expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe(text)
      expect(screen.getByText(text)).toBeTruthy()
      await settled()
      expect(errors.map(({ severity }) => severity)).toEqual(Array(told).fill('warning'))
    },
  )

  it('[BC-7] [B-17] follows what is sent from nothing to a number and back, and from text to text', () => {
    const { write } = show([{ id: 'root', component: 'Slider', max: 100, value: { path: '/volume' } }])
    const text = (): unknown => screen.getByRole('slider').getAttribute('aria-valuetext')
    const seen = [text()]
    for (const value of [0, 'soon', 'later', 0, undefined, '  ']) {
      write('/volume', value)
      seen.push(text())
    }
    expect(seen).toEqual(['Not set yet', '0', 'soon', 'later', '0', 'Not set yet', 'Not set yet'])
  })

  it('[B-17] a box shows what is neither true nor false as a text below', () => {
    const { data } = show([{ id: 'root', component: 'CheckBox', label: 'Wine', value: { path: '/wine' } }], {
      data: { wine: 'yes' },
    })
    const box = screen.getByRole<HTMLInputElement>('checkbox', { description: 'Now: yes' })
    expect(box.checked).toBe(false)
    fireEvent.click(box)
    expect([data('/wine'), box.getAttribute('aria-describedby')]).toEqual([true, null])
  })

  it('[BC-7] the steps between which the user may choose do not depend on what the user chose', () => {
    const { data } = show([slider()], { data: { guests: 2.5 } })
    expect(range().step).toBe('0.1')
    fireEvent.change(range(), { target: { value: '3' } })
    expect(range().step).toBe('0.1')
    fireEvent.change(range(), { target: { value: '3.1' } })
    expect([data('/guests'), range().step]).toEqual([3.1, '0.1'])
  })

  it('[BC-7] bounds in the wrong order leave one value, and are reported', async () => {
    const { errors } = show([slider({ min: 10, max: -10 })], { data: { guests: 3 } })
    expect([range().min, range().max, range().value]).toEqual(['10', '10', '10'])
    await Promise.resolve()
    expect(errors.map(({ code, severity }) => [code, severity])).toEqual([['VALIDATION_FAILED', 'warning']])
  })

  it('[BC-7] [B-6] tells a failing check once it was moved', () => {
    show([slider(needs('/nothing'))])
    expect(screen.queryByText('Needed')).toBeNull()
    fireEvent.change(range(), { target: { value: '2' } })
    expect(range().getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('Needed').id).toBe(range().getAttribute('aria-describedby'))
  })

  it('[BC-7] [BC-13] v0.8 has 0 to 100 unless it says otherwise', () => {
    const { errors, data } = show08([
      ['root', 'Slider', { value: { path: 'v', literalNumber: 40 }, label: { literalString: 'Loud' } }],
    ])
    expect([range().min, range().max, range().value, data('/v')]).toEqual(['0', '100', '40', 40])
    expect(errors).toEqual([])
  })
})

const date = (extra: JsonObject = {}): JsonObject => ({
  id: 'root',
  component: 'DateTimeInput',
  label: 'When',
  value: { path: '/when' },
  ...extra,
})

function field(): HTMLInputElement {
  return screen.getByLabelText<HTMLInputElement>('When')
}

describe('[BC-8] DateTimeInput', () => {
  it.each<[JsonObject, string, string, string, string]>([
    [{ enableDate: true }, 'date', '2026-05-14', '2026-05-15', '2026-05-15'],
    [{}, 'date', '2026-05-14', '2026-05-15', '2026-05-15'],
    [{ enableTime: true }, 'time', '19:30', '20:00', '20:00'],
    [
      { enableDate: true, enableTime: true },
      'datetime-local',
      '2026-05-14T19:30',
      '2026-05-14T20:00',
      '2026-05-14T20:00',
    ],
  ])('[BC-8] %j is a native %s input', (flags, type, before, entered, after) => {
    const { data } = show([date(flags)], { data: { when: before } })
    expect([field().type, field().value]).toEqual([type, before])
    fireEvent.change(field(), { target: { value: entered } })
    expect(data('/when')).toBe(after)
  })

  it('[BC-8] an instant is shown in the time zone of the host and written back as it came', () => {
    const { data } = show([date({ enableDate: true, enableTime: true })], { data: { when: '2026-07-01T10:00:00Z' } })
    expect(field().value).toBe('2026-07-01T12:00')
    fireEvent.change(field(), { target: { value: '2026-07-01T13:30' } })
    expect(data('/when')).toBe('2026-07-01T11:30:00Z')
  })

  it('[BC-8] an instant keeps its offset when it was empty meanwhile, as it is while it is typed', () => {
    const { data } = show([date({ enableDate: true, enableTime: true })], { data: { when: '2026-07-01T10:00:00Z' } })
    fireEvent.change(field(), { target: { value: '' } })
    expect(data('/when')).toBe('')
    fireEvent.change(field(), { target: { value: '2026-07-01T13:30' } })
    expect(data('/when')).toBe('2026-07-01T11:30:00Z')
  })

  it('[BC-8] has bounds of the kind that it asks for', () => {
    show([date({ enableDate: true, min: '2026-05-01T08:00:00', max: { path: '/last' } })], {
      data: { last: '2026-06-01' },
    })
    expect([field().min, field().max]).toEqual(['2026-05-01', '2026-06-01'])
  })

  it('[BC-8] a last day without a time ends with its last minute, and years have four digits', () => {
    const both = { enableDate: true, enableTime: true }
    show([
      { id: 'root', component: 'Column', children: ['when', 'any'] },
      date({ id: 'when', ...both, max: '2026-06-01' }),
      date({ id: 'any', label: 'Any day', ...both }),
    ])
    expect(field().max).toBe('2026-06-01T23:59')
    expect(screen.getByLabelText<HTMLInputElement>('Any day').max).toBe('9999-12-31T23:59')
  })

  it('[BC-8] a time of an instant leaves it its date and offset', () => {
    const { data } = show([date({ enableTime: true })], { data: { when: '2026-07-01T10:00:00Z' } })
    expect(field().value).toBe('12:00')
    fireEvent.change(field(), { target: { value: '' } })
    fireEvent.change(field(), { target: { value: '09:15' } })
    expect(data('/when')).toBe('2026-07-01T07:15:00Z')
  })

  it('[BC-8] a literal bound that is no date is refused', () => {
    const { errors } = show([date({ min: 'tomorrow' })])
    expect(errors.map(({ code, place }) => [code, place.at])).toEqual([
      ['VALIDATION_FAILED', '/updateComponents/components/0/min'],
    ])
  })

  it('[BC-8] [R-9] what is being entered outlives a write of the agent', () => {
    const { data, write } = show([date({ enableDate: true })])
    fireEvent.focus(field())
    fireEvent.change(field(), { target: { value: '2026-05-15' } })
    write('/when', '2020-01-01')
    expect(field().value).toBe('2026-05-15')
    fireEvent.blur(field())
    expect(data('/when')).toBe('2026-05-15')
  })

  it.each<[JsonValue, string]>([
    [20250101, 'Now: 20250101'],
    [{ a: 1 }, 'Now: {"a":1}'],
    ['soon', 'Now: soon'],
    ['2026-13-45T99:99', 'Now: 2026-13-45T99:99'],
    ['2026-02-30', 'Now: 2026-02-30'],
    ['03/20/2027', 'Now: 03/20/2027'],
    ['09:30', 'Now: 09:30'],
    ['20270320093000', 'Now: 20270320093000'],
  ])('[BC-8] [B-17] what is no date is shown as a text below, and told: %j', async (when, text) => {
    const { data, errors } = show([date({ enableDate: true })], { data: { when } })
    expect([field().value, field().getAttribute('value') ?? '']).toEqual(['', ''])
    expect(screen.getByText(text).id).toBe(field().getAttribute('aria-describedby'))
    await settled()
    expect(errors.map(({ severity, place }) => [severity, place.componentId])).toEqual([['warning', 'root']])
    fireEvent.change(field(), { target: { value: '2026-05-15' } })
    expect([data('/when'), screen.queryByText(text)]).toEqual(['2026-05-15', null])
  })

  it('[BC-8] shows nothing for nothing', async () => {
    const { errors } = show([date({ enableDate: true })], { data: { when: null } })
    await settled()
    expect([field().value, field().getAttribute('aria-describedby'), errors]).toEqual(['', null, []])
  })

  it.each([1_780_500_000_000, '1780500000000'])('[BC-8] [FN-5] milliseconds are what formatDate shows: %j', (when) => {
    const both = { enableDate: true, enableTime: true }
    const text = {
      id: 'text',
      component: 'Text',
      text: {
        call: 'formatDate',
        args: { value: { path: '/when' }, format: "yyyy-MM-dd'T'HH:mm" },
        returnType: 'string',
      },
    }
    const { data } = show(
      [{ id: 'root', component: 'Column', children: ['text', 'when'] }, text, date({ id: 'when', ...both })],
      {
        data: { when },
      },
    )
    expect(field().value).toBe('2026-06-03T17:20')
    expect(screen.getByText('2026-06-03T17:20')).toBeTruthy()
    fireEvent.change(field(), { target: { value: '2026-06-03T18:20' } })
    expect(data('/when')).toBe('2026-06-03T16:20:00Z')
  })

  it.each<[JsonObject, string]>([
    [{}, 'date'],
    [{ enableTime: true }, 'datetime-local'],
    [{ enableDate: false, enableTime: true }, 'time'],
    [{ enableDate: false }, 'date'],
  ])('[BC-8] [BC-13] v0.8 with %j is %s', (flags, type) => {
    const { page, errors } = show08([['root', 'DateTimeInput', { value: { path: 'when' }, ...flags }]])
    expect(page.container.querySelector('input')?.type).toBe(type)
    expect(errors).toEqual([])
  })

  it('[C-10] [BC-13] a v0.8 text field for dates keeps its pattern', async () => {
    const props = { label: { literalString: 'When' }, textFieldType: 'date', validationRegexp: '^2026-' }
    show08([['root', 'TextField', { ...props, text: { path: 'when', literalString: '2025-05-14' } }]])
    await act(settled)
    fireEvent.blur(field())
    expect(field().getAttribute('aria-invalid')).toBe('true')
    fireEvent.change(field(), { target: { value: '2026-05-14' } })
    expect(field().getAttribute('aria-invalid')).toBeNull()
  })

  it('[BC-8] [BC-13] a v0.8 text field for dates is one', () => {
    const { page } = show08([
      [
        'root',
        'TextField',
        {
          label: { literalString: 'When' },
          text: { path: 'when', literalString: '2026-05-14' },
          textFieldType: 'date',
        },
      ],
    ])
    expect(page.container.querySelector('input')?.type).toBe('date')
    expect(field().value).toBe('2026-05-14')
  })
})

describe('[R-7] inputs whose label cannot be seen', () => {
  it.each<[string, JsonObject, string, string]>([
    ['Slider', { value: 1, max: 3 }, 'slider', 'Value'],
    ['Slider', { value: 1, max: 3, label: { path: '/nothing' } }, 'slider', 'Value'],
    ['CheckBox', { value: false, label: '' }, 'checkbox', 'Option'],
    ['CheckBox', { value: false, label: ' ' }, 'checkbox', 'Option'],
    ['TextField', { label: '' }, 'textbox', 'Text'],
  ])('[R-7] a %s with %j is a %s called %s', (component, props, role, name) => {
    show([{ id: 'root', component, ...props }])
    expect(screen.getByRole(role, { name })).toBeTruthy()
  })

  it.each<[JsonObject, string]>([
    [{}, 'Date'],
    [{ enableTime: true }, 'Time'],
    [{ enableDate: true, enableTime: true }, 'Date and time'],
    [{ label: '' }, 'Date'],
  ])('[R-7] a DateTimeInput with %j is called %s', (props, name) => {
    show([{ id: 'root', component: 'DateTimeInput', value: '', ...props }])
    expect(screen.getByLabelText(name).tagName).toBe('INPUT')
  })

  it('[R-7] an option without a label is called by its value', () => {
    show([{ id: 'root', component: 'ChoicePicker', options: [{ label: '', value: 'a' }], value: [] }])
    expect(screen.getByRole('radio', { name: 'a' })).toBeTruthy()
  })

  it('[R-7] [BC-13] nor has the DateTimeInput of v0.8 one', () => {
    show08([['root', 'DateTimeInput', { value: { path: 'when' } }]])
    expect(screen.getByLabelText('Date').tagName).toBe('INPUT')
  })

  it('[R-7] the agent’s name for it comes first', () => {
    show([{ id: 'root', component: 'Slider', value: 1, max: 3, accessibility: { label: 'Guests' } }])
    expect(screen.getByRole('slider', { name: 'Guests' })).toBeTruthy()
  })
})
