// What the inspector shows of a runtime, and what it changes: nothing but the data that are edited.
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { createRuntime, type Runtime, SurfaceList } from '../../src/entries/index.ts'
import { Inspector, type InspectorTab, recordRuntime } from '../../src/inspector/index.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { ComponentView } from '../../src/react/ComponentView.tsx'
import { CS, lines, T, UC, UD, v08 } from '../support/messages.ts'

// jsdom lays nothing out.
Element.prototype.scrollIntoView ??= () => undefined

function inspect(...messages: readonly (JsonValue | string)[]) {
  const runtime = createRuntime({ onError: () => undefined })
  recordRuntime(runtime)
  const view = render(
    <StrictMode>
      <SurfaceList runtime={runtime} />
      <Inspector runtime={runtime} />
    </StrictMode>,
  )
  act(() => runtime.push(lines(...messages)))
  const inspector = within(screen.getByRole('complementary', { name: 'Inspector' }))
  const open = (tab: InspectorTab) => fireEvent.click(screen.getByTestId(`tab-${tab}`))
  return { runtime, inspector, open, ...view }
}

const list = UC('s', [
  { id: 'root', component: 'Column', children: { path: '/people', componentId: 'row' } },
  {
    id: 'row',
    component: 'Button',
    child: 'name',
    action: { event: { name: 'greet', context: { who: { path: 'name' } } } },
  },
  T('name', { path: 'name' }),
])

const people = UD('s', '/people', [{ name: 'Ada Sample' }, { name: 'Ben Sample' }])

describe('the tree', () => {
  it('[IN-4] has each component, with what was sent beside what is drawn', async () => {
    const { inspector, open } = inspect(
      CS('s'),
      UC('s', [
        { id: 'root', component: 'Card', child: 'field' },
        { id: 'field', component: 'TextField', label: 'Name', value: { path: '/name' } },
      ]),
      UD('s', '/name', 'Ada'),
      // Refused: the earlier one stays.
      UC('s', [{ id: 'field', component: 'TextField' }]),
    )
    open('tree')
    const tree = await inspector.findByRole('tree', { name: 'Components of s' })
    expect(
      within(tree)
        .getAllByRole('treeitem')
        .map((row) => row.textContent),
    ).toEqual(['Cardroot', 'TextFieldfield'])
    await userEvent.click(within(tree).getByText('field'))
    const details = inspector.getByRole('region', { name: 'Component field' })
    expect(details.textContent).toContain('"path": "/name"')
    expect(details.textContent).toContain('"value": "Ada"')
    expect(within(details).getByRole('button', { name: '/name' })).toBeDefined()
    await userEvent.click(within(details).getByRole('button', { name: 'Line 2' }))
    expect(screen.getByTestId('panel-lines').querySelector('[data-line="2"]')?.hasAttribute('open')).toBe(true)
  })

  it('[IN-4] counts the instances of a template, and shows where each reads', async () => {
    const { inspector, open, container } = inspect(CS('s'), list, people)
    open('tree')
    await userEvent.click(await inspector.findByText('row'))
    const details = inspector.getByRole('region', { name: 'Component row' })
    expect(details.textContent).toContain('2 instances')
    await userEvent.selectOptions(within(details).getByRole('combobox', { name: 'Instance' }), '2')
    expect(within(details).getByRole('button', { name: '/people/1/name' })).toBeDefined()
    expect(details.textContent).toContain('Ben Sample')
    expect(document.querySelectorAll('.sf-i-highlight')).toHaveLength(
      container.querySelectorAll('button.sf-button').length,
    )
  })

  it('[IN-4] shows a text leaf with its element', async () => {
    const { inspector, open } = inspect(
      CS('s'),
      UC('s', [{ id: 'root', component: 'Column', children: ['a', 'b'] }, T('a', 'One'), T('b', { path: '/b' })]),
      UD('s', '/b', 'Two'),
    )
    open('tree')
    await userEvent.click(await inspector.findByText('b'))
    expect(inspector.getByRole('region', { name: 'Component b' }).textContent).toContain('"text": "Two"')
    expect(document.querySelectorAll('.sf-i-highlight')).toHaveLength(1)
  })

  it('[IN-4] frames each instance of a component, in a shadow tree too', async () => {
    const host = document.body.appendChild(document.createElement('div'))
    const container = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'))
    const { runtime, inspector, open } = inspect(CS('s'), list, people)
    render(<SurfaceList runtime={runtime} />, { container })
    open('tree')
    await userEvent.click(await inspector.findByText('row'))
    expect(document.querySelectorAll('.sf-i-highlight')).toHaveLength(4)
    host.remove()
  })

  it('[IN-4] [IN-8] counts renders, and wraps nothing', async () => {
    const { render: own } = ComponentView.prototype
    const { runtime, open, inspector } = inspect(
      CS('s'),
      UC('s', [{ id: 'root', component: 'CheckBox', label: 'Yes', value: { path: '/yes' } }]),
    )
    expect(ComponentView.prototype.render).toBe(own)
    for (const yes of [true, false, true]) act(() => runtime.push(lines(UD('s', '/yes', yes))))
    open('state')
    const row = (await inspector.findByRole('button', { name: 'root' })).closest('tr')
    expect(Number(row?.lastElementChild?.textContent)).toBeGreaterThanOrEqual(4)
  })

  it('[IN-7] is walked by the arrow keys', async () => {
    const { inspector, open } = inspect(CS('s'), list, people)
    open('tree')
    const tree = await inspector.findByRole('tree')
    const focused = () => document.activeElement?.textContent
    act(() => within(tree).getAllByRole('treeitem')[0]?.focus())
    await userEvent.keyboard('{ArrowDown}')
    expect(focused()).toBe('Buttonroweach')
    await userEvent.keyboard('{End}')
    expect(focused()).toBe('Textname')
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(within(tree).getAllByRole('treeitem')).toHaveLength(2)
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    expect(focused()).toBe('Textname')
    await userEvent.keyboard('{Home}')
    expect(focused()).toBe('Columnroot')
  })
})

