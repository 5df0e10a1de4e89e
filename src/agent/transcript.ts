/** What a chat shows: the messages of both sides, and artifacts as messages of the agent. */
import type { Binding } from '../live/binding.ts'
import { createCell } from './binding.ts'
import { surfaceMessagesOf } from './surface-part.ts'
import type { Artifact, Message, Part } from './types.ts'

/** A message without its surface parts. An artifact is a message whose id is `{taskId}/{artifactId}`. */
export interface ConversationMessage extends Message {
  /** Surfaces that this message created, so that a chat can draw them in their place. */
  readonly surfaceIds: readonly string[]
  /** Messages of the user are on their way at first; those of the agent are always `sent`. */
  readonly delivery: 'sending' | 'sent' | 'failed'
}

export interface Transcript {
  readonly messages: Binding<readonly ConversationMessage[]>
  /** Adds a message, or replaces the one with its id. Nothing is added for one that has surface parts only. */
  put(message: Message, surfaceIds: readonly string[], delivery?: ConversationMessage['delivery']): void
  /** Adds an artifact, or the next parts of one. */
  artifact(taskId: string, artifact: Artifact, surfaceIds: readonly string[], append: boolean): void
  /** What became of a message of the user. `taskId`: the task that answers it. */
  deliver(messageId: string, delivery: ConversationMessage['delivery'], taskId?: string): void
  has(messageId: string): boolean
}

export function createTranscript(): Transcript {
  const cell = createCell<readonly ConversationMessage[]>([])
  const places = new Map<string, number>()

  function known(messageId: string): ConversationMessage | undefined {
    const place = places.get(messageId)
    return place === undefined ? undefined : cell.getSnapshot()[place]
  }

  function set(message: ConversationMessage): void {
    const all = [...cell.getSnapshot()]
    const place = places.get(message.messageId) ?? all.length
    places.set(message.messageId, place)
    all[place] = message
    cell.set(all)
  }

  return {
    messages: cell,
    put(message, surfaceIds, delivery = 'sent') {
      const parts = shownParts(message.parts)
      const before = known(message.messageId)
      const ids = [...(before?.surfaceIds ?? []), ...surfaceIds]
      if (before || parts.length > 0 || ids.length > 0) set({ ...message, parts, surfaceIds: ids, delivery })
    },
    artifact(taskId, { artifactId, parts, metadata }, surfaceIds, append) {
      const messageId = `${taskId}/${artifactId}`
      const before = known(messageId)
      const shown = joinTexts([...(append ? (before?.parts ?? []) : []), ...shownParts(parts)])
      const ids = [...new Set([...(before?.surfaceIds ?? []), ...surfaceIds])]
      if (!before && shown.length === 0 && ids.length === 0) return
      const base = { messageId, role: 'ROLE_AGENT' as const, taskId, ...(metadata && { metadata }) }
      set({ ...base, parts: shown, surfaceIds: ids, delivery: 'sent' })
    },
    deliver(messageId, delivery, taskId) {
      const before = known(messageId)
      if (before) set({ ...before, delivery, ...(taskId !== undefined && { taskId }) })
    },
    has: (messageId) => places.has(messageId),
  }
}

function shownParts(parts: readonly Part[]): readonly Part[] {
  return parts.filter((part) => surfaceMessagesOf(part) === undefined)
}

/** Chunks of a text are one text. A part with a type or a name of its own begins anew. */
function joinTexts(parts: readonly Part[]): readonly Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last?.text !== undefined && part.text !== undefined && sameKind(last, part))
      joined[joined.length - 1] = { ...last, text: last.text + part.text }
    else joined.push(part)
  }
  return joined
}

function sameKind(one: Part, other: Part): boolean {
  return one.mediaType === other.mediaType && one.filename === other.filename
}
