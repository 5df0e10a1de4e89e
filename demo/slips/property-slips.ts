/** Slips in properties and their values. */
import type { JsonObject } from 'surface-runtime'
import { eachOf, isObject, renamed, without } from './edit.ts'
import type { Slip } from './slip.ts'

const group = 'Property and value'

/** Name and context of a button's event. */
function eventOf({ action }: JsonObject): { readonly name: string; readonly context: JsonObject } {
  const event = isObject(action) && isObject(action['event']) ? action['event'] : {}
  return { name: String(event['name']), context: isObject(event['context']) ? event['context'] : {} }
}

/** A button keeps its words in a text of its own: the text goes, and its words are the button's. */
function labelled(components: readonly JsonObject[]): readonly JsonObject[] {
  const ownTexts = new Set(components.filter(isButton).map(({ child }) => child))
  const textOf = (id: unknown): JsonObject => components.find((one) => one['id'] === id) ?? {}
  return components
    .filter(({ id }) => !ownTexts.has(id))
    .map((one) => (isButton(one) ? { ...without(one, 'child'), label: textOf(one['child'])['text'] ?? '' } : one))
}

const isButton = ({ component }: JsonObject): boolean => component === 'Button'

export const propertySlips: readonly Slip[] = [
  {
    ...{ id: 'label', group, about: 'words of buttons' },
    on: 'components',
    label: 'A `label` on the button in place of its text',
    change: labelled,
  },
  {
    ...{ id: 'content', group, about: 'name of texts' },
    on: 'components',
    label: '`content` in place of `text`',
    change: eachOf('Text', (text) => renamed(text, 'text', 'content')),
  },
  {
    ...{ id: 'action-text', group, about: 'action' },
    on: 'components',
    label: 'An action as a text, its context beside it',
    change: eachOf('Button', (button) => {
      const { name, context } = eventOf(button)
      return { ...button, action: name, context }
    }),
  },
  {
    ...{ id: 'on-click', group, about: 'action' },
    on: 'components',
    label: '`onClick` in place of `action`',
    change: eachOf('Button', (button) => ({ ...without(button, 'action'), onClick: { ...eventOf(button) } })),
  },
  {
    ...{ id: 'options', group, about: 'options' },
    on: 'components',
    label: 'Options as `{id, text}`',
    change: eachOf('ChoicePicker', (choice) => {
      const options = (choice['options'] ?? []) as readonly JsonObject[]
      return { ...choice, options: options.map(({ label = '', value = '' }) => ({ id: value, text: label })) }
    }),
  },
  {
    ...{ id: 'unknown', group, about: 'unknown properties' },
    on: 'components',
    label: 'Properties that do not exist',
    change: (components) => components.map((one) => ({ ...one, padding: 16, style: { color: 'navy' } })),
  },
]