describe('the data', () => {
  it('[IN-5] are edited in their places, as the data of the host', async () => {
    const { runtime, inspector, open, container } = inspect(CS('s'), list, people)
    open('data')
    await userEvent.click(await inspector.findByText('"Ben Sample"'))
    const input = inspector.getByRole('textbox', { name: 'Value of /people/1/name, as JSON' })
    await userEvent.clear(input)
    await userEvent.type(input, 'Cleo Sample{Enter}')
    expect(runtime.surface('s')?.data.get('/people/1/name')).toBe('Cleo Sample')
    expect(runtime.surface('s')?.data.userInput()).toEqual([])
    expect(container.querySelector('.sf-surface')?.textContent).toContain('Cleo Sample')
    expect(document.activeElement?.getAttribute('role')).toBe('treeitem')
  })

  it('[IN-5] are edited by keyboard, and stay with Escape', async () => {
    const { runtime, inspector, open } = inspect(CS('s'), UD('s', '/count', 1))
    open('data')
    const row = await inspector.findByRole('treeitem')
    act(() => row.focus())
    await userEvent.keyboard('{Enter}7{Escape}')
    expect(runtime.surface('s')?.data.get('/count')).toBe(1)
    await userEvent.keyboard('{Enter}7{Enter}')
    expect(runtime.surface('s')?.data.get('/count')).toBe(7)
  })

  it('[IN-5] light up where they change, and nowhere else', async () => {
    const { runtime, inspector, open } = inspect(CS('s'), UD('s', '/a', 1), UD('s', '/b', 1))
    open('data')
    await inspector.findAllByRole('treeitem')
    act(() => runtime.push(lines(UD('s', '/b', 2))))
    await vi.waitFor(() => expect(document.querySelectorAll('[data-flash]')).toHaveLength(1))
    expect(document.querySelector('[data-flash]')?.textContent).toBe('2')
  })
})

