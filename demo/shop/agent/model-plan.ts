/**
 * A plan that asks a model: a worked example for any endpoint that speaks the chat-completions format. The model writes chat
 * text and surface messages, calls tools, and is told once what was wrong with its lines. Off unless `npm start` is given an
 * endpoint; see demo/README.md.
 */
import type { Yielded } from '../../../src/agent/server/index.ts'
import { keepShopping } from './check-out.ts'
import { keywordPlan } from './keyword-plan.ts'
import { type Memory, surfaceName } from './memory.ts'
import type { PlanMessage } from './message.ts'
import { type AnswerReader, createAnswerReader } from './model/answer-reader.ts'
import { type ChatMessage, complete, type ModelEndpoint, type ToolCall } from './model/completions.ts'
import {
  correctionMessage,
  createModelConversation,
  type ModelConversation,
  userMessage,
} from './model/conversation.ts'
import { catalogFor } from './model/known-catalogs.ts'
import { createLineCheck } from './model/line-check.ts'
import { ModelError } from './model/model-error.ts'
import { promptFor } from './model/prompt.ts'
import { runTool, toolDefinitions } from './model/tools.ts'
import type { Plan, PlanContext } from './plan.ts'
import { problemSurface } from './problem-surface.ts'
import { yesOrNo } from './small-talk.ts'
import { openSurface, removeSurfaces, surfaceOf } from './surfaces.ts'

export interface ModelPlanOptions extends ModelEndpoint {
  /** Milliseconds for one message of the user, with all tools. Default: 60,000. */
  readonly timeout?: number
  /** Characters of one answer of the model. Default: 65,536. */
  readonly characters?: number
  /** Answers of the model to one message: each but the last calls tools or was wrong. Default: 6. */
  readonly rounds?: number
  /** Told why there was no answer; the user only learns that there is none. Default: nobody is. */
  readonly onError?: (error: ModelError) => void
}

/** What one message of the user needs. */
interface Turn {
  readonly options: ModelPlanOptions
  readonly message: PlanMessage
  readonly context: PlanContext
  readonly conversation: ModelConversation
  /** Of a new surface; absent for clients that show none. */
  readonly surfaceId: string | undefined
  readonly signal: AbortSignal
}

/** Buttons of the surfaces that the agent makes itself, with or without a model, are understood without one. */
const own = 'answer'

export function createModelPlan(options: ModelPlanOptions): Plan {
  const conversations = new WeakMap<Memory, ModelConversation>()

  async function* plan(message: PlanMessage, context: PlanContext): AsyncGenerator<Yielded> {
    const [action] = message.actions
    if (action?.name === 'retry') return yield* retry(context)
    if (action && surfaceName(action.surfaceId) !== own) return yield* keywordPlan(message, context)
    if (!action && message.text.trim() === '') return
    if (context.waiting && yesOrNo(message.text) !== undefined) return yield* keywordPlan(message, context)
    yield* keepShopping(context)
    const { memory } = context
    for (const surfaceId of ownSurfacesIn(message)) memory.noteSurface(surfaceId)
    const conversation = conversations.get(memory) ?? createModelConversation()
    conversations.set(memory, conversation)
    yield* ask(message, context, conversation)
  }

  async function* ask(
    message: PlanMessage,
    context: PlanContext,
    conversation: ModelConversation,
  ): AsyncGenerator<Yielded> {
    const { memory, surfaceVersion } = context
    const surfaceId = surfaceVersion === undefined ? undefined : memory.newSurfaceId(own)
    const late = AbortSignal.timeout(options.timeout ?? 60_000)
    const signal = AbortSignal.any([context.signal, late])
    const before = conversation.chat
    try {
      yield { status: 'working', text: 'Thinking …' }
      yield* takeTurns({ options, message, context, conversation, surfaceId, signal })
    } catch (error) {
      // Half a turn would be calls without answers, which an endpoint refuses.
      conversation.restore(before)
      context.signal.throwIfAborted()
      const why =
        error === late.reason ? new ModelError('timeout', 'There was no answer in time', { cause: error }) : error
      if (!(why instanceof ModelError)) throw why
      options.onError?.(why)
      yield* failed(why, message, context)
    } finally {
      if (surfaceId !== undefined && !conversation.has(surfaceId)) memory.surfaces.delete(surfaceId)
    }
  }

  /** What failed, once more. */
  async function* retry(context: PlanContext): AsyncGenerator<Yielded> {
    const { memory } = context
    const again = memory.failed
    memory.failed = undefined
    yield { surface: removeSurfaces(context, ['problem']) }
    if (again) yield* plan(again, context)
  }

  return plan
}

