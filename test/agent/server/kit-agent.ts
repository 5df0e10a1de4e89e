// An agent whose behaviour is chosen by the beginning of the message's id, as a public test kit of the protocol asks for it,
// and the requests of such a kit.
import { type AgentServer, createAgentServer, type Execute, type Yielded } from '../../../src/agent/server/index.ts'
import { sleep } from '../../../src/shared/http/sleep.ts'

/** The longest prefixes come first: one is the beginning of another. */
const behaviours: readonly (readonly [prefix: string, steps: readonly Yielded[]])[] = [
  ['tck-artifact-file-url', [artifact({ url: 'https://files.example/out.txt' }, 'text/plain')]],
  ['tck-artifact-file', [artifact({ raw: btoa('kit') }, 'text/plain')]],
  ['tck-artifact-text', [artifact({ text: 'A text.' })]],
  ['tck-artifact-data', [artifact({ data: { key: 'value', count: 42 } })]],
  ['tck-message-response', [{ message: 'No task.' }]],
  ['tck-input-required', [{ status: 'input-required' }]],
  ['tck-auth-required', [{ status: 'auth-required' }]],
  ['tck-reject-task', [{ status: 'rejected', text: 'rejected' }]],
  ['tck-delayed-complete', [{ status: 'working' }, { status: 'completed', text: 'Later.' }]],
  ['test-resubscribe-message-id', [{ status: 'working' }, { status: 'completed' }]],
  ['tck-stream-artifact-chunked', [{ status: 'working' }, { text: 'one ' }, { text: 'two' }]],
  ['tck-stream-artifact-file', [{ status: 'working' }, artifact({ raw: btoa('kit') }, 'text/plain')]],
  ['tck-stream', [{ status: 'working' }, artifact({ text: 'Streamed.' }), { status: 'completed' }]],
]

function artifact(content: object, mediaType?: string): Yielded {
  const part = { ...content, ...(mediaType && { mediaType, filename: 'out.txt' }) } as { readonly text: string }
  return { artifact: { parts: [part] } }
}

const execute: Execute = async function* ({ message: { messageId }, signal }) {
  const steps = behaviours.find(([prefix]) => messageId.startsWith(prefix))?.[1]
  for (const step of steps ?? [{ status: 'completed', text: 'Hello.' } as const]) {
    yield step
    if (/delayed|resubscribe/.test(messageId)) await sleep(150, signal)
  }
}

/**
 * Without push notifications and extended card, as most agents under test. `more`: the same agent with them. `deliver`: takes
 * what is pushed.
 */
export function kitAgent(more = false, deliver?: (request: Request) => void): AgentServer {
  const extensions = [{ uri: 'urn:known', description: 'Of no effect.' }]
  return createAgentServer({
    card: { name: 'Kit', description: 'Under test.', capabilities: { extensions } },
    ...{ execute, origin: 'http://agent.example', allowPrivatePushTargets: more },
    ...(more && { extendedCard: { name: 'Extended', extensions }, authenticate: () => 'ann' }),
    async fetch(...request) {
      deliver?.(new Request(...request))
      return new Response(null, { status: 204 })
    },
  })
}

/** What the task shows that a message with this beginning leads to. */
export const kitTasks: readonly (readonly [prefix: string, task: object])[] = [
  ['tck-complete-task', { status: { state: 'TASK_STATE_COMPLETED', message: { role: 'ROLE_AGENT' } } }],
  ['tck-artifact-text', { artifacts: [{ parts: [{ text: 'A text.' }] }] }],
  ['tck-artifact-file', { artifacts: [{ parts: [{ raw: btoa('kit'), filename: 'out.txt' }] }] }],
  ['tck-artifact-file-url', { artifacts: [{ parts: [{ url: 'https://files.example/out.txt' }] }] }],
  ['tck-artifact-data', { artifacts: [{ parts: [{ data: { key: 'value', count: 42 } }] }] }],
  ['tck-input-required', { status: { state: 'TASK_STATE_INPUT_REQUIRED' } }],
  ['tck-auth-required', { status: { state: 'TASK_STATE_AUTH_REQUIRED' } }],
  ['tck-reject-task', { status: { state: 'TASK_STATE_REJECTED' } }],
]
