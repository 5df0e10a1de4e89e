/** Slips in how a surface begins. */
import type { JsonObject } from 'surface-runtime'
import { contentOf, eachMessage } from './edit.ts'
import type { Slip } from './slip.ts'

const group = 'Beginning'

const begins = (message: JsonObject): boolean => contentOf(message, 'createSurface') !== undefined

/** Moves the components into the first message. The message that brought them goes. */
function withinBeginning(messages: readonly JsonObject[]): readonly JsonObject[] {
  const components = messages.flatMap((one) => contentOf(one, 'updateComponents')?.['components'] ?? [])
  const others = messages.filter((one) => contentOf(one, 'updateComponents') === undefined)
  return eachMessage('createSurface', (content) => ({ ...content, components }))(others)
}

export const beginningSlips: readonly Slip[] = [
  {
    ...{ id: 'catalog', group, about: 'catalog' },
    on: 'messages',
    label: 'A `catalogId` that nobody has',
    change: eachMessage('createSurface', (content) => ({
      ...content,
      catalogId: 'https://agent.example/widgets.json',
    })),
  },
  {
    ...{ id: 'root', group, about: 'root' },
    on: 'components',
    label: 'A root whose id is not `root`',
    change: (components) => components.map((one) => (one['id'] === 'root' ? { ...one, id: 'main' } : one)),
  },
  {
    ...{ id: 'no-beginning', group, about: 'beginning' },
    on: 'messages',
    label: 'No `createSurface`',
    change: (messages) => messages.filter((one) => !begins(one)),
  },
  {
    ...{ id: 'within', group, about: 'beginning' },
    on: 'messages',
    label: 'Components within `createSurface`',
    change: withinBeginning,
  },
]