describe('events and errors', () => {
  const faulty = (id: string) => UC(id, [{ id: 'root', component: 'Text', text: 7 }])

  it('[IN-7] are filtered by surface and code', async () => {
    const { inspector, open } = inspect(CS('s'), CS('t'), faulty('s'), faulty('t'), 'broken')
    open('errors')
    const codes = () => [...document.querySelectorAll('.sf-i-problem__code')].map(({ textContent }) => textContent)
    await vi.waitFor(() => expect(codes()).toEqual(['VALIDATION_FAILED', 'VALIDATION_FAILED', 'JSON_SYNTAX']))
    await userEvent.selectOptions(inspector.getByRole('combobox', { name: 'Surface' }), 't')
    expect(codes()).toEqual(['VALIDATION_FAILED'])
    await userEvent.selectOptions(inspector.getByRole('combobox', { name: 'Surface' }), 'All')
    await userEvent.selectOptions(inspector.getByRole('combobox', { name: 'Code' }), 'JSON_SYNTAX')
    expect(codes()).toEqual(['JSON_SYNTAX'])
  })

  it('[IN-2] lead to the line and to the component', async () => {
    const { inspector, open } = inspect(CS('s'), UC('s', [T('root', 'well')]), faulty('s'))
    open('errors')
    await userEvent.click(await inspector.findByRole('button', { name: 'Line 3' }))
    const line = screen.getByTestId('panel-lines').querySelector('[data-line="3"]')
    // The component alone was refused.
    expect(line?.getAttribute('data-verdict')).toBe('warned')
    expect(document.activeElement).toBe(line?.querySelector('summary'))
    open('errors')
    await userEvent.click(inspector.getByRole('button', { name: 'root' }))
    expect(inspector.getByRole('treeitem', { selected: true }).textContent).toBe('Textroot')
  })
})

describe('what waits', () => {
  async function reasons(...messages: readonly (JsonValue | string)[]) {
    const inspected = inspect(...messages)
    inspected.open('state')
    const kinds = () => [...document.querySelectorAll('[data-kind]')].map((item) => item.getAttribute('data-kind'))
    return { ...inspected, kinds }
  }

  it('[IN-6] an early update, a late part and an unfinished line', async () => {
    const { runtime, kinds } = await reasons(
      v08.SU('early', [v08.T('root', 'a')]),
      CS('s'),
      UC('s', [{ id: 'root', component: 'Card', child: 'later' }]),
    )
    act(() => runtime.push('{"version":'))
    await vi.waitFor(() => expect(kinds()).toEqual(['held', 'line', 'part']))
    expect(screen.getByTestId('panel-state').textContent).toContain('“root” shows “later”, which has not come yet.')
    act(() => runtime.push(`"v0.9","deleteSurface":{"surfaceId":"s"}}\n${lines(v08.BR('early'))}`))
    await vi.waitFor(() => expect(kinds()).toEqual([]))
  })

  it('[IN-6] input that was not sent', async () => {
    const { kinds, container } = await reasons(
      CS('s'),
      UC('s', [{ id: 'root', component: 'TextField', label: 'Name', value: { path: '/name' } }]),
    )
    await userEvent.type(container.querySelector('.sf-surface input') as Element, 'a')
    await vi.waitFor(() => expect(kinds()).toEqual(['input']))
  })
})

it('[IN-1] a runtime that takes another one’s place is looked at from then on', async () => {
  const runtimes: readonly Runtime[] = [createRuntime(), createRuntime()]
  const view = (index: number) => <Inspector runtime={runtimes[index] as Runtime} placement="inline" />
  const { rerender } = render(view(0))
  act(() => runtimes[0]?.push(lines(CS('first'))))
  expect(await screen.findByText('first')).toBeDefined()
  rerender(view(1))
  expect(screen.queryByText('first')).toBeNull()
  act(() => runtimes[1]?.push(lines(CS('second'))))
  expect(await screen.findByText('second')).toBeDefined()
})

it('[IN-9] a tab of the host’s own stands first, and leads to a line', async () => {
  const runtime = createRuntime()
  const hostTab = {
    label: 'Calls',
    draw: (showLine: (id: number) => void) => (
      <button type="button" onClick={() => showLine(2)}>
        the second
      </button>
    ),
  }
  const { container } = render(<Inspector runtime={runtime} placement="inline" hostTab={hostTab} />)
  act(() => runtime.push(lines(CS('s'), UC('s', [T('root', 'a')]))))
  const [first] = screen.getAllByRole('tab')
  expect([first?.textContent, first?.getAttribute('aria-selected')]).toEqual(['Calls', 'true'])
  await vi.waitFor(() => expect(screen.getByTestId('tab-lines').textContent).toBe('Lines2'))
  fireEvent.click(screen.getByText('the second'))
  const line = container.querySelector<HTMLDetailsElement>('[data-line="2"]')
  expect(line?.open).toBe(true)
  expect(document.activeElement).toBe(line?.querySelector('summary'))
})
