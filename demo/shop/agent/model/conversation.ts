/** What a model remembers of one conversation: what was said, the surfaces it has made, and the addresses it was told. */
import { describeFaults } from '../../../../src/authoring/index.ts'
import type { SurfaceMessage } from '../../../../src/entries/core.ts'
import type { PlanMessage } from '../message.ts'
import type { AnswerReader } from './answer-reader.ts'
import type { ChatMessage } from './completions.ts'
import { surfaceIdOf } from './line-check.ts'

export interface ModelConversation {
  readonly chat: readonly ChatMessage[]
  readonly add: (...messages: readonly ChatMessage[]) => void
  /** Back to an earlier `chat`. */
  readonly restore: (chat: readonly ChatMessage[]) => void
  /** Messages of surfaces that the client has. */
  readonly shown: readonly SurfaceMessage[]
  readonly show: (messages: readonly SurfaceMessage[]) => void
  /** Whether the client has the surface, with a root or without. */
  readonly has: (surfaceId: string) => boolean
  /** Whether anything of the surface can be seen. */
  readonly isDrawn: (surfaceId: string) => boolean
  readonly addresses: ReadonlySet<string>
}

/** Characters of the chat that go to the model at most, and surface messages that are kept: the oldest go first. */
const [mostCharacters, mostShown] = [60_000, 200]

export function createModelConversation(): ModelConversation {
  let chat: readonly ChatMessage[] = []
  let shown: readonly SurfaceMessage[] = []
  const addresses = new Set<string>()
  return {
    get chat() {
      return chat
    },
    add(...messages) {
      chat = [...chat, ...messages]
      for (const { role, content } of messages) if (role === 'tool') learn(content, addresses)
      // A turn begins with what the user said; half a turn would be calls without answers.
      while (charactersOf(chat) > mostCharacters) {
        const next = chat.findIndex(({ role }, index) => index > 0 && role === 'user')
        if (next < 0) break
        chat = chat.slice(next)
      }
    },
    restore(before) {
      chat = before
    },
    get shown() {
      return shown
    },
    show(messages) {
      // A surface that is gone may be forgotten.
      const gone = messages.flatMap((message) => ('deleteSurface' in message ? [surfaceIdOf(message)] : []))
      shown = [...shown, ...messages].filter((one) => !gone.includes(surfaceIdOf(one))).slice(-mostShown)
    },
    has: (surfaceId) => shown.some((message) => surfaceIdOf(message) === surfaceId),
    isDrawn: (surfaceId) =>
      shown.some((message) => {
        if (surfaceIdOf(message) !== surfaceId) return false
        return (
          'beginRendering' in message ||
          ('updateComponents' in message && JSON.stringify(message).includes('"id":"root"'))
        )
      }),
    addresses,
  }
}

/** What the user said or pressed, in one message. */
export function userMessage(message: PlanMessage, surfaceId: string | undefined): ChatMessage {
  const { text, actions, surfaceErrors, dataModels } = message
  const pressed = actions.map(({ name, surfaceId: from, context }) => ({
    ...{ event: name, surfaceId: from, context },
    ...(dataModels[from] !== undefined && { data: dataModels[from] }),
  }))
  const parts = [
    text.slice(0, 4000),
    ...pressed.map((press) => `The user pressed a button: ${JSON.stringify(press).slice(0, 4000)}`),
    ...surfaceErrors
      .slice(0, 5)
      .map((error) => `The client refused a message: ${JSON.stringify(error).slice(0, 1000)}`),
    ...(surfaceId === undefined ? [] : [`(surfaceId of a new surface: "${surfaceId}")`]),
  ]
  return { role: 'user', content: parts.filter((part) => part !== '').join('\n') }
}

/** Told once. */
export function correctionMessage({ faults, refused }: Pick<AnswerReader, 'faults' | 'refused'>): ChatMessage {
  const ask = 'Some lines were refused; all others are shown. Send the corrected or missing lines, and nothing else.'
  const lines = [...refused].slice(0, 5).map(([number, line]) => `Line ${number} was: ${line.slice(0, 300)}`)
  return { role: 'user', content: [ask, describeFaults(faults), ...lines].join('\n') }
}

function charactersOf(chat: readonly ChatMessage[]): number {
  return chat.reduce((sum, message) => {
    const calls = 'tool_calls' in message ? JSON.stringify(message.tool_calls).length : 0
    return sum + message.content.length + calls
  }, 0)
}

/** Every text of a tool's answer that is a web address. */
function learn(content: string, addresses: Set<string>): void {
  JSON.parse(content, (_, value: unknown) => {
    if (typeof value === 'string' && /^https?:\/\/\S+$/.test(value)) addresses.add(value)
    return value
  })
}
