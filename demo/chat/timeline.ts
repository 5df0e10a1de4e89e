/** How an answer came about: messages, states of its task, calls to the shop and lines of surfaces, each with its time. */
import type { Conversation } from 'surface-runtime/agent'
import type { Recording } from 'surface-runtime/inspector'
import { surfaceIdIn } from './surface-record.ts'

/** `agent`, `shop` and `surface`: the protocol that it came by. */
export interface Moment {
  readonly by: 'agent' | 'shop' | 'surface'
  /** In milliseconds since 1970: when the page had it; of a call when the agent made it. */
  readonly at: number
  readonly words: string
  /** As it came. */
  readonly value: unknown
}

export interface Timeline {
  /** Of a task with its surfaces, in order of time. */
  readonly momentsOf: (taskId: string | undefined, surfaceIds: readonly string[]) => readonly Moment[]
  readonly stop: () => void
}

interface Entry extends Moment {
  readonly taskId?: string | undefined
  readonly surfaceId?: string | undefined
}

/** What came before the page was loaded has the time at which the page fetched it. */
export function keepTimeline(conversation: Conversation, record: Recording): Timeline {
  const entries = new Map<string, Entry>()
  const add = (key: string, entry: () => Omit<Entry, 'at'>): void => {
    if (!entries.has(key)) entries.set(key, { at: Date.now(), ...entry() })
  }
  const noteLines = (): void => {
    for (const { id, text } of record.getSnapshot().lines) {
      add(`line ${id}`, () => {
        const value: unknown = JSON.parse(text)
        const [kind = ''] = Object.keys(value ?? {}).filter((name) => name !== 'version')
        return { by: 'surface', words: `${kind} ${surfaceIdIn(text) ?? ''}`, value, surfaceId: surfaceIdIn(text) }
      })
    }
  }
  const noteMessages = (): void => {
    for (const message of conversation.messages.getSnapshot()) {
      const { messageId, role } = message
      if (callsIn(message).length > 0) continue
      const words = role === 'ROLE_USER' ? 'message of the user' : 'message of the agent'
      add(`message ${messageId}`, () => ({ by: 'agent', words, value: message }))
    }
  }
  const noteTasks = (): void => {
    for (const { id, state } of conversation.tasks.getSnapshot()) {
      const words = `task ${state.replace('TASK_STATE_', '').toLowerCase().replace('_', ' ')}`
      add(`task ${id} ${state}`, () => ({ by: 'agent', words, value: { id, state }, taskId: id }))
    }
  }
  const stops = [
    record.subscribe(noteLines),
    conversation.messages.subscribe(noteMessages),
    conversation.tasks.subscribe(noteTasks),
  ]
  return {
    momentsOf(taskId, surfaceIds) {
      const messages = conversation.messages.getSnapshot().filter((message) => message.taskId === taskId)
      const keys = new Set(messages.map(({ messageId }) => `message ${messageId}`))
      const kept = [...entries].filter(
        ([key, entry]) => keys.has(key) || entry.taskId === taskId || surfaceIds.includes(entry.surfaceId ?? ''),
      )
      const moments = [...kept.map(([, entry]) => entry), ...messages.flatMap(callsIn)]
      return moments.filter(({ by, at }) => by !== 'surface' || at >= begin(moments)).sort((a, b) => a.at - b.at)
    },
    stop() {
      for (const stop of stops) stop()
    },
  }
}

const begin = (moments: readonly Moment[]): number =>
  Math.min(...moments.filter(({ by }) => by === 'agent').map(({ at }) => at))

/** Of a part that the shopping agent sends for developers. */
function callsIn({ parts }: { readonly parts: readonly { readonly data?: unknown }[] }): readonly Moment[] {
  return parts.flatMap(({ data }) => {
    const calls = (data as { readonly calls?: unknown } | undefined)?.calls
    return Array.isArray(calls) ? calls.map(callMoment) : []
  })
}

function callMoment(call: { readonly [name: string]: unknown }): Moment {
  const words = `${call['name']} (${call['milliseconds']} ms${call['answered'] === false ? ', no answer' : ''})`
  return { by: 'shop', at: Date.parse(String(call['at'])), words, value: call }
}
