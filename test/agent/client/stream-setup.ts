import type { ConnectOptions } from '../../../src/agent/client/agent.ts'
import type { TaskStream } from '../../../src/agent/client/stream.ts'
import type { StreamEvent } from '../../../src/agent/protocol/types.ts'
import { type Connected, chunkOf, connectFake, type Handle, type Json, taskOf } from './fake-agent.ts'

export const message = { parts: [{ text: 'hello' }] }
export const quick = { tries: 3, minDelay: 1, maxDelay: 4, reorderTime: 20 }

export function connect(handle: Handle, options: ConnectOptions = {}): Promise<Connected> {
  return connectFake('JSONRPC', handle, { reconnect: quick, ...options })
}

/** An agent whose stream ends while the task is at work, and which has nothing to subscribe to. GetTask gives `task`. */
export function connectWithoutSubscription(task: Json): Promise<Connected> {
  return connect(({ operation, stream, fail, result }) => {
    if (operation === 'SendStreamingMessage')
      stream()
        .event({ task: taskOf('WORKING') })
        .end()
    else if (operation === 'SubscribeToTask') fail('UNSUPPORTED_OPERATION')
    else result(task)
  })
}

/** The texts of the artifact's chunks, `=` before those that take the place of what was there. */
export function textsOf(events: readonly StreamEvent[]): string[] {
  return events.flatMap((event) =>
    event.kind === 'artifact'
      ? event.artifact.parts.map(({ text }) => (event.append === true ? `${text}` : `=${text}`))
      : [],
  )
}

/** The state as one word, each once in a row. */
export function statesOf({ state }: TaskStream): string[] {
  const seen: string[] = [state.getSnapshot()]
  state.subscribe(() => {
    if (seen.at(-1) !== state.getSnapshot()) seen.push(state.getSnapshot())
  })
  return seen
}

export const words = Array.from({ length: 60 }, (_, i) => `word ${i % 7}`)
export const chunks = (from: number, to: number): Json[] => words.slice(from, to).map((text) => chunkOf({ text }))
export const artifactOf = (to: number): Json => ({
  artifactId: 'artifact-1',
  parts: words.slice(0, to).map((text) => ({ text })),
})
