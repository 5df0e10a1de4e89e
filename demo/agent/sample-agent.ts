/**
 * A lesson in one file: an agent that streams text and surfaces, asks the user, and answers presses. It calls no model, so
 * every line of it can be read. What it shows in its surfaces stands in `booking.ts` and `packing.ts`.
 */
// By path, since the configuration of Vite loads this file where the package has no name yet.
import { type AgentServer, createAgentServer, type ExecuteContext, type Yielded } from '../../src/agent/server/index.ts'
import { v03 } from '../../src/agent/server/v0-3/index.ts'
import { sleep } from '../../src/shared/http/sleep.ts'
import { booked, bookingForm, otherEvening } from './booking.ts'
import { added, packingList } from './packing.ts'
import { createReminders, type Reminders } from './reminder.ts'
import { say } from './words.ts'

/** Below the page's origin; the page itself lies elsewhere. */
export const agentPath = '/a2a'

// 1. The card says who the agent is, where it answers, and which versions of surfaces it can send. Clients read it first.
const card = {
  name: 'Sample agent',
  description: 'Books a table, packs a bag, counts and reminds. Understands a few words.',
  supportedInterfaces: [
    { url: `${agentPath}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    { url: agentPath, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
    // Most clients out there speak the version before.
    { url: `${agentPath}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
  ],
  capabilities: {
    pushNotifications: false,
    extensions: ['v0.9', 'v0.8'].map((version) => ({
      uri: `https://a2ui.org/a2a-extension/a2ui/${version}`,
      description: `Surfaces of the protocol ${version}`,
    })),
  },
  defaultOutputModes: ['text/plain', 'application/json+a2ui'],
  skills: [
    { id: 'book', name: 'Book a table', description: 'A form', tags: ['form'], examples: ['Book a table for two'] },
    { id: 'pack', name: 'Pack a bag', description: 'A list', tags: ['list'], examples: ['What should I pack?'] },
  ],
}

export interface SampleAgentOptions {
  /** Milliseconds between two steps of an answer, so that it can be seen to stream. Default: 120. */
  readonly pause?: number
}

// 2. The agent is one generator. It is called once for each message, and each value that it yields reaches the client at once.
export function createSampleAgent({ pause = 120 }: SampleAgentOptions = {}): AgentServer {
  const reminders = createReminders()
  return createAgentServer({
    card,
    legacy: v03(),
    async *execute(context) {
      // The task begins here. An agent that calls a model yields this before the call.
      yield { status: 'working' }
      for (const step of stepsFor(context, reminders)) {
        // The user may have stopped the task.
        if (context.signal.aborted) return
        await sleep(pause, context.signal)
        yield step
      }
      // When the generator ends, the task is completed.
    },
  })
}

// 3. A message holds words, or presses on the agent's own surfaces, or reports of what is wrong with them.
function stepsFor(context: ExecuteContext, reminders: Reminders): Iterable<Yielded> {
  const { actions, text, task } = context
  const [action] = actions
  // A task that asked something goes on with the answer.
  if (task.status.state === 'TASK_STATE_INPUT_REQUIRED') return reminders.answer(task.id, text)
  if (action?.name === 'reserveTable') return booked(action, context.surfaceVersion)
  if (action?.name === 'otherEvening') return otherEvening(action, context.surfaceVersion)
  // The client sends the data of a surface along if the surface asks for it (`sendDataModel`).
  if (action?.name === 'addItem') return added(action, context.dataModels[action.surfaceId])
  if (action) return say(`I have noted “${action.name}”.`)
  // An error report alone: there is nothing that the sample could correct.
  return text === '' ? [] : stepsForText(text.toLowerCase(), context, reminders)
}

// 4. A step is text, a surface, or a state. `surfaceVersion` is the version that the client chose; without one it shows none.
function stepsForText(text: string, { surfaceVersion, task }: ExecuteContext, reminders: Reminders): Iterable<Yielded> {
  const id = task.id.slice(0, 8)
  if (/\b(?:table|book|dinner|reserv)/.test(text)) return bookingForm(`booking-${id}`, surfaceVersion)
  if (/\b(?:pack|list|bag)/.test(text)) return packingList(`packing-${id}`, surfaceVersion)
  if (/\bcount/.test(text)) return count(Number(/\d{1,3}/.exec(text)?.[0] ?? 100))
  // 5. A question ends the turn and not the task: the next message calls `execute` again, with the same task.
  if (/\bremind|\berinner/.test(text)) return reminders.answer(task.id, text)
  return say('I can book a table, make a packing list, count to 100, or remind you of something.')
}

/** Texts that follow one another become one text in the chat. */
function* count(end: number): Generator<Yielded> {
  for (let number = 1; number <= end; number++) yield { text: `${number} ` }
}
