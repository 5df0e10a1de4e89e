/** Agents of one function for tests of the server, and what tests do with them. */
import {
  type AgentServer,
  type AgentServerOptions,
  createAgentServer,
  type ExecuteContext,
  type Yielded,
} from '../../../src/agent/server/index.ts'
import { call, saying } from './http-calls.ts'

export function agentOf(
  execute: (context: ExecuteContext) => AsyncGenerator<Yielded>,
  options: Partial<AgentServerOptions> = {},
): AgentServer {
  return createAgentServer({ card: { name: 'Agent' }, execute, ...options })
}

/** A promise that the test settles: the agent waits for it. */
export function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}

/** The id of a task that is worked on. */
export async function beginTask(origin: string, text = 'go'): Promise<string> {
  const { result } = await call(origin, 'HTTP+JSON', 'SendMessage', saying(text, {}, { returnImmediately: true }))
  return result.task.id
}

/** The numbers in the texts of events, in their order. */
export function textsOf(events: readonly Record<string, unknown>[]): string {
  return events
    .flatMap((event) => JSON.stringify(event).match(/(?<="text":")[^"]*/g) ?? [])
    .flatMap((text) => text.match(/\d+/g) ?? [])
    .join(' ')
}
