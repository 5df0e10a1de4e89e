/** How an answer came about: messages, states of its task, calls to the shop and lines of surfaces, each with its time. */
import type { Conversation, ConversationMessage } from 'surface-runtime/agent'
import type { Recording } from 'surface-runtime/inspector'
import { surfaceIdIn } from './surface-record.ts'

/** `agent`, `shop` and `surface`: the protocol that it came by. */
export interface Moment {
  readonly by: 'agent' | 'shop' | 'surface'
  /** In milliseconds, by the page's clock. Absent: it was loaded with the page, and nobody knows when it came. */
  readonly at: number | undefined
  /** In milliseconds, of a call until its answer. Default: 0. */
  readonly lasts?: number | undefined
  readonly words: string
  /** As it came. */
  readonly value: unknown
  /** Of a surface's line: its `id` in the record. */
  readonly line?: number | undefined
}

export interface Timeline {
  /** Of a task with its surfaces: in order of time, or else in the order in which they were loaded. */
  readonly momentsOf: (taskId: string | undefined, surfaceIds: readonly string[]) => readonly Moment[]
  readonly stop: () => void
}

interface Entry extends Moment {
  readonly taskId?: string | undefined
  readonly messageId?: string | undefined
  readonly surfaceId?: string | undefined
  /** Something the user pressed. */
  readonly press?: boolean
}

/**
 * Notes the time at which the page has each thing. The agent's clock is another one: of a call to the shop it says how
 * long ago it began, and that long before its message came the call is placed here.
 */
export function keepTimeline(conversation: Conversation, record: Recording): Timeline {
  const entries = new Map<string, Entry>()
  let loaded = false
  const now = (): number | undefined => (loaded ? performance.now() : undefined)
  const add = (key: string, entry: () => Omit<Entry, 'at'>): void => {
    if (!entries.has(key)) entries.set(key, { at: now(), ...entry() })
  }
  const noteLines = (): void => {
    for (const { id, text } of record.getSnapshot().lines) {
      add(`line ${id}`, () => {
        const value: unknown = JSON.parse(text)
        const [kind = ''] = Object.keys(value ?? {}).filter((name) => name !== 'version')
        const surfaceId = surfaceIdIn(text)
        return { by: 'surface', words: `${kind} ${surfaceId ?? ''}`, value, surfaceId, line: id }
      })
    }
  }
  const noteEvents = (): void => {
    for (const [index, { event, wire }] of record.getSnapshot().events.entries()) {
      const words = `press of the user: ${event.name}`
      add(`event ${index}`, () => ({ by: 'surface', words, value: wire, press: true }))
    }
  }
  const noteMessages = (): void => {
    for (const message of conversation.messages.getSnapshot()) {
      const { messageId, role } = message
      const calls = callsIn(message)
      if (calls.length === 0) {
        const words = role === 'ROLE_USER' ? 'message of the user' : 'message of the agent'
        add(`message ${messageId}`, () => ({ by: 'agent', words, value: undefined, messageId }))
      }
      for (const [index, { ago, ...call }] of calls.entries()) {
        const came = now()
        const at = came === undefined || ago === undefined ? undefined : came - ago
        add(`call ${messageId} ${index}`, () => ({ by: 'shop', ...call, at, messageId }))
      }
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
  void conversation.restored.then(() => {
    loaded = true
  })
  return {
    momentsOf(taskId, surfaceIds) {
      const said = new Map<string | undefined, ConversationMessage>()
      for (const message of conversation.messages.getSnapshot())
        if (message.taskId === taskId) said.set(message.messageId, message)
      const all = [...entries.values()]
      const own = all.filter((entry) => said.has(entry.messageId) || (taskId !== undefined && entry.taskId === taskId))
      const times = own.flatMap(({ by, at }) => (by === 'agent' && at !== undefined ? [at] : []))
      const [begun, ended] = [Math.min(...times), Math.max(...times)]
      const isUsers = ({ messageId }: Entry): boolean => said.get(messageId)?.role === 'ROLE_USER'
      const taken = own.find((entry) => entry.by === 'agent' && !isUsers(entry))?.at ?? begun
      const isOwnLine = ({ at, line, surfaceId }: Entry): boolean =>
        line !== undefined && (at === undefined ? surfaceIds.includes(surfaceId ?? '') : at >= begun && at <= ended)
      const asked = times.length === 0 || [...said.values()].some(({ role }) => role === 'ROLE_USER')
      // A press has no place among the messages: that before an answer is what it answers.
      const press = asked ? undefined : all.findLast(({ press, at = 0 }) => press && at <= begun)
      const placed = all
        .filter((entry) => entry === press || own.includes(entry) || isOwnLine(entry))
        // No call is before its task. What came in one piece with the task's first word may look so.
        .map((entry) => (entry.by === 'shop' ? { ...entry, at: entry.at && Math.max(entry.at, taken) } : entry))
        .map((entry) => (entry.value === undefined ? whole(entry, said.get(entry.messageId)) : entry))
      // In the order in which they were noted, where a time is not known.
      if (placed.some(({ at }) => at === undefined)) return placed.map((entry) => ({ ...entry, at: undefined }))
      return placed.sort((one, other) => (one.at ?? 0) - (other.at ?? 0))
    },
    stop() {
      for (const stop of stops) stop()
    },
  }
}

/** Characters of a message that are shown before it is unfolded. */
const longestGlance = 60

/** A message may have grown since it was noted. */
function whole(entry: Entry, message: ConversationMessage | undefined): Entry {
  const text = message?.parts.flatMap((part) => part.text ?? []).join(' ') ?? ''
  const glance = text.length > longestGlance ? `${text.slice(0, longestGlance)}…` : text
  return { ...entry, words: glance === '' ? entry.words : `${entry.words}: “${glance}”`, value: message }
}

interface Call extends Pick<Moment, 'words' | 'lasts' | 'value'> {
  readonly ago: number | undefined
}

/** Of a part that the shopping agent sends for developers. */
function callsIn({ parts }: Pick<ConversationMessage, 'parts'>): readonly Call[] {
  return parts.flatMap(({ data }) => {
    const calls = (data as { readonly calls?: unknown } | undefined)?.calls
    return Array.isArray(calls) ? calls.map(callOf) : []
  })
}

function callOf(call: { readonly [name: string]: unknown }): Call {
  const { ago, milliseconds } = call
  return {
    words: `${call['name']} (${milliseconds} ms${call['answered'] === false ? ', no answer' : ''})`,
    lasts: Number(milliseconds) || 0,
    value: call,
    ago: typeof ago === 'number' ? ago : undefined,
  }
}
