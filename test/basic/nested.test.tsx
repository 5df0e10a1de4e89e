// Controls within controls: HTML has none, and one press must not do two things.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { defaultTexts, type JsonObject } from '../../src/entries/index.ts'
import { T } from '../support/messages.ts'
import { type Shown, show } from './show.tsx'

const url = 'https://pictures.example/a'
const press = (name: string): JsonObject => ({ action: { event: { name } } })
const outer: JsonObject = { id: 'root', component: 'Button', child: 'box', ...press('outer') }
const inner: JsonObject = { id: 'inner', component: 'Button', child: 'word', ...press('inner') }
const box = (...children: readonly string[]): JsonObject => ({ id: 'box', component: 'Column', children })

/** What can be pressed, entered or reached inside of the one button. */
function stops(): readonly Element[] {
  const [button] = screen.getAllByRole('button')
  return [
    ...(button?.querySelectorAll('a, button, input, select, textarea, video, audio, [tabindex], [role="tab"]') ?? []),
  ]
}

async function reported({ errors }: Shown): Promise<readonly (readonly unknown[])[]> {
  await Promise.resolve()
  return errors.map(({ code, severity, place }) => [code, severity, place.componentId])
}

const refused = [['VALIDATION_FAILED', 'warning', 'inner']]

describe('[BC-18] what stands within a Button', () => {
  const controls: readonly JsonObject[] = [
    inner,
    { component: 'TextField', label: 'A', value: { path: '/a' } },
    { component: 'CheckBox', label: 'A', value: true },
    { component: 'ChoicePicker', options: [{ label: 'A', value: 'a' }], value: ['a'] },
    { component: 'Slider', value: 3, max: 10 },
    { component: 'DateTimeInput', value: '2026-01-01', enableDate: true },
    { component: 'Tabs', tabs: [{ title: 'One', child: 'word' }] },
    { component: 'Modal', trigger: 'word', content: 'word' },
    { component: 'Video', url },
    { component: 'AudioPlayer', url },
  ]

  it.each(controls)('[BC-18] is no $component: a notice stands there, and it is reported once', async (control) => {
    const shown = show([outer, box('word', 'inner'), T('word', 'Go'), { ...control, id: 'inner' }], { strict: true })
    expect(stops()).toEqual([])
    expect(screen.getByText(defaultTexts.withinControl)).toBeTruthy()
    await userEvent.click(screen.getByText('Go'))
    expect(shown.events.map(({ name }) => name)).toEqual(['outer'])
    shown.write('/a', 'x')
    expect(await reported(shown)).toEqual(refused)
  })

  it('[BC-18] through templates, and each instance', async () => {
    const rows = { id: 'box', component: 'List', children: { componentId: 'card', path: '/rows' } }
    const card = { id: 'card', component: 'Card', child: 'inner' }
    const shown = show([outer, rows, card, inner, T('word', 'Go')], { data: { rows: [1, 2] } })
    expect(stops()).toEqual([])
    shown.write('/rows', [1, 2, 3])
    expect(stops()).toEqual([])
    expect(screen.getAllByText(defaultTexts.withinControl)).toHaveLength(3)
    expect(await reported(shown)).toEqual(refused)
  })

  it('[BC-18] whatever comes later: in its place, around it, and out of it again', async () => {
    const shown = show([outer, box('inner'), T('inner', 'Go'), T('word', 'Word')])
    shown.update(inner)
    expect(stops()).toEqual([])
    // Now it stands beside, and is a button.
    shown.update(
      { id: 'root', component: 'Column', children: ['box', 'other'] },
      { ...outer, id: 'other', child: 'inner' },
    )
    const [free] = screen.getAllByRole('button', { name: 'Word' })
    await userEvent.click(free as HTMLElement)
    expect(shown.events.map(({ name }) => name)).toEqual(['inner'])
    expect(screen.getAllByText(defaultTexts.withinControl)).toHaveLength(1)
  })

  it('[BC-18] a list is whole, and has no button for more', () => {
    const rows = { id: 'box', component: 'List', children: { componentId: 'word', path: '/rows' } }
    const limits = { templateItems: 2 }
    show([outer, rows, T('word', { path: '' })], { data: { rows: ['a', 'b', 'c'] }, limits })
    expect(stops()).toEqual([])
    expect(screen.getByRole('button').textContent).toBe(`ab${defaultTexts.tooLarge}`)
  })

  it('[BC-18] a picture that the user has to allow says so, and has no button for it', async () => {
    const field = { id: 'field', component: 'TextField', label: 'A', value: { path: '/a' } }
    show([
      { id: 'page', component: 'Button', child: 'picture', ...press('outer') },
      { id: 'root', component: 'Column', children: ['page', 'field'] },
      { id: 'picture', component: 'Image', url: { path: '/a' } },
      field,
    ])
    await userEvent.type(screen.getByRole('textbox'), url)
    expect(screen.getByText(defaultTexts.waiting('pictures.example'))).toBeTruthy()
    expect(stops()).toEqual([])
  })

  it('[BC-18] [BC-5] the trigger of a Modal may be a Button', async () => {
    const shown = show([
      { id: 'root', component: 'Modal', trigger: 'inner', content: 'word' },
      inner,
      T('word', 'Terms'),
    ])
    expect(screen.getByRole('button', { name: 'Terms' })).toBeTruthy()
    expect(await reported(shown)).toEqual([])
  })
})
