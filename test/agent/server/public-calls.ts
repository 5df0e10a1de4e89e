// Requests of a caller who speaks the public text, without a network: what is answered, and every object of an answer.
import type { AgentServer } from '../../../src/agent/server/index.ts'
import { type Binding, eventsOf, request } from './http-calls.ts'

type Json = Readonly<Record<string, unknown>>

interface PublicAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Json
  // biome-ignore lint/suspicious/noExplicitAny: JSON whose shape the test asserts.
  readonly result: any
  readonly reason: string | undefined
}

export interface PublicCaller {
  readonly call: (name: string, params: object, headers?: Readonly<Record<string, string>>) => Promise<PublicAnswer>
  readonly events: (name: string, params: object) => Promise<readonly Json[]>
  /** A message whose id begins with the prefix. */
  readonly message: (prefix: string) => Json
  // biome-ignore lint/suspicious/noExplicitAny: JSON whose shape the test asserts.
  readonly send: (prefix: string, more?: object, configuration?: object) => Promise<any>
}

/** The names of operations on push notifications in the public text → those of the shared table of addresses. */
const seedNames = (name: string): string => name.replace('TaskPush', 'Push')

export function createPublicCaller(handle: AgentServer, binding: Binding): PublicCaller {
  let count = 0
  const ask = (name: string, params: object, headers: object = {}): Promise<Response> =>
    request('http://agent.example', binding, binding === 'JSONRPC' ? name : seedNames(name), params as Json, {
      headers: { 'content-type': 'application/json', 'a2a-version': '1.0', ...headers },
      fetch: (url, init) => handle(new Request(url, init)),
    })
  const message = (prefix: string): Json => ({
    messageId: `${prefix}-${binding}-${++count}`,
    role: 'ROLE_USER',
    parts: [{ text: 'Hello from a kit.' }],
  })
  const call: PublicCaller['call'] = async (name, params, headers) => {
    const response = await ask(name, params, headers)
    const body = JSON.parse((await response.text()) || '{}')
    const details = body.error?.data ?? body.error?.details
    const result = binding === 'JSONRPC' ? body.result : body
    return { status: response.status, headers: response.headers, body, result, reason: details?.[0]?.reason }
  }
  return {
    ...{ call, message },
    async events(name, params) {
      const events: Json[] = []
      for await (const event of eventsOf(await ask(name, params), binding)) events.push(event)
      return events
    },
    send: async (prefix, more = {}, configuration = {}) =>
      (await call('SendMessage', { message: { ...message(prefix), ...more }, configuration })).result,
  }
}

/** Whether the task of an answer goes on. */
export function tellsNoEnd({ task }: { readonly task: { readonly status: { readonly state: string } } }): boolean {
  return /SUBMITTED|WORKING/.test(task.status.state)
}
