// Checks: while one fails, its message is there and the action is not.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { basicRenderers } from '../../src/entries/index.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import type { RendererOf, Renderers } from '../../src/react/renderer.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { mount, only, texts } from './mount.tsx'

function check(call: string, args: JsonObject, message: string): JsonObject {
  return { condition: { call, args }, message }
}

const name: JsonValue = { path: '/name' }
const checks = [
  check('required', { value: name }, 'Tell us your name.'),
  check('length', { value: name, min: 3 }, 'At least three letters, please.'),
]

function form(
  fieldChecks: readonly JsonValue[],
  buttonChecks: readonly JsonValue[] = fieldChecks,
  renderers: Renderers = basicRenderers,
) {
  return mount({
    renderers,
    messages: [
      CS('s'),
      UC('s', [
        { id: 'root', component: 'Column', children: ['field', 'box', 'button'] },
        { id: 'field', component: 'TextField', label: 'Name', value: name, checks: fieldChecks },
        {
          id: 'box',
          component: 'CheckBox',
          label: 'Agree',
          value: { path: '/agree' },
          checks: [{ condition: { path: '/agree' }, message: 'You have to agree.' }],
        },
        { id: 'button', component: 'Button', child: 'go', action: { event: { name: 'go' } }, checks: buttonChecks },
        T('go', 'Go'),
      ]),
    ],
  })
}

function button(): HTMLButtonElement {
  return screen.getByRole<HTMLButtonElement>('button', { name: 'Go' })
}

/** Disabled to the user, and in the tab order all the same. */
function isOff(element: HTMLButtonElement = button()): boolean {
  expect(element.disabled).toBe(false)
  return element.ariaDisabled === 'true'
}

function field(): HTMLInputElement {
  return screen.getByLabelText<HTMLInputElement>('Name')
}

describe('[B-6] a button with checks', () => {
  it('[B-6] is disabled while one fails, and enabled as soon as all hold', async () => {
    const { send } = form(checks)
    expect(isOff()).toBe(true)
    await userEvent.type(field(), 'Ad')
    expect(isOff()).toBe(true)
    await userEvent.type(field(), 'a')
    expect(isOff()).toBe(false)
    send(UD('s', '/name', ''))
    expect(isOff()).toBe(true)
  })

  it('[B-6] says why, the first reason first', async () => {
    form(checks)
    expect(button().title).toBe('Tell us your name.')
    expect(button().getAttribute('aria-description')).toBe('Tell us your name.')
    await userEvent.type(field(), 'Ad')
    expect(button().title).toBe('At least three letters, please.')
    await userEvent.type(field(), 'a')
    expect(button().title).toBe('')
    expect(button().hasAttribute('aria-description')).toBe(false)
  })

  it('[B-6] sends nothing while one fails, whatever is done to it', async () => {
    const { events } = form(checks)
    await userEvent.click(button())
    button().focus()
    await userEvent.keyboard('{Enter} ')
    expect(events).toEqual([])
  })

  it('[B-6] sends nothing while one fails, although a renderer of the host does not disable it', async () => {
    const Careless: RendererOf<never> = ({ act }) => (
      <button type="button" onClick={() => act('action')}>
        Go
      </button>
    )
    const { events } = form(checks, checks, { ...basicRenderers, Button: Careless })
    await userEvent.click(button())
    expect(events).toEqual([])
    await userEvent.type(field(), 'Ada')
    await userEvent.click(button())
    expect(events).toHaveLength(1)
  })

  it('[B-6] sends when the checks of another component fail: only its own count', async () => {
    const { events } = form(checks, [])
    await userEvent.click(button())
    expect(events).toHaveLength(1)
  })

  it('[B-6] [C-1] has other checks when it is sent again', async () => {
    const { send } = form(checks)
    send(UC('s', [{ id: 'button', component: 'Button', child: 'go', action: { event: { name: 'go' } } }]))
    expect(isOff()).toBe(false)
  })

  it.each<readonly [JsonValue, boolean]>([
    [true, true],
    ['true', true],
    ['TRUE', true],
    [1, true],
    ['yes', false],
    [0, false],
    [null, false],
    ['', false],
    [false, false],
  ])('[B-6] [B-1] holds for a bound condition as for a truth value: %j', (value, holds) => {
    const { send } = form([], [{ condition: { path: '/ok' }, message: 'Not yet.' }])
    send(UD('s', '/ok', value))
    expect(isOff()).toBe(!holds)
  })
})

describe('[B-6] a field with checks', () => {
  it('[B-6] tells nobody off who has not been there', async () => {
    const { container } = form(checks)
    expect(texts(container, '.sf-field__error')).toEqual([])
    await userEvent.click(field())
    await userEvent.keyboard('Ad')
    expect(texts(container, '.sf-field__error')).toEqual([])
    expect(field().hasAttribute('aria-invalid')).toBe(false)
  })

  it('[B-6] says what is wrong once the user has left, and follows from then on', async () => {
    const { container } = form(checks)
    await userEvent.click(field())
    await userEvent.click(document.body)
    expect(texts(container, '.sf-field__error')).toEqual(['Tell us your name.'])
    await userEvent.type(field(), 'Ad')
    expect(texts(container, '.sf-field__error')).toEqual(['At least three letters, please.'])
    await userEvent.type(field(), 'a')
    expect(texts(container, '.sf-field__error')).toEqual([])
  })

  it('[B-6] [R-7] links the message to the field', async () => {
    const { container } = form(checks)
    await userEvent.click(field())
    await userEvent.tab()
    const error = only(container, '.sf-field__error')
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(field().getAttribute('aria-describedby')).toBe(error.id)
    await userEvent.type(field(), 'Ada')
    expect(field().hasAttribute('aria-invalid')).toBe(false)
    expect(field().hasAttribute('aria-describedby')).toBe(false)
  })

  it('[B-6] is the same for a box', async () => {
    const { container } = form([])
    const box = screen.getByLabelText('Agree')
    await userEvent.click(box)
    await userEvent.click(box)
    expect(texts(container, '.sf-field__error')).toEqual([])
    await userEvent.tab()
    expect(texts(container, '.sf-field__error')).toEqual(['You have to agree.'])
    await userEvent.click(box)
    expect(texts(container, '.sf-field__error')).toEqual([])
  })
})

