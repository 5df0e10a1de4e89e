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
  /** Something the user pressed. */
  readonly press?: boolean
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
  const noteEvents = (): void => {
    for (const [index, { event, wire }] of record.getSnapshot().events.entries()) {
      const words = `press of the user: ${event.name}`
      const { surfaceId } = event
      add(`event ${index}`, () => ({ by: 'surface', words, value: wire, surfaceId, press: true }))
    }
  }
  const noteMessages = (): void => {
    for (const message of conversation.messages.getSnapshot()) {
      const { messageId, role } = message
      if (callsIn(message).length > 0) continue
      const words = role === 'ROLE_USER' ? 'message of the user' : 'message of the agent'
      add(`message ${messageId}`, () => ({ by: 'agent', words, value: undefined }))
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
    record.subscribe(noteEvents),
    conversation.messages.subscribe(noteMessages),
    conversation.tasks.subscribe(noteTasks),
  ]
  return {
    momentsOf(taskId, surfaceIds) {
      const messages = conversation.messages.getSnapshot().filter((message) => message.taskId === taskId)
      const said = new Map(messages.map((message) => [`message ${message.messageId}`, message]))
      const kept = [...entries].filter(
        ([key, entry]) => said.has(key) || entry.taskId === taskId || surfaceIds.includes(entry.surfaceId ?? ''),
      )
      const moments = [
        ...kept.map(([key, entry]) => (said.has(key) ? { ...entry, value: said.get(key) } : entry)),
        ...messages.flatMap(callsIn),
      ]
      const begun = begin(moments)
      const asked = messages.some(({ role }) => role === 'ROLE_USER')
      // A press has no place among the messages: that before an answer is what it answers.
      const press = asked ? undefined : [...entries.values()].findLast((entry) => entry.press && entry.at <= begun)
      const own = moments.filter(({ by, at }) => by !== 'surface' || at >= begun)
      return [...new Set([...(press ? [press] : []), ...own])].sort((a, b) => a.at - b.at)
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
