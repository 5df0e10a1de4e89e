// What the user reads after an action whose checks fail, where a renderer of the host only acts.
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { basicRenderers, SurfaceList } from '../../src/entries/index.ts'
import type { RendererOf } from '../../src/react/renderer.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { theButton } from './action-setup.ts'
import { mount } from './mount.tsx'

/** It knows of no checks. */
const Button: RendererOf<never> = ({ act }) => (
  <button type="button" onClick={() => act('action')}>
    Go
  </button>
)
const renderers = { ...basicRenderers, Button }

const name = { path: '/name' }
const checks = [{ condition: { call: 'required', args: { value: name } }, message: 'Tell us your name.' }]
const form = [
  CS('s'),
  UC('s', [
    { id: 'root', component: 'Column', children: ['field', 'button'] },
    { id: 'field', component: 'TextField', label: 'Name', value: name, checks },
    { id: 'button', component: 'Button', child: 'go', action: { event: { name: 'go' } }, checks },
    T('go', 'Go'),
  ]),
]

function reason(): HTMLElement | null {
  return screen.queryByText('Tell us your name.')
}

describe('an action whose checks fail', () => {
  it('[B-11] makes the inputs say what is wrong, and is sent once they hold', async () => {
    const { events, send } = mount({ messages: form, renderers })
    expect(reason()).toBe(null)
    await userEvent.click(theButton())
    expect(reason()).not.toBe(null)
    expect(events).toEqual([])
    send(UD('s', '/name', 'Ada'))
    await userEvent.click(theButton())
    expect(reason()).toBe(null)
    expect(events).toHaveLength(1)
  })

  it('[B-11] [B-13] says nothing on a frozen surface', async () => {
    const { runtime } = mount({ messages: form, renderers })
    cleanup()
    render(<SurfaceList runtime={runtime} renderers={renderers} frozen={true} />)
    await userEvent.click(theButton())
    expect(reason()).toBe(null)
  })
})
