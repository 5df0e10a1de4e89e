/** `surface-runtime/ag-ui`: surfaces of an agent that is connected by AG-UI (`@ag-ui/client` 1.0). */
import { isObject } from '../json/value.ts'
import { sameMessage } from '../sync.ts'
import { type CarriedRuntime, createFeed, messagesIn, messagesInText, surfaceIdsIn } from './carried.ts'

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
 * id. When a run is over, components that are missing are reported. An action begins a run with `forwardedProps.a2uiAction`; its
 * promise shows the control as busy.
 */
export function connectAgUi(agent: AgUiAgent, runtime: CarriedRuntime): AgUiSurfaces {
  let known: ReadonlyMap<string, readonly unknown[]> = new Map()
  const custom = createFeed(runtime, 'custom events')

  /** `over`: no run is under way. */
  function show(messages: readonly unknown[], over: boolean): void {
    const next = new Map<string, readonly unknown[]>()
    const inActivities = new Set<unknown>()
    const sources = messages.flatMap((message) => sourceOf(message))
    for (const { activity, surfaces } of sources)
      if (activity) for (const id of surfaceIdsIn(surfaces)) inActivities.add(id)
    for (const { id, activity, surfaces } of sources) {
      // The result of the tool whose input was drawn while it streamed says the same again.
      if (!activity && surfaceIdsIn(surfaces).some((surfaceId) => inActivities.has(surfaceId))) continue
      const before = known.get(id) ?? []
      // A run may write its activity anew, from its beginning on: what is there stays until it says otherwise, or is over.
      const begins =
        !over && surfaces.length < before.length && surfaces.every((one, at) => sameMessage(one, before[at]))
      next.set(id, begins ? before : surfaces)
      if (!begins) runtime.sync(id, surfaces, { done: over })
    }
    // Behind the results: what they say is the same element as its draft.
    for (const [id, open] of over ? [] : callsIn(messages)) {
      next.set(id, [])
      runtime.sync(id, [], { open })
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
      custom.add(messagesIn(value))
    },
  }
  show(agent.messages, !agent.isRunning)
  const subscription = agent.subscribe(subscriber as never)
  const unlisten = runtime.listen({
    onEvent(_, wire) {
      const userAction = 'action' in wire ? wire.action : wire
      return agent.runAgent({
        forwardedProps: { a2uiAction: 'userAction' in userAction ? userAction : { userAction } },
      } as never)
    },
  })
  return {
    stop() {
      unlisten()
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
  readonly activity: boolean
  readonly surfaces: readonly unknown[]
}

/** An activity without a list says how far the agent is. */
function sourceOf(message: unknown): readonly MessageSource[] {
  if (!isObject(message) || typeof message['id'] !== 'string') return []
  const { id, role, activityType, content } = message
  if (role === 'activity' && activityType === 'a2ui-surface')
    return [{ id, activity: true, surfaces: surfacesIn(content) }]
  if (role !== 'tool' || typeof content !== 'string') return []
  const surfaces = messagesInText(content).flatMap((value) =>
    typeof value === 'string' ? messagesInText(value) : [value],
  )
  const found = surfaces.filter((value) => surfaceIdsIn([value]).length > 0)
  return found.length > 0 ? [{ id, activity: false, surfaces: found }] : []
}

function surfacesIn(content: unknown): readonly unknown[] {
  return messagesIn(content).filter((value) => value !== content)
}
