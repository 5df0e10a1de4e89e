/** An agent with every behaviour that a test kit of the protocol asks for. The first word of a message chooses one. */
import type { AgentServer, AgentServerOptions, ExecuteContext, Yielded } from '../../../src/agent/server/index.ts'
import { createAgentServer } from '../../../src/agent/server/index.ts'

type Behaviour = (context: ExecuteContext) => AsyncGenerator<Yielded>

const bytes = btoa('three small words')

const behaviours = {
  async *message() {
    yield { message: 'No task is needed.' }
  },
  async *complete() {
    yield { status: 'completed', text: 'Done.' }
  },
  async *ask({ task }) {
    if (task.status.state === 'TASK_STATE_SUBMITTED') yield { status: 'input-required', text: 'Which day?' }
    else yield { status: 'completed', text: 'Booked.' }
  },
  async *artifacts() {
    yield { artifact: { artifactId: 'text', parts: [{ text: 'plain' }] } }
    yield { artifact: { artifactId: 'file', parts: [{ raw: bytes, mediaType: 'text/plain', filename: 'words.txt' }] } }
    yield { artifact: { artifactId: 'link', parts: [{ url: 'https://files.example/a.png', mediaType: 'image/png' }] } }
    yield { artifact: { artifactId: 'data', parts: [{ data: { count: 3 } }, { data: null }] } }
  },
  async *chunks() {
    for (const word of ['one ', 'two ', 'three']) yield { text: word }
    yield { artifact: { artifactId: 'file', parts: [{ text: 'a' }] } }
    yield { artifact: { artifactId: 'file', parts: [{ text: 'b' }] }, append: true, lastChunk: true }
  },
  async *wait({ signal }) {
    yield { status: 'working', text: 'This takes long.' }
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
  },
  async *reject() {
    yield { status: 'rejected', text: 'Not something I do.' }
  },
  async *fail() {
    yield { status: 'working' }
    throw new Error('secret reason')
  },
} satisfies { readonly [word: string]: Behaviour }

function behaviourFor({ text }: ExecuteContext): Behaviour {
  const [word = ''] = text.split(' ')
  return Object.hasOwn(behaviours, word) ? behaviours[word as keyof typeof behaviours] : behaviours.ask
}

/** `options`: what differs from the plain agent. */
export function conformanceAgent(options: Partial<AgentServerOptions> = {}): AgentServer {
  return createAgentServer({
    card: { name: 'Conformance agent', description: 'Does what it is asked for by the first word.' },
    execute: (context) => behaviourFor(context)(context),
    ...options,
  })
}

/** With an extended card, one caller, push notifications and small limits. What the host is told goes to `errors`. */
export function limitedAgent(errors: unknown[]): AgentServer {
  return conformanceAgent({
    extendedCard: { name: 'Extended agent' },
    authenticate: () => 'ann',
    allowPrivatePushTargets: true,
    limits: { requestBytes: 100_000, pushConfigs: 3 },
    onError: (error) => errors.push(error),
  })
}
