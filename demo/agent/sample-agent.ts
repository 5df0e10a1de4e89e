/** The sample agent: understands a few words, streams surfaces, and answers their actions. It calls no model. */
// By path, since the configuration of Vite loads this file where the package has no name yet.
import { type AgentServer, createAgentServer, type ExecuteContext, type Yielded } from '../../src/agent/server/index.ts'
import { sleep } from '../../src/http/sleep.ts'
import { booked, bookingForm, evening, otherEvening } from './booking.ts'
import { added, packingList } from './packing.ts'
import { say } from './words.ts'

/** Below the page's origin; the page itself lies elsewhere. */
export const agentPath = '/a2a'

const extensions = ['v0.9', 'v0.8'].map((version) => ({
  uri: `https://a2ui.org/a2a-extension/a2ui/${version}`,
  description: `Surfaces of the protocol ${version}`,
}))

export interface SampleAgentOptions {
  /** Milliseconds between two steps of an answer, so that it can be seen to stream. Default: 120. */
  readonly pause?: number
}

export function createSampleAgent({ pause = 120 }: SampleAgentOptions = {}): AgentServer {
  return createAgentServer({
    card: {
      name: 'Sample agent',
      description: 'Books a table, packs a bag, counts and reminds. Understands a few words.',
      supportedInterfaces: [
        { url: `${agentPath}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
        { url: agentPath, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
      ],
      capabilities: { pushNotifications: false, extensions },
      defaultOutputModes: ['text/plain', 'application/json+a2ui'],
      skills: [
        { id: 'book', name: 'Book a table', description: 'A form', tags: ['form'], examples: ['Book a table for two'] },
        { id: 'pack', name: 'Pack a bag', description: 'A list', tags: ['list'], examples: ['What should I pack?'] },
      ],
    },
    async *execute(context) {
      yield { status: 'working' }
      for (const step of planFor(context)) {
        if (context.signal.aborted) return
        await sleep(pause, context.signal)
        yield step
      }
    },
  })
}

/** What the agent does about a message, step by step. */
function planFor(context: ExecuteContext): Iterable<Yielded> {
  const { actions, text, task } = context
  const [action] = actions
  if (task.status.state === 'TASK_STATE_INPUT_REQUIRED') return reminderAt(text)
  if (action?.name === 'reserveTable') return booked(action, context.surfaceVersion)
  if (action?.name === 'otherEvening') return otherEvening(action, context.surfaceVersion)
  if (action?.name === 'addItem') return added(action, context.dataModels[action.surfaceId])
  if (action) return say(`I have noted “${action.name}”.`)
  // An error report alone: there is nothing that the sample could correct.
  if (text === '') return []
  return planForText(text.toLowerCase(), context)
}

function planForText(text: string, { surfaceVersion, task }: ExecuteContext): Iterable<Yielded> {
  const id = task.id.slice(0, 8)
  if (/\b(?:table|book|dinner|reserv)/.test(text)) return bookingForm(`booking-${id}`, surfaceVersion)
  if (/\b(?:pack|list|bag)/.test(text)) return packingList(`packing-${id}`, surfaceVersion)
  if (/\bcount/.test(text)) return count(Number(/\d{1,3}/.exec(text)?.[0] ?? 100))
  if (/\bremind/.test(text)) return [{ status: 'input-required', text: 'At what time shall I remind you?' }]
  return say('I can book a table, make a packing list, count to 100, or remind you of something.')
}

function* count(end: number): Generator<Yielded> {
  for (let number = 1; number <= end; number++) yield { text: `${number} ` }
}

function reminderAt(text: string): Iterable<Yielded> {
  return [{ status: 'completed', text: `I will remind you at ${text.slice(0, 40)}, before ${evening}.` }]
}
