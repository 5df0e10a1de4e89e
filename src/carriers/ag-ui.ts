/** `surface-runtime/ag-ui`: surfaces of an agent that is connected by AG-UI (`@ag-ui/client` 1.0). */

import { sameMessage } from '../features/sync/sync.ts'
import { isObject } from '../json/value.ts'
import type { Binding } from '../live/binding.ts'
import { messagesIn, messagesOfOutput } from '../protocol/carried.ts'
import type { ClientEvent } from '../protocol/message.ts'
import type { ClientMessage } from '../protocol/wire.ts'
import { type CarriedRuntime, createAnswers, inTurn } from './carried.ts'

export type { CarriedRuntime } from './carried.ts'

/** What is used of an `AbstractAgent`, such as `HttpAgent`. */
export interface AgUiAgent {
  readonly messages: readonly unknown[]
  /** Whether a run is under way. */
  readonly isRunning: boolean
  readonly subscribe: (subscriber: never) => { readonly unsubscribe: () => void }
  readonly runAgent: (parameters: never) => Promise<unknown>
}

export interface AgUiSurfaces {
  stop(): void
  /** The names of the sources of custom events, one for each run. Those of messages are their ids. */
  readonly sources: Binding<readonly string[]>
}

interface Subscriber {
  onMessagesChanged(change: { readonly messages: readonly unknown[] }): void
  onRunFinalized(change: { readonly messages: readonly unknown[] }): void
  onCustomEvent(custom: { readonly event: { readonly name?: unknown; readonly value?: unknown } }): void
}

/**
 * Draws the surfaces in an agent's activities and tool results, now and whenever they change, and those of custom events whose
 * name begins with `a2ui`. While the arguments of a tool's call stream, components in them appear as drafts on surfaces that there
 * are, until its result is there. An activity that is replaced or goes takes its surfaces along. The key of a source is the message's
 * id; custom events of each run are a source of their own. When a run is over, components that are missing are reported. An action of
 * these surfaces begins a run with `forwardedProps.a2uiAction`, behind the one under way; its promise shows the control as busy.
 */
export function connectAgUi(agent: AgUiAgent, runtime: CarriedRuntime): AgUiSurfaces {
  let known: ReadonlyMap<string, readonly unknown[]> = new Map()
  let stopped = false
  /** The event that the run under way answers. */
  let pressed: ClientEvent | undefined
  const custom = createAnswers(runtime, { otherwise: 'custom events', onEvent: act })
  const run = inTurn(() => agent.isRunning)

  function act(event: ClientEvent, wire: ClientMessage): Promise<void> {
    return run(() => send(event, wire))
  }

  async function send(event: ClientEvent, wire: ClientMessage): Promise<void> {
    if (stopped) throw new Error('the connection to the agent of this surface was stopped; connect again')
    const userAction = 'action' in wire ? wire.action : wire
    pressed = event
    try {
      await agent.runAgent({
        forwardedProps: { a2uiAction: 'userAction' in userAction ? userAction : { userAction } },
      } as never)
    } finally {
      pressed = undefined
    }
  }

  /** `over`: no run is under way. */
  function show(messages: readonly unknown[], over: boolean): void {
    const next = new Map<string, readonly unknown[]>()
    const sources = messages.flatMap((message) => sourceOf(message))
    const activities = sources.filter(({ call }) => call === undefined)
    for (const { id, call, surfaces } of sources) {
      // The result of the tool whose input was drawn while it streamed says the same again.
      if (call !== undefined && activities.some((activity) => repeats(call, surfaces, activity))) continue
      const before = known.get(id) ?? []
      // A run may write its activity anew, from its beginning on: what is there stays until it says otherwise, or is over.
      const begins =
        !over && surfaces.length < before.length && surfaces.every((one, at) => sameMessage(one, before[at]))
      next.set(id, begins ? before : surfaces)
      if (!begins)
        runtime.sync(id, surfaces, { done: over, onEvent: act, answerTo: known.has(id) ? undefined : pressed })
    }
    // Behind the results: what they say is the same element as its draft.
    for (const [id, open] of over ? [] : callsIn(messages)) {
      next.set(id, [])
      runtime.sync(id, [], { open, answerTo: pressed })
    }
    for (const id of known.keys()) if (!next.has(id)) runtime.drop(id)
    known = next
  }

  const subscriber: Subscriber = {
    onMessagesChanged: ({ messages }) => show(messages, !agent.isRunning),
    onRunFinalized({ messages }) {
      show(messages, true)
      custom.end()
    },
    onCustomEvent({ event: { name, value } }) {
      if (typeof name !== 'string' || !/^a2ui(?:\.|$)/.test(name)) return
      custom.add(messagesIn(value), pressed)
    },
  }
  show(agent.messages, !agent.isRunning)
  const subscription = agent.subscribe(subscriber as never)
  return {
    sources: custom.sources,
    stop() {
      stopped = true
      subscription.unsubscribe()
    },
  }
}

/** The arguments of calls that are written or at work: there is no result. By names of their own. */
function callsIn(messages: readonly unknown[]): ReadonlyMap<string, string> {
  const open = new Map<string, string>()
  for (const message of messages) {
    const { toolCalls, toolCallId } = isObject(message) ? message : {}
    for (const call of Array.isArray(toolCalls) ? toolCalls : [])
      if (typeof call?.function?.arguments === 'string') open.set(`call ${call.id}`, call.function.arguments)
    open.delete(`call ${toolCallId}`)
  }
  return open
}

interface MessageSource {
  readonly id: string
  /** Of a tool's result: its call. An activity has none. */
  readonly call?: string
  readonly surfaces: readonly unknown[]
}

/** Whether the result of the call says what the activity shows. The middleware names an activity for its call. */
function repeats(call: string, result: readonly unknown[], { id, surfaces }: MessageSource): boolean {
  return (
    (call !== '' && id.endsWith(call)) ||
    (result.length === surfaces.length && result.every((one, at) => sameMessage(one, surfaces[at])))
  )
}

/** An activity without a list says how far the agent is. */
function sourceOf(message: unknown): readonly MessageSource[] {
  if (!isObject(message) || typeof message['id'] !== 'string') return []
  const { id, role, activityType, content, toolCallId } = message
  if (role === 'activity' && activityType === 'a2ui-surface') return [{ id, surfaces: surfacesIn(content) }]
  if (role !== 'tool' || typeof content !== 'string') return []
  const found = messagesOfOutput(content)
  return found.length > 0 ? [{ id, call: String(toolCallId ?? ''), surfaces: found }] : []
}

function surfacesIn(content: unknown): readonly unknown[] {
  return messagesIn(content).filter((value) => value !== content)
}