/** After a restart of the agent the client has surfaces that the agent does not know. The lowest number first. */
function ownSurfacesIn({ actions, dataModels }: PlanMessage): readonly string[] {
  const ids = [...Object.keys(dataModels), ...actions.map(({ surfaceId }) => surfaceId)]
  return ids.filter((id) => /^answer(?:-[1-9]\d{0,3})?$/.test(id)).sort((a, b) => numberIn(a) - numberIn(b))
}

function numberIn(surfaceId: string): number {
  return Number(surfaceId.slice(own.length + 1) || 1)
}

/** Asks the model until it has nothing more to call, and nothing more to correct. */
async function* takeTurns(turn: Turn): AsyncGenerator<Yielded> {
  const { options, conversation, message, surfaceId } = turn
  conversation.add(userMessage(message, surfaceId))
  let corrected = false
  for (let round = 0; round < (options.rounds ?? 6); round++) {
    const reader = readerFor(turn)
    const calls = yield* listen(turn, reader)
    if (calls.length > 0 && (yield* callTools(turn, calls, round))) return
    if (reader.faults.length === 0) {
      if (calls.length > 0) continue
      return
    }
    if (corrected) return yield* giveUp(turn)
    corrected = true
    conversation.add(correctionMessage(reader))
  }
  yield { message: 'This takes more steps than I may take. Please ask for less at once.' }
}

function readerFor({ context, conversation, surfaceId }: Turn): AnswerReader {
  const catalog = catalogFor(context)
  if (!catalog || surfaceId === undefined) return createAnswerReader(undefined)
  const { shown, addresses } = conversation
  return createAnswerReader(createLineCheck({ catalog, before: shown, surfaceId, addresses }))
}

/** One answer of the model: what it says goes to the user as it comes, what it calls is returned. */
async function* listen(turn: Turn, reader: AnswerReader): AsyncGenerator<Yielded, readonly ToolCall[]> {
  const { options, context, conversation, signal } = turn
  const { characters = 65_536 } = options
  const system: ChatMessage = { role: 'system', content: promptFor(context, context.shop.name) }
  const messages = [system, ...conversation.chat]
  const answer = complete(options, { messages, tools: toolDefinitions, signal, characters })
  try {
    let piece = await answer.next()
    for (; !piece.done; piece = await answer.next()) yield* reader.take(piece.value)
    const { text, calls } = piece.value
    // After tools the model goes on: what is missing now may still come.
    yield* reader.end(calls.length === 0)
    conversation.add({ role: 'assistant', content: text, ...(calls.length > 0 && { tool_calls: calls }) })
    return calls
  } finally {
    conversation.show(reader.accepted)
  }
}

/** Gives true where the user has to answer now. */
async function* callTools(
  { message, context, conversation }: Turn,
  calls: readonly ToolCall[],
  round: number,
): AsyncGenerator<Yielded, boolean> {
  let ends = false
  const answers: ChatMessage[] = []
  for (const [index, call] of calls.entries()) {
    const { told, ends: isLast = false } = yield* runTool(call, context, `${message.id}.${round}.${index}`)
    ends ||= isLast
    answers.push({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(told) })
  }
  conversation.add(...answers)
  return ends
}

/** Wrong twice. What is right of a surface stays; one of which nothing can be seen goes. */
function* giveUp({ conversation, surfaceId, context }: Turn): Generator<Yielded> {
  const surface = surfaceId !== undefined && conversation.has(surfaceId) ? surfaceOf(context, surfaceId) : undefined
  if (surface && !conversation.isDrawn(surface.surfaceId)) {
    const removal = surface.remove()
    conversation.show([removal])
    yield { surface: removal }
  }
  yield { message: 'Sorry, I could not draw all of this. Please ask me again in other words.' }
}

function* failed(error: ModelError, message: PlanMessage, context: PlanContext): Generator<Yielded> {
  context.memory.failed = message
  const surface = openSurface(context, 'problem')
  const problem = { title: error.sentence, hint: 'You can try again.', action: 'retry', label: 'Retry' }
  if (surface) yield { surface: problemSurface(surface, problem) }
  yield { status: 'failed', text: `${error.sentence}.` }
}
