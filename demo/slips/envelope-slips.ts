/** Slips in lines, and in what stands around the content of a message. */
import type { JsonObject } from 'surface-runtime'
import { isObject, without } from './edit.ts'
import type { Slip } from './slip.ts'

const group = 'Line and envelope'

const namesOfV08: { readonly [kind: string]: string } = {
  createSurface: 'beginRendering',
  updateComponents: 'surfaceUpdate',
  updateDataModel: 'dataModelUpdate',
}

/** The content of a message beside its kind, in one object. */
function typed({ version = '', ...message }: JsonObject): JsonObject {
  const [[type, content] = ['', {}]] = Object.entries(message)
  return { version, type, ...(isObject(content) && content) }
}

export const envelopeSlips: readonly Slip[] = [
  {
    ...{ id: 'no-surface-id', group, about: 'surface id' },
    on: 'messages',
    label: 'No `surfaceId` after the first message',
    change: (messages) =>
      messages.map((message, index) => {
        if (index === 0) return message
        return Object.fromEntries(
          Object.entries(message).map(([key, content]) => [
            key,
            isObject(content) ? without(content, 'surfaceId') : content,
          ]),
        )
      }),
  },
  {
    ...{ id: 'old-names', group, about: 'version' },
    on: 'messages',
    label: 'Messages with their names of v0.8',
    change: (messages) =>
      messages.map((message) =>
        Object.fromEntries(Object.entries(message).map(([key, content]) => [namesOfV08[key] ?? key, content])),
      ),
  },
  {
    ...{ id: 'typed', group, about: 'kind of messages' },
    on: 'messages',
    label: 'The kind of a message in `type`',
    change: (messages) => messages.map(typed),
  },
  {
    ...{ id: 'no-version', group, about: 'version' },
    on: 'messages',
    label: 'No `version`',
    change: (messages) => messages.map((message) => without(message, 'version')),
  },
  {
    ...{ id: 'list', group, about: 'what messages stand in' },
    on: 'messages',
    label: 'All messages in one list',
    change: (messages) => [messages],
  },
  {
    ...{ id: 'tool', group, about: 'what messages stand in' },
    on: 'messages',
    label: 'All messages within a tool call',
    change: (messages) => [{ name: 'show_surface', arguments: { messages } }],
  },
]
