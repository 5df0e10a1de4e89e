// ChoicePicker: native boxes in a named group, one or several of them.
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/entries/index.ts'
import { mount } from '../react/mount.tsx'
import { CS, UC, UD } from '../support/messages.ts'
import { needs, show, show08 } from './show.tsx'

const options = ['Window', 'Aisle', 'Anywhere'].map((label) => ({ label, value: label.toLowerCase() }))
const picker = (extra: JsonObject = {}): JsonObject => ({
  id: 'root',
  component: 'ChoicePicker',
  label: 'Seat',
  options,
  value: { path: '/seat' },
  ...extra,
})
const option08 = (label: string): JsonObject => ({ label: { literalString: label }, value: label })
const names = (boxes: readonly HTMLElement[]) => boxes.map((box) => box.closest('label')?.textContent)

describe('[BC-6] ChoicePicker', () => {
  it.each(['checkbox', 'chips'])('[BC-6] one of them is a radio group: %s', async (displayStyle) => {
    const { data } = show([picker({ displayStyle })], { data: { seat: ['aisle'] } })
    expect(screen.getByRole('radiogroup', { name: 'Seat' })).toBeTruthy()
    expect(names(screen.getAllByRole('radio', { checked: true }))).toEqual(['Aisle'])
    await userEvent.click(screen.getByLabelText('Window'))
    expect(data('/seat')).toEqual(['window'])
  })

  it.each(['checkbox', 'chips'])('[BC-6] several of them are check boxes: %s', async (displayStyle) => {
    const { data } = show([picker({ displayStyle, variant: 'multipleSelection' })], { data: { seat: [] } })
    expect(screen.getByRole('group', { name: 'Seat' })).toBeTruthy()
    await userEvent.click(screen.getByLabelText('Window'))
    await userEvent.click(screen.getByLabelText('Aisle'))
    await userEvent.click(screen.getByLabelText('Window'))
    expect(data('/seat')).toEqual(['aisle'])
  })

  it('[BC-6] two pickers are two groups', () => {
    const column = { id: 'root', component: 'Column', children: ['a', 'b'] }
    show([column, picker({ id: 'a' }), picker({ id: 'b' })])
    const groups = screen.getAllByRole<HTMLInputElement>('radio').map(({ name }) => name)
    expect(new Set(groups).size).toBe(2)
  })

  it.each<JsonValue>([['aisle'], 'aisle', '["aisle"]', { 0: 'aisle' }])(
    '[BC-6] [B-1] follows the agent, who may write one value, or a list as a text or object: %j',
    (seat) => {
      const { write, errors } = show([picker()], { data: { seat } })
      expect(names(screen.getAllByRole('radio', { checked: true }))).toEqual(['Aisle'])
      write('/seat', [])
      expect(screen.queryByRole('radio', { checked: true })).toBeNull()
      expect(errors).toEqual([])
    },
  )

  it('[BC-6] [BC-13] v0.8: a list in a text at the bound place is a list', () => {
    show08(
      [['root', 'MultipleChoice', { selections: { path: '/kit' }, options: [option08('rope'), option08('lamp')] }]],
      [{ key: 'kit', valueString: '["rope"]' }],
    )
    expect(names(screen.getAllByRole('checkbox', { checked: true }))).toEqual(['rope'])
  })

  it('[BC-6] [B-17] what is no option is shown below, told once, and goes with the first change', async () => {
    const { data, errors } = show([picker({ variant: 'multipleSelection' })], { data: { seat: ['aisle', 'roof'] } })
    const group = screen.getByRole('group', { name: 'Seat', description: 'Now: roof' })
    await userEvent.click(screen.getByLabelText('Window'))
    expect(data('/seat')).toEqual(['aisle', 'window'])
    expect(group.getAttribute('aria-describedby')).toBeNull()
    expect(errors.map(({ severity, place, hint }) => [severity, place.componentId, hint])).toEqual([
      ['warning', 'root', 'Send values of "options".'],
    ])
  })

  it('[BC-6] [B-17] a value that comes twice is one', () => {
    show([picker()], { data: { seat: ['aisle', 'aisle'] } })
    expect(names(screen.getAllByRole('radio', { checked: true }))).toEqual(['Aisle'])
    expect(screen.queryByText(/^Now/)).toBeNull()
  })

  it('[BC-6] [E-1] a text that nests deeply is a text', () => {
    const { write } = show([picker()], { data: { seat: `${'['.repeat(20_000)}${']'.repeat(20_000)}` } })
    expect(screen.getByText(/^Now: \[{50}/)).toBeTruthy()
    write('/seat', '[["aisle"]]')
    expect(screen.getByText('Now: [["aisle"]]')).toBeTruthy()
  })

  it('[BC-6] [B-17] of several values where one is to be chosen none is, and all are shown below', async () => {
    const { data } = show([picker()], { data: { seat: ['aisle', 'window'] } })
    expect(screen.queryByRole('radio', { checked: true })).toBeNull()
    expect(screen.getByText('Now: Aisle, Window')).toBeTruthy()
    await userEvent.click(screen.getByLabelText('Aisle'))
    expect([data('/seat'), screen.queryByText(/^Now/)]).toEqual([['aisle'], null])
  })

  it('[BC-6] filters by label, without regard to case; what was chosen stays chosen', async () => {
    const { data } = show([picker({ filterable: true, variant: 'multipleSelection' })], { data: { seat: ['aisle'] } })
    await userEvent.type(screen.getByRole('searchbox', { name: 'Filter' }), 'WIN')
    expect(names(screen.getAllByRole('checkbox'))).toEqual(['Window'])
    await userEvent.click(screen.getByLabelText('Window'))
    expect(data('/seat')).toEqual(['aisle', 'window'])
    await userEvent.type(screen.getByRole('searchbox'), 'x')
    expect(screen.getByText('No matches.').getAttribute('role')).toBe('status')
  })

  it('[BC-6] [B-6] tells a failing check after the user has been there', async () => {
    show([picker({ ...needs('/nothing'), variant: 'multipleSelection' })])
    expect(screen.queryByText('Needed')).toBeNull()
    await userEvent.tab()
    await userEvent.tab()
    expect(screen.queryByText('Needed')).toBeNull()
    await userEvent.click(screen.getByLabelText('Aisle'))
    const group = screen.getByRole('group')
    expect(group.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Needed')
  })

  it.each([1, 2])('[BC-6] [BC-13] v0.8: at most %i', async (maxAllowedSelections) => {
    const wrapped = options.map(({ label, value }) => ({ label: { literalString: label }, value }))
    const props = { selections: { path: 'seat', literalArray: ['aisle'] }, options: wrapped, maxAllowedSelections }
    const { data, errors } = show08([['root', 'MultipleChoice', props]])
    expect(data('/seat')).toEqual(['aisle'])
    await userEvent.click(screen.getByLabelText('Window'))
    expect(data('/seat')).toEqual(maxAllowedSelections === 1 ? ['window'] : ['aisle', 'window'])
    expect(errors).toEqual([])
  })

  it('[B-11] [BC-13] v0.8: an option beyond the most stays in the tab order, takes no press and says why', async () => {
    const wrapped = options.map(({ label, value }) => ({ label: { literalString: label }, value }))
    const props = { selections: { path: 'seat', literalArray: ['aisle'] }, options: wrapped, maxAllowedSelections: 2 }
    const { data } = show08([['root', 'MultipleChoice', props]])
    const box = (label: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(label)
    const off = (): readonly string[] => options.map(({ label }) => label).filter((label) => box(label).ariaDisabled)
    expect(off()).toEqual([])
    await userEvent.click(box('Window'))
    expect([off(), box('Anywhere').disabled]).toEqual([['Anywhere'], false])
    box('Anywhere').focus()
    await userEvent.keyboard(' ')
    await userEvent.click(screen.getByText('Anywhere'))
    expect([data('/seat'), box('Anywhere').checked]).toEqual([['aisle', 'window'], false])
    const why = document.getElementById(box('Anywhere').getAttribute('aria-describedby') ?? '')
    expect(why?.textContent).toBe('At most 2 can be chosen.')
    await userEvent.click(box('Aisle'))
    await userEvent.click(box('Anywhere'))
    expect(data('/seat')).toEqual(['window', 'anywhere'])
  })

  it('[BC-6] [BC-13] v0.8: any number without a limit, chips where they are wanted', async () => {
    const wrapped = options.map(({ label, value }) => ({ label: { literalString: label }, value }))
    const { page } = show08([
      ['root', 'MultipleChoice', { selections: { literalArray: [] }, options: wrapped, variant: 'chips' }],
    ])
    for (const { label } of options) await userEvent.click(screen.getByLabelText(label))
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(3)
    expect(page.container.querySelectorAll('.sf-chip')).toHaveLength(3)
  })
})

describe('[BC-6] many options', () => {
  it('[BC-6] [R-8] are drawn in parts; what is chosen is seen in any case', async () => {
    const options = Array.from({ length: 1000 }, (_, index) => ({ label: `Seat ${index}`, value: `${index}` }))
    mount({
      messages: [
        CS('s'),
        UC('s', [
          { id: 'root', component: 'ChoicePicker', options, value: { path: '/seat' }, variant: 'multipleSelection' },
        ]),
        UD('s', '/seat', ['999']),
      ],
    })
    expect(screen.getAllByRole('checkbox')).toHaveLength(201)
    expect(screen.getByLabelText<HTMLInputElement>('Seat 999').checked).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Show more (799)' }))
    expect(screen.getAllByRole('checkbox')).toHaveLength(401)
    expect(document.activeElement).toBe(screen.getByLabelText('Seat 200'))
  })

  it.each([
    ['each its own', (index: number) => `${index}`],
    ['all of one value', () => 'same'],
  ])('[BC-6] [R-8] thousands that are chosen are drawn in parts too: %s @all', async (_, naming) => {
    const options = Array.from({ length: 5000 }, (_, index) => ({ label: `Seat ${index}`, value: naming(index) }))
    const value = options.map((option) => option.value)
    mount({
      messages: [
        CS('s'),
        UC('s', [{ id: 'root', component: 'ChoicePicker', options, value, variant: 'multipleSelection' }]),
      ],
    })
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(400)
    fireEvent.click(screen.getByRole('button', { name: 'Show more (4600)' }))
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(600)
  })
})
