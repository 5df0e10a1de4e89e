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

type Run = (state: ServerState, call: Call, params: Fields) => Promise<OperationResult>

const runs: { readonly [name in OperationName]: Run } = {
  SendMessage: answer((state, call, params) => sendMessage(state, call, readSendRequest(params, acceptsIn(state)))),
  SendStreamingMessage: events((state, call, params) =>
    streamMessage(state, call, readSendRequest(params, acceptsIn(state))),
  ),
  GetTask: answer(getTask),
  ListTasks: answer(listTasks),
  CancelTask: answer(cancelTask),
  SubscribeToTask: events(subscribeToTask),
  CreatePushNotificationConfig: answer(createPushConfig),
  GetPushNotificationConfig: answer(getPushConfig),
  ListPushNotificationConfigs: answer(listPushConfigs),
  DeletePushNotificationConfig: answer(deletePushConfig),
  GetExtendedAgentCard: answer(getExtendedCard),
}

export async function dispatch(
  name: OperationName,
  state: ServerState,
  call: Call,
  params: Fields,
): Promise<OperationResult> {
  const needs = neededFor(name)
  if (needs) requireCapability(state.card, needs, name)
  return runs[name](state, call, params)
}

function answer(run: (state: ServerState, call: Call, params: Fields) => Promise<object>): Run {
  return async (...args) => ({ kind: 'value', value: await run(...args) })
}

function events(run: (state: ServerState, call: Call, params: Fields) => Promise<EventReader>): Run {
  return async (...args) => ({ kind: 'stream', reader: await run(...args) })
}

function acceptsIn({ card }: ServerState): (mediaType: string) => boolean {
  const modes = [...card.defaultInputModes, ...card.skills.flatMap((skill) => skill.inputModes ?? [])]
  return acceptsOf(modes, surfaceMediaTypes)
}

/** The capability that the card must have. */
function neededFor(name: OperationName): Capability | undefined {
  if (name === 'SendStreamingMessage' || name === 'SubscribeToTask') return 'streaming'
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
