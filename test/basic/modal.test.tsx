// Modal. jsdom has no dialogs, so `test/support/setup.ts` brings what a browser does; e2e looks at the real one.
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { JsonObject } from '../../src/entries/index.ts'
import { T } from '../support/messages.ts'
import { show, show08 } from './show.tsx'

afterEach(() => void vi.restoreAllMocks())

const modal: JsonObject = { id: 'root', component: 'Modal', trigger: 'open', content: 'inside' }
const button: readonly JsonObject[] = [
  { id: 'open', component: 'Button', child: 'label', action: { event: { name: 'asked' } } },
  T('label', 'Terms'),
]

describe('[BC-5] Modal', () => {
  it('[BC-5] is closed until the trigger is pressed, and draws its content from then on', async () => {
    const { events } = show([modal, ...button, T('inside', 'All of them')], {
      theme: { agentDisplayName: 'Travel agent' },
    })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByText('All of them')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Terms' }))
    const dialog = screen.getByRole('dialog', { name: 'Terms Travel agent' })
    expect(dialog.textContent).toContain('All of them')
    expect(events.map(({ name }) => name)).toEqual(['asked'])
  })

  it('[BC-5] closes by its button and returns the focus', async () => {
    show([modal, ...button, T('inside', 'All of them')])
    await userEvent.click(screen.getByRole('button', { name: 'Terms' }))
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement?.textContent).toBe('Terms')
  })

  it('[BC-5] a trigger that is no control becomes one, for pointer and keys', async () => {
    const { update } = show([modal, T('open', 'Terms'), T('inside', 'All of them')])
    await userEvent.tab()
    expect(document.activeElement?.getAttribute('role')).toBe('button')
    await userEvent.keyboard('{Enter}')
    expect(screen.getByRole('dialog')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    update(...button)
    await act(async () => {})
    expect(screen.getAllByRole('button').map(({ tagName }) => tagName)).toEqual(['BUTTON'])
  })

  it('[BC-5] opens when it is pressed before the browser has told that it was closed', async () => {
    vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function (this: HTMLDialogElement) {
      this.open = false
      setTimeout(() => this.dispatchEvent(new Event('close')))
    })
    show([modal, ...button, T('inside', 'All of them')])
    await userEvent.click(screen.getByRole('button', { name: 'Terms' }))
    act(() => {
      screen.getByRole<HTMLDialogElement>('dialog').close()
      screen.getByText('Terms', { selector: 'button *' }).click()
    })
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)))
    expect(screen.getByRole('dialog')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement?.textContent).toBe('Terms')
  })

  const field: JsonObject = { id: 'field', component: 'TextField', label: 'Name', value: { path: '/name' } }

  it('[BC-5] a trigger whose only control is typed into has a button beside it', async () => {
    const { data } = show([modal, { id: 'open', component: 'Card', child: 'field' }, field, T('inside', 'Terms')])
    await act(async () => {})
    await userEvent.type(screen.getByRole('textbox'), 'Ada L')
    expect([screen.queryByRole('dialog'), data('/name')]).toEqual([null, 'Ada L'])
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }))
    await userEvent.keyboard('{Enter}')
    expect(screen.getByRole('dialog')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }))
  })

  it('[BC-5] a box that is ticked is pressed once, by its label too', async () => {
    show([modal, { id: 'open', component: 'CheckBox', label: 'Agree', value: false }, T('inside', 'Terms')])
    await userEvent.click(screen.getByText('Agree'))
    expect(screen.getByRole('dialog')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Open' })).toBeNull()
  })

  it('[BC-5] a dialog within a trigger opens alone', async () => {
    const inner: JsonObject = { id: 'open', component: 'Modal', trigger: 'more', content: 'deep' }
    const more = button.map((part) => (part['id'] === 'open' ? { ...part, id: 'more' } : part))
    show([modal, inner, ...more, T('deep', 'deep'), T('inside', 'All of them')])
    await act(async () => {})
    await userEvent.click(screen.getByRole('button', { name: 'Terms' }))
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    await userEvent.click(screen.getByText('deep'))
    expect(screen.queryByText('All of them')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await userEvent.click(screen.getByRole('button', { name: 'Open' }))
    expect(screen.getByRole('dialog').textContent).toContain('All of them')
  })

  it.each<[JsonObject, string]>([
    [{}, 'Open'],
    [{ accessibility: { label: 'The terms' } }, 'The terms'],
  ])('[BC-5] [R-7] an empty trigger has a name: %j', async (extra, name) => {
    const { write } = show([{ ...modal, ...extra }, T('open', { path: '/open' }), T('inside', 'All of them')])
    await act(async () => {})
    expect(screen.getByRole('button', { name })).toBeTruthy()
    write('/open', 'Terms')
    await act(async () => {})
    expect(screen.getByRole('button', { name: 'Terms' })).toBeTruthy()
  })

  it('[BC-5] takes the name that the agent gives it', async () => {
    show([{ ...modal, accessibility: { label: 'The terms' } }, ...button, T('inside', 'All of them')], {
      strict: true,
    })
    await userEvent.click(screen.getByRole('button', { name: 'Terms' }))
    expect(screen.getByRole('dialog', { name: 'The terms' })).toBeTruthy()
  })

  it('[BC-5] its fields are bound as everywhere', async () => {
    const { data } = show([
      modal,
      ...button,
      { id: 'inside', component: 'TextField', label: 'Name', value: { path: '/name' } },
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Terms' }))
    await userEvent.type(screen.getByRole('textbox'), 'Ada')
    expect(data('/name')).toBe('Ada')
  })

  it('[BC-5] [BC-13] is the same in v0.8', async () => {
    const { errors } = show08([
      ['root', 'Modal', { entryPointChild: 'open', contentChild: 'inside' }],
      ['open', 'Text', { text: { literalString: 'Terms' } }],
      ['inside', 'Text', { text: { literalString: 'All of them' } }],
    ])
    await userEvent.click(screen.getByText('Terms'))
    expect(screen.getByRole('dialog').textContent).toContain('All of them')
    expect(errors).toEqual([])
  })
})
