/** One conversation with a connected agent, its runtime, and what the tab remembers of it. */

import { basicCatalog, createRuntime, type JsonValue, minimalCatalog, type Runtime } from 'surface-runtime'
import { type Agent, type Conversation, connectSurfaces, type Part } from 'surface-runtime/agent'
import type { SignIn } from 'surface-runtime/agent/sign-in'
import { type Recording, recordRuntime } from 'surface-runtime/inspector'
import { lenient } from 'surface-runtime/lenient'
import { shopCatalog } from '../shop/catalog/catalog.tsx'
import type { ChatStore, SavedChat } from './chat-store.ts'
import type { SurfaceVersion } from './surface-version.ts'
import { keepTimeline, type Timeline } from './timeline.ts'
import { keepTypedInput } from './typed-input.ts'
import { forgetUndelivered, keepUndelivered, mayPass } from './undelivered.ts'

/** That of the shop has a component of its own; the others are those that every agent knows. */
const catalogs = [shopCatalog, basicCatalog, minimalCatalog]

/** That of the page and of what agents say here: a sentence and the surface below it spell an amount alike. */
const locale = 'en-US'

/** Characters of a message, and messages, that the list of conversations is searched by. */
const longestSaid = 500
const mostSaid = 100

export interface Session {
  /** A number of its own. */
  readonly key: number
  readonly agent: Agent
  /** The version of the agent protocol that the page names in its requests. */
  readonly protocol: string
  /** Where the agent's card is. */
  readonly address: string
  /** The version of the surface protocol that both sides speak; `undefined`: texts only. */
  readonly surfaceVersion: SurfaceVersion | undefined
  /** Versions that the agent offers and the page speaks, newest first. */
  readonly offered: readonly SurfaceVersion[]
  readonly runtime: Runtime
  readonly conversation: Conversation
  /** Every conversation with this agent, and which of them this is. */
  readonly chats: ChatStore
  readonly saved: SavedChat
  /** Messages of its surfaces, as they came. */
  readonly record: Recording
  readonly timeline: Timeline
  /** Absent: the host of the page names no authorization server. */
  readonly signIn: SignIn | undefined
  /** How many tasks of the saved conversation the agent does not have any more; known when it was asked for them. */
  readonly forgotten: Promise<number>
  /** Another tab has gone on with the conversation since: what is on show is older. */
  readonly isOld: () => boolean
  readonly send: (text: string) => void
  /** Sends once more what was not delivered, in the place of the message with this id. */
  readonly resend: (messageId: string, text: string) => void
  /** `taskId`: of the task that failed. What the user said there, or else pressed last, is done once more, and nothing else. */
  readonly retry: (taskId?: string) => void
  /** Ends the answer that is on its way, and what was not sent yet. */
  readonly stop: () => Promise<void>
  readonly dispose: () => void
}

/** Surface events as a part of a message, in the media type that every agent of v0.8 and v0.9 reads. */
function eventPart(data: unknown): Part {
  const mediaType = 'application/json+a2ui'
  return { data: data as JsonValue, mediaType, metadata: { mimeType: mediaType } }
}

export type SessionParts = Pick<
  Session,
  'key' | 'agent' | 'protocol' | 'address' | 'surfaceVersion' | 'offered' | 'chats' | 'signIn'
> & {
  /** Origin of the shop that the host of the page runs; its pictures learn nothing that it may not know. */
  readonly shop: string | undefined
}

/** Begins a conversation, or goes on with the saved one. */
export function createSession(parts: SessionParts): Session {
  const { agent, chats, shop } = parts
  const saved = chats.saved(chats.current())
  // One part that does not fit costs its own place: a shop's answer is of use without it.
  const runtime = createRuntime({
    ...{ catalogs, validation: lenient, locale },
    media: ({ origin }) => (origin === shop ? 'trusted' : true),
  })
  const { contextId, tasks } = saved.read()
  const record = recordRuntime(runtime)
  const conversation = connectSurfaces(keepUndelivered(agent, runtime, saved), runtime, { contextId, tasks })
  const timeline = keepTimeline(conversation, record)
  /** Until the agent was asked for them, and while it cannot be reached, none of the saved tasks is given up. */
  let lost: ReadonlySet<string> = new Set()
  const stopTasks = conversation.tasks.subscribe(() => {
    const before = saved.read().tasks
    const ids = [...new Set([...before.filter((id) => !lost.has(id)), ...conversation.taskIds])]
    if (ids.join() !== before.join()) saved.write({ contextId: conversation.contextId, tasks: ids })
  })
  const stopFailures = conversation.error.subscribe(() => {
    const error = conversation.error.getSnapshot()
    if (error && !mayPass(error.code)) forgetUndelivered(saved)
  })
  let { answers } = saved.read()
  /** The user has said or pressed something here, and the answer is not there yet. */
  let asked = false
  const stopAnswers = conversation.state.subscribe(() => {
    const state = conversation.state.getSnapshot()
    if (!asked || (state !== 'done' && state !== 'waiting')) return
    asked = false
    const before = saved.read().answers
    saved.write({ answers: before + 1 })
    // Else an answer that came in another tab is still to be fetched.
    if (before === answers) answers++
  })
  const stopListening = runtime.listen({
    onEvent({ version }, wire) {
      asked = true
      saved.write({ last: { kind: 'event', data: version === 'v0.8' ? wire : [wire] }, updated: Date.now() })
    },
  })
  const stopWatching = parts.signIn?.watch(conversation)
  const stopKeeping = keepTypedInput(runtime, conversation, saved)

  const forgotten = conversation.restored.then(() => {
    if (conversation.state.getSnapshot() === 'failed') return 0
    const known = new Set(conversation.taskIds)
    lost = new Set(tasks.filter((id) => !known.has(id)))
    return lost.size
  })

  function send(text: string): void {
    asked = true
    const said = [...saved.read().said, text.slice(0, longestSaid)].slice(-mostSaid)
    saved.write({ last: { kind: 'text', text }, said, updated: Date.now() })
    // What became of the message stands beside it.
    conversation.send(text).catch(() => undefined)
  }

  return {
    ...parts,
    ...{ runtime, conversation, saved, record, timeline, forgotten, send },
    isOld: () => saved.read().answers !== answers,
    resend(messageId, text) {
      saved.write({ resent: [...saved.read().resent, messageId] })
      send(text)
    },
    retry(taskId) {
      const { last } = saved.read()
      const said = conversation.messages
        .getSnapshot()
        .findLast((message) => message.role === 'ROLE_USER' && message.taskId === taskId)
      const text = said?.parts.flatMap((part) => part.text ?? []).join('\n') ?? ''
      if (taskId !== undefined && text !== '') send(text)
      else if (last?.kind === 'text') send(last.text)
      asked = true
      if (last?.kind === 'event') conversation.send([eventPart(last.data)]).catch(() => undefined)
    },
    async stop() {
      await conversation.stop().catch(() => undefined)
      forgetUndelivered(saved)
    },
    dispose() {
      stopTasks()
      stopFailures()
      stopAnswers()
      timeline.stop()
      stopListening()
      stopKeeping()
      stopWatching?.()
      conversation.dispose()
      runtime.dispose()
    },
  }
}
