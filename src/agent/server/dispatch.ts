/** An operation by its name, whichever binding it came by. */
import { AgentError } from '../error.ts'
import type { OperationName } from '../operations.ts'
import { surfaceMediaTypes } from '../surface-part.ts'
import type { Call } from './call.ts'
import { type Capability, requireCapability } from './capability.ts'
import type { EventReader } from './event-reader.ts'
import type { Fields } from './fields.ts'
import { absoluteCard, completeCard } from './published-card.ts'
import { createPushConfig, deletePushConfig, getPushConfig, listPushConfigs } from './push-operations.ts'
import { acceptsOf, readSendRequest } from './read-message.ts'
import { sendMessage, streamMessage } from './send-message.ts'
import type { ServerState } from './server-state.ts'
import { cancelTask, getTask, listTasks, subscribeToTask } from './task-operations.ts'

export type OperationResult =
  | { readonly kind: 'value'; readonly value: object }
  | { readonly kind: 'stream'; readonly reader: EventReader }

type Run<Result> = (state: ServerState, call: Call, params: Fields) => Promise<Result>

type StreamName = 'SendStreamingMessage' | 'SubscribeToTask'

const streams: { readonly [name in StreamName]: Run<EventReader> } = {
  SendStreamingMessage: async (state, call, params) =>
    streamMessage(state, call, readSendRequest(params, acceptsIn(state))),
  SubscribeToTask: subscribeToTask,
}

const answers: { readonly [name in Exclude<OperationName, StreamName>]: Run<object> } = {
  SendMessage: async (state, call, params) => sendMessage(state, call, readSendRequest(params, acceptsIn(state))),
  GetTask: getTask,
  ListTasks: listTasks,
  CancelTask: cancelTask,
  CreatePushNotificationConfig: createPushConfig,
  GetPushNotificationConfig: getPushConfig,
  ListPushNotificationConfigs: listPushConfigs,
  DeletePushNotificationConfig: deletePushConfig,
  GetExtendedAgentCard: getExtendedCard,
}

export async function dispatch(
  name: OperationName,
  state: ServerState,
  call: Call,
  params: Fields,
): Promise<OperationResult> {
  const needs = neededFor(name)
  if (needs) requireCapability(state.card, needs, name)
  return isStream(name)
    ? { kind: 'stream', reader: await streams[name](state, call, params) }
    : { kind: 'value', value: await answers[name](state, call, params) }
}

function isStream(name: OperationName): name is StreamName {
  return name in streams
}

function acceptsIn({ card }: ServerState): (mediaType: string) => boolean {
  const modes = [...card.defaultInputModes, ...card.skills.flatMap((skill) => skill.inputModes ?? [])]
  return acceptsOf(modes, surfaceMediaTypes)
}

/** The capability that the card must have. */
function neededFor(name: OperationName): Capability | undefined {
  if (isStream(name)) return 'streaming'
  if (name === 'GetExtendedAgentCard') return 'extendedAgentCard'
  return name.includes('Push') ? 'pushNotifications' : undefined
}

/** For authenticated callers only (agent protocol, "What the service does"). */
async function getExtendedCard({ card, extendedCard, authenticates }: ServerState, call: Call): Promise<object> {
  if (extendedCard && !authenticates) {
    throw new AgentError('UNAUTHENTICATED', 'The extended card is for authenticated callers, and this agent has none', {
      hint: 'Use the public card.',
    })
  }
  const source = typeof extendedCard === 'function' ? await extendedCard(call.caller) : extendedCard
  if (source) {
    const pushNotifications = card.capabilities.pushNotifications ?? false
    return absoluteCard(completeCard(source, { extendedCard: true, pushNotifications }), call.url)
  }
  throw new AgentError('EXTENDED_AGENT_CARD_NOT_CONFIGURED', 'The agent has no extended card', {
    hint: 'Use the public card.',
  })
}
