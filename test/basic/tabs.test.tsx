// Tabs: the WAI-ARIA pattern, and what a panel keeps.
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { JsonObject } from '../../src/entries/index.ts'
import { T } from '../support/messages.ts'
import { show, show08 } from './show.tsx'

const tabs = (...titles: readonly string[]): JsonObject => ({
  id: 'root',
  component: 'Tabs',
  tabs: titles.map((title) => ({ title, child: title.toLowerCase() })),
})
const pages = [T('one', 'first'), T('two', 'second'), T('three', 'third')]

describe('[BC-4] Tabs', () => {
  it('[BC-4] shows the first panel, and ties tabs to panels', () => {
    show([tabs('One', 'Two'), ...pages])
    const [first, second] = screen.getAllByRole('tab')
    const panel = screen.getByRole('tabpanel')
    expect(first?.getAttribute('aria-selected')).toBe('true')
    expect(second?.getAttribute('aria-selected')).toBe('false')
    expect([first?.tabIndex, second?.tabIndex]).toEqual([0, -1])
    expect(first?.getAttribute('aria-controls')).toBe(panel.id)
    expect(panel.getAttribute('aria-labelledby')).toBe(first?.id)
    expect(panel.textContent).toBe('first')
    expect(screen.queryByText('second')).toBeNull()
  })

  it('[BC-4] [R-7] names a tab without a title', () => {
    const titles = ['One', '', ' '].map((title, index) => ({ title, child: ['one', 'two', 'three'][index] ?? '' }))
    show([{ id: 'root', component: 'Tabs', tabs: titles }, ...pages])
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['One', 'Tab 2', 'Tab 3'])
  })

  it.each([
    ['{ArrowRight}', 'Two'],
    ['{ArrowLeft}', 'Three'],
    ['{End}', 'Three'],
    ['{End}{Home}', 'One'],
    ['{End}{ArrowRight}', 'One'],
  ])('[BC-4] %s selects and focuses %s', async (keys, title) => {
    show([tabs('One', 'Two', 'Three'), ...pages])
    await userEvent.tab()
    await userEvent.keyboard(keys)
    expect(document.activeElement?.textContent).toBe(title)
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe(title)
    expect(screen.getByRole('tabpanel', { name: title })).toBeTruthy()
  })

  it('[BC-4] turns the arrows round where text runs from right to left', async () => {
    const { page } = show([tabs('One', 'Two', 'Three'), ...pages])
    page.container.style.direction = 'rtl'
    await userEvent.click(screen.getByRole('tab', { name: 'One' }))
    await userEvent.keyboard('{ArrowLeft}')
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Two')
  })

  it('[BC-4] keeps what was entered in a panel that is left', async () => {
    show([tabs('One', 'Two'), { id: 'one', component: 'TextField', label: 'Name', value: '' }, T('two', 'second')])
    await userEvent.type(screen.getByRole('textbox'), 'Ada')
    await userEvent.click(screen.getByRole('tab', { name: 'Two' }))
    expect(screen.queryByRole('textbox')).toBeNull()
    await userEvent.click(screen.getByRole('tab', { name: 'One' }))
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Ada')
  })

  it('[BC-4] stays on its tab when another comes before it, and on the first when it goes', async () => {
    const { update } = show([tabs('One', 'Two'), ...pages])
    await userEvent.click(screen.getByRole('tab', { name: 'Two' }))
    update(tabs('Three', 'One', 'Two'))
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Two')
    update(tabs('Three', 'One'))
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Three')
  })

  it('[BC-4] keeps the first tab selected, without a press, when another tab is inserted before it', async () => {
    const field = { id: 'one', component: 'TextField', label: 'Name', value: '' }
    const { update } = show([tabs('One', 'Two'), field, ...pages.slice(1)])
    await userEvent.type(screen.getByRole('textbox'), 'Ada')
    update(tabs('Three', 'One', 'Two'))
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('One')
    expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Ada')
    expect(document.activeElement).toBe(screen.getByRole('textbox'))
  })

  it('[BC-4] gives the focus of a tab that goes to the one that is selected then, and no other', async () => {
    const { update } = show([tabs('One', 'Two', 'Three'), ...pages])
    await userEvent.click(screen.getByRole('tab', { name: 'Two' }))
    update(tabs('One', 'Three'))
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'One' }))
    act(() => screen.getByRole('tab', { name: 'One' }).blur())
    update(tabs('Three'))
    expect(document.activeElement).toBe(document.body)
  })

  it.each(['{Alt>}{ArrowLeft}', '{Control>}{End}', '{Shift>}{ArrowRight}', '{Meta>}{ArrowRight}'])(
    '[BC-4] leaves %s to the browser',
    async (keys) => {
      show([tabs('One', 'Two', 'Three'), ...pages])
      await userEvent.tab()
      const prevented: boolean[] = []
      const look = (event: Event): void => void prevented.push(event.defaultPrevented)
      document.addEventListener('keydown', look)
      await userEvent.keyboard(keys)
      document.removeEventListener('keydown', look)
      expect(prevented).toEqual([false, false])
      expect(screen.getByRole('tab', { selected: true }).textContent).toBe('One')
    },
  )

  it('[BC-4] one child under two titles is two panels', async () => {
    show([
      {
        ...tabs('One'),
        tabs: [
          { title: 'A', child: 'one' },
          { title: 'B', child: 'one' },
        ],
      },
      ...pages,
    ])
    await userEvent.click(screen.getByRole('tab', { name: 'B' }))
    expect(screen.getByRole('tabpanel', { name: 'B' }).textContent).toBe('first')
  })

  it('[BC-4] a player in a panel is paused when the panel is hidden', async () => {
    const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined)
    show([tabs('One', 'Two'), { id: 'one', component: 'AudioPlayer', url: 'https://host.example/a.mp3' }, T('two', '')])
    expect(pause).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('tab', { name: 'Two' }))
    expect(pause.mock.instances).toEqual([document.querySelector('audio')])
    pause.mockRestore()
  })

  it('[BC-4] [BC-13] are the same in v0.8', async () => {
    const item = (title: string, child: string) => ({ title: { literalString: title }, child })
    const { errors } = show08([
      ['root', 'Tabs', { tabItems: [item('One', 'one'), item('Two', 'two')] }],
      ['one', 'Text', { text: { literalString: 'first' } }],
      ['two', 'Text', { text: { literalString: 'second' } }],
    ])
    await userEvent.click(screen.getByRole('tab', { name: 'Two' }))
    expect(screen.getByRole('tabpanel').textContent).toBe('second')
    expect(errors).toEqual([])
  })
})
