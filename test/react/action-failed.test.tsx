// An action that the host could not deliver is said beside its control, until the user tries again.
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { basicRenderers, defaultTexts, type RendererInput, SurfaceList } from '../../src/entries/index.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { CS, DS, T, UC, UD } from '../support/messages.ts'
import { type MountOptions, mount } from './mount.tsx'

const button = (id = 'root', name = 'go'): JsonObject => ({
  id,
  component: 'Button',
  child: `${id}-text`,
  action: { event: { name } },
})

const surface = [CS('s'), UC('s', [button(), T('root-text', 'Go')])]

/** A host whose answers are settled one by one. */
function slowHost() {
  const open: { readonly resolve: () => void; readonly reject: (reason: unknown) => void }[] = []
  const onEvent: NonNullable<MountOptions['onEvent']> = () =>
    new Promise<void>((resolve, reject) => void open.push({ resolve, reject }))
  return {
    onEvent,
    settle: () => act(async () => open.shift()?.resolve()),
    fail: () => act(async () => open.shift()?.reject(new Error('offline'))),
  }
}

const said = (): string =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('')
const theButton = (): HTMLElement => screen.getByRole('button')

describe('an action that failed', () => {
  it('[H-7] is said beside its button, politely, and the button is free', async () => {
    const { onEvent, fail } = slowHost()
    const { container } = mount({ messages: surface, onEvent })
    expect(said()).toBe('')
    await userEvent.click(theButton())
    // The region is there, and empty, before something is said in it: else some screen readers stay silent.
    const region = container.querySelector('button + [role="status"]')
    expect(region?.textContent).toBe('')
    await fail()
    expect(region?.textContent).toBe(defaultTexts.actionFailed)
    expect(region?.isConnected).toBe(true)
    expect(theButton().getAttribute('aria-description')).toBe(defaultTexts.actionFailed)
    expect(theButton().hasAttribute('aria-busy')).toBe(false)
    expect((theButton() as HTMLButtonElement).disabled).toBe(false)
    expect(document.activeElement).toBe(theButton())
  })

  it('[H-7] is said no more once the button is pressed again', async () => {
    const { onEvent, fail, settle } = slowHost()
    const { events, container } = mount({ messages: surface, onEvent })
    await userEvent.click(theButton())
    await fail()
    await userEvent.click(theButton())
    expect([said(), events.length]).toEqual(['', 2])
    await fail()
    expect(said()).toBe(defaultTexts.actionFailed)
    await userEvent.click(theButton())
    await settle()
    expect(said()).toBe('')
    expect(container.querySelector('button + [role="status"]')).toBeNull()
    expect(theButton().hasAttribute('aria-description')).toBe(false)
  })

  it('[H-7] is said no more where the host answers the next press at once', async () => {
    let times = 0
    mount({ messages: surface, onEvent: () => (times++ === 0 ? Promise.reject(new Error('offline')) : undefined) })
    await userEvent.click(theButton())
    expect(said()).toBe(defaultTexts.actionFailed)
    await userEvent.click(theButton())
    expect([said(), times]).toEqual(['', 2])
  })

  it('[H-7] is said no more once the agent sends the button again, and stays where it sends something else', async () => {
    const { onEvent, fail } = slowHost()
    const { send } = mount({ messages: surface, onEvent })
    await userEvent.click(theButton())
    await fail()
    send(UD('s', '/other', 1), UC('s', [T('root-text', 'Again')]))
    expect(said()).toBe(defaultTexts.actionFailed)
    send(UC('s', [button()]))
    expect(said()).toBe('')
  })

  it('[H-7] is said of this button alone, of its list item alone', async () => {
    const { onEvent, fail } = slowHost()
    const { container } = mount({
      messages: [
        CS('s'),
        UC('s', [
          { id: 'root', component: 'Column', children: { componentId: 'row', path: '/rows' } },
          button('row'),
          T('row-text', { path: 'id' }),
        ]),
        UD('s', '/rows', [{ id: 'a' }, { id: 'b' }]),
      ],
      onEvent,
    })
    await userEvent.click(screen.getByRole('button', { name: 'b' }))
    await fail()
    const notices = [...container.querySelectorAll('.sf-button__reason')]
    expect(notices.map((notice) => notice.previousElementSibling?.textContent)).toEqual(['b'])
  })

  it('[H-7] is said in the words of the host, and not where the surface is frozen', async () => {
    const { onEvent, fail } = slowHost()
    const texts = { actionFailed: 'Nicht gesendet.' }
    const ui = (frozen: boolean) => (recorder: { readonly runtime: Parameters<typeof SurfaceList>[0]['runtime'] }) => (
      <SurfaceList runtime={recorder.runtime} texts={texts} frozen={frozen} />
    )
    const { page, runtime } = mount({ messages: surface, onEvent, ui: ui(false) })
    await userEvent.click(theButton())
    await fail()
    expect(said()).toBe('Nicht gesendet.')
    page.rerender(ui(true)({ runtime }))
    expect(said()).toBe('')
  })

  it('[H-7] gives way to the reason of a check that fails meanwhile', async () => {
    const { onEvent, fail } = slowHost()
    const checks = [{ condition: { path: '/ok' }, message: 'Not yet' }]
    const { send, container } = mount({
      messages: [CS('s'), UD('s', '/ok', true), UC('s', [{ ...button(), checks }, T('root-text', 'Go')])],
      onEvent,
    })
    await userEvent.click(theButton())
    await fail()
    send(UD('s', '/ok', false))
    await userEvent.click(theButton())
    expect([...container.querySelectorAll('.sf-button__reason')].map((each) => each.textContent)).toEqual(['Not yet'])
  })

  it('[H-7] of a surface that is gone harms nobody', async () => {
    const { onEvent, fail } = slowHost()
    const { send, codes } = mount({ messages: surface, onEvent })
    await userEvent.click(theButton())
    send(DS('s'))
    await fail()
    expect(codes()).toEqual(['ACTION_FAILED'])
  })

  it('[H-7] is told to renderers of the host', async () => {
    const { onEvent, fail } = slowHost()
    const seen: boolean[] = []
    const Button = ({ failed, act: press }: RendererInput<Record<string, unknown>>) => {
      seen.push(failed)
      return (
        <button type="button" onClick={() => press('action')}>
          x
        </button>
      )
    }
    mount({ messages: surface, onEvent, renderers: { ...basicRenderers, Button } })
    await userEvent.click(theButton())
    expect(seen.at(-1)).toBe(false)
    await fail()
    expect(seen.at(-1)).toBe(true)
    await userEvent.click(theButton())
    expect(seen.at(-1)).toBe(false)
  })
})
