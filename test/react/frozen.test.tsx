// A surface for reading only. How it looks is for a browser; here: what acts, what is said, and what still changes.
import { act, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { basicRenderers, SurfaceList } from '../../src/entries/index.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { type Mounted, mount, only, texts } from './mount.tsx'

const inputs: readonly JsonObject[] = [
  { id: 'text', component: 'TextField', label: 'Name', value: { path: '/name' } },
  { id: 'long', component: 'TextField', label: 'Note', variant: 'longText', value: { path: '/note' } },
  { id: 'box', component: 'CheckBox', label: 'Yes', value: { path: '/yes' } },
  {
    id: 'pick',
    component: 'ChoicePicker',
    label: 'Seat',
    options: [
      { label: 'Aisle', value: 'aisle' },
      { label: 'Window', value: 'window' },
    ],
    value: { path: '/seat' },
  },
  { id: 'slide', component: 'Slider', label: 'Guests', min: 0, max: 9, value: { path: '/guests' } },
  { id: 'day', component: 'DateTimeInput', label: 'Day', enableDate: true, value: { path: '/day' } },
]

const model: JsonObject = { name: 'Ada', note: 'n', yes: false, seat: ['aisle'], guests: 2, day: '2030-05-01' }

const buttons: readonly JsonObject[] = [
  { id: 'send', component: 'Button', child: 'send-label', action: { event: { name: 'send' } } },
  T('send-label', 'Send'),
  {
    id: 'open',
    component: 'Button',
    child: 'open-label',
    action: { functionCall: { call: 'openUrl', args: { url: 'https://example.com/' } } },
  },
  T('open-label', 'Open'),
]

const ids = [...inputs.map(({ id }) => String(id)), 'send', 'open', 'title']
const messages = [
  CS('s'),
  UD('s', '/', model),
  UC('s', [{ id: 'root', component: 'Column', children: ids }, ...inputs, ...buttons, T('title', { path: '/name' })]),
]

function frozen(more: readonly JsonObject[] = [], options = {}): Mounted {
  return mount({
    messages: [...messages, ...more],
    ui: ({ runtime }) => <SurfaceList runtime={runtime} frozen />,
    ...options,
  })
}

afterEach(() => vi.unstubAllGlobals())

describe('[B-13] a frozen surface', () => {
  it('[B-13] [BC-14] has no link that opens', () => {
    const { container } = frozen([UC('s', [T('title', 'See [the page](https://a.example/) and **more**')])])
    expect(container.querySelectorAll('a')).toHaveLength(0)
    expect(container.textContent).toContain('See the page and more')
  })

  it('[B-13] has inputs that take nothing, and say so', () => {
    const { container, surface } = frozen()
    for (const name of ['Name', 'Note', 'Day']) expect(screen.getByLabelText(name)).toHaveProperty('readOnly', true)
    for (const role of ['checkbox', 'slider'])
      for (const control of screen.getAllByRole(role)) expect(control).toHaveProperty('disabled', true)
    for (const button of screen.getAllByRole('button')) expect(button.getAttribute('aria-disabled')).toBe('true')
    // Whatever gets through to a renderer all the same.
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Eve' } })
    fireEvent.change(screen.getByRole('slider'), { target: { value: '7' } })
    fireEvent.blur(screen.getByLabelText('Name'))
    for (const box of container.querySelectorAll<HTMLElement>('[type="checkbox"]')) fireEvent.click(box)
    expect(surface().data.get('/')).toEqual(model)
  })

  it('[B-13] sends nothing and opens nothing, even where a renderer of the host forgets about it', () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const renderers = {
      ...basicRenderers,
      Button: ({ act: press }: { readonly act: (name: string) => void }) => (
        <button type="button" onClick={() => press('action')} />
      ),
    }
    const { events } = mount({
      messages,
      ui: ({ runtime }) => <SurfaceList runtime={runtime} frozen renderers={renderers} />,
    })
    for (const button of screen.getAllByRole('button')) fireEvent.click(button)
    expect(open).not.toHaveBeenCalled()
    expect(events).toEqual([])
  })

  it('[B-13] says so to everybody, and its texts can be read', () => {
    const { container } = frozen()
    const frame = only(container, '.sf-surface')
    const note = only(container, '.sf-frozen')
    expect(note.textContent).toBe('This can be read, but no longer changed.')
    expect(frame.getAttribute('aria-describedby')).toBe(note.id)
    expect(container.querySelector('[inert], [aria-hidden="true"] .sf-text')).toBeNull()
    expect(texts(container)).toContain('Ada')
  })

  it('[B-13] still shows what the agent sends', () => {
    const { container, send } = frozen()
    send(UD('s', '/name', 'Grace'), UC('s', [T('send-label', 'Sent')]))
    expect(texts(container)).toContain('Grace')
    expect(texts(container)).toContain('Sent')
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Grace')
  })

  it('[B-13] [BC-5] still opens its dialogs', async () => {
    const { events } = frozen([
      UC('s', [{ id: 'title', component: 'Modal', trigger: 'send', content: 'terms' }, T('terms', 'All of them')]),
    ])
    await userEvent.click(screen.getAllByRole('button', { name: 'Send' })[1] as HTMLElement)
    expect(screen.getByRole('dialog').textContent).toContain('All of them')
    expect(events).toEqual([])
  })

  it('[B-13] keeps what only leads to more of it: tabs, and the rest of a long list', async () => {
    const { container } = mount({
      messages: [
        CS('s'),
        UD('s', '/rows', ['a', 'b', 'c']),
        UC('s', [
          {
            id: 'root',
            component: 'Tabs',
            tabs: [
              { title: 'One', child: 'one' },
              { title: 'Two', child: 'list' },
            ],
          },
          T('one', 'first'),
          { id: 'list', component: 'Column', children: { componentId: 'row', path: '/rows' } },
          T('row', { path: '' }),
        ]),
      ],
      limits: { templateItems: 2 },
      ui: ({ runtime }) => <SurfaceList runtime={runtime} frozen />,
    })
    await userEvent.click(screen.getByRole('tab', { name: 'Two' }))
    await userEvent.click(screen.getByRole('button', { name: 'Show more (1)' }))
    expect(texts(container)).toEqual(['first', 'a', 'b', 'c'])
  })

  it('[B-13] asks for no address that holds what was entered', () => {
    const image = { id: 'root', component: 'Image', url: { path: '/url' } }
    const { runtime, container } = mount({
      messages: [CS('s'), UC('s', [image])],
      ui: ({ runtime }) => <SurfaceList runtime={runtime} frozen />,
    })
    act(() => runtime.surface('s')?.data.set('/url', 'https://pictures.example/secret'))
    expect(screen.getByRole('note').textContent).toContain('pictures.example')
    expect(container.querySelector('img, button')).toBeNull()
  })

  it('[B-13] [R-18] is frozen and thawed where it stands', async () => {
    const { page, runtime, container, events } = mount({ messages })
    await userEvent.type(screen.getByLabelText('Name'), ' L')
    const field = screen.getByLabelText('Name')
    page.rerender(<SurfaceList runtime={runtime} frozen />)
    expect(document.activeElement).toBe(field)
    expect(field).toHaveProperty('value', 'Ada L')
    await userEvent.type(field, 'ovelace')
    expect(field).toHaveProperty('value', 'Ada L')
    page.rerender(<SurfaceList runtime={runtime} />)
    await userEvent.type(field, 'ovelace')
    expect(runtime.surface('s')?.data.get('/name')).toBe('Ada Lovelace')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(events.map(({ name }) => name)).toEqual(['send'])
    expect(container.querySelector('.sf-frozen')).toBeNull()
  })
})