describe('[B-6] in a list', () => {
  it('[B-6] [B-2] each item is checked by itself', async () => {
    const { container } = mount({
      messages: [
        CS('s'),
        UC('s', [
          { id: 'root', component: 'Column', children: { componentId: 'row', path: '/rows' } },
          {
            id: 'row',
            component: 'Button',
            child: 'go',
            action: { event: { name: 'go' } },
            checks: [check('required', { value: { path: 'name' } }, 'A name, please.')],
          },
          T('go', { path: 'name' }),
        ]),
        UD('s', '/rows', [{ name: 'one' }, {}, { name: 'three' }]),
      ],
    })
    const disabled = [...container.querySelectorAll('button')].map(isOff)
    expect(disabled).toEqual([false, true, false])
  })
})

describe('[B-11] an action whose checks fail, tried all the same', () => {
  /** Without the space that tells two presses apart: whether the focus has asked before depends on the page's `:focus-visible`. */
  const reason = (container: HTMLElement): string => texts(container, '.sf-button__reason').join().trim()

  it.each<readonly [string, () => Promise<unknown>]>([
    ['a press of the mouse', () => userEvent.click(button())],
    ['Enter', () => userEvent.keyboard('{Enter}')],
    ['Space', () => userEvent.keyboard(' ')],
  ])('[B-11] %s says why below the button, as long as it is so, and sends nothing', async (_name, press) => {
    const { send, container, events } = form([], checks)
    expect(reason(container)).toBe('')
    button().focus()
    await press()
    expect(reason(container)).toBe('Tell us your name.')
    send(UD('s', '/name', 'Ad'))
    expect(reason(container)).toBe('At least three letters, please.')
    send(UD('s', '/name', 'Ada'))
    expect(reason(container)).toBe('')
    expect(events).toEqual([])
  })

  it('[B-11] screen readers are told again at each press', async () => {
    const { container } = form([], checks)
    const region = only(container, '.sf-button__reason')
    expect([region.role, region.textContent]).toEqual(['status', ''])
    const said: string[] = []
    for (let press = 0; press < 3; press++) {
      await userEvent.click(button())
      said.push(region.textContent)
    }
    expect(new Set(said.map((text) => text.trim()))).toEqual(new Set(['Tell us your name.']))
    expect([said[0] !== said[1], said[1] !== said[2]]).toEqual([true, true])
  })

  it('[B-11] says nothing anew when the checks fail again later', async () => {
    const { send, container } = form([], checks)
    await userEvent.click(button())
    send(UD('s', '/name', 'Ada'))
    send(UD('s', '/name', ''))
    expect(reason(container)).toBe('')
  })

  it('[B-11] a button that has the focus keeps it when a message disables it, and does nothing', async () => {
    const { send, events, container } = form([], checks)
    send(UD('s', '/name', 'Ada'))
    button().focus()
    send(UD('s', '/name', ''))
    expect(document.activeElement).toBe(button())
    expect(isOff()).toBe(true)
    await userEvent.keyboard('{Enter}')
    expect(events).toEqual([])
    expect(reason(container)).toBe('Tell us your name.')
    await userEvent.tab({ shift: true })
    await userEvent.tab()
    expect(document.activeElement).toBe(button())
  })

  it('[B-11] opens no dialog as the trigger of one', async () => {
    const { send } = mount({
      messages: [
        CS('s'),
        UC('s', [
          { id: 'root', component: 'Modal', trigger: 'button', content: 'inside' },
          { id: 'button', component: 'Button', child: 'go', action: { event: { name: 'go' } }, checks },
          T('go', 'Go'),
          T('inside', 'Inside'),
        ]),
      ],
    })
    await userEvent.click(button())
    expect(screen.queryByText('Inside')).toBeNull()
    expect(screen.getByText('Tell us your name.')).toBeTruthy()
    send(UD('s', '/name', 'Ada'))
    await userEvent.click(button())
    expect(screen.getByText('Inside')).toBeTruthy()
  })
})

describe('[B-11] inputs of the surface', () => {
  it('[B-11] say what is wrong with them when an action that waits is tried, and not before', async () => {
    const { container } = form(checks)
    expect(container.querySelector('[aria-invalid]')).toBeNull()
    await userEvent.click(button())
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(`${field().id}-error`)?.textContent).toBe('Tell us your name.')
    expect(screen.getByText('You have to agree.')).toBeTruthy()
  })

  it('[B-11] that come afterwards begin without a word', async () => {
    const { send, container } = form([], checks)
    await userEvent.click(button())
    const late = { id: 'box', component: 'TextField', label: 'Late', value: { path: '/late' }, checks }
    send(UC('s', [late]))
    expect(container.querySelector('[aria-invalid]')).toBeNull()
  })
})
