// A client that does not try twice, and the one error that it ends with.
import { createServer } from 'node:http'
import { expect } from 'vitest'
import type { ConnectOptions } from '../../../src/agent/client/agent.ts'
import type { AgentError } from '../../../src/agent/protocol/error.ts'
import { type Connected, connectFake, type Handle, listen } from './fake-agent.ts'

export const message = { parts: [{ text: 'hello' }] }
export const quick = { tries: 0, minDelay: 1, maxDelay: 2, reorderTime: 20 }

export function connect(handle: Handle, options: ConnectOptions = {}): Promise<Connected> {
  return connectFake('HTTP+JSON', handle, { reconnect: quick, ...options })
}

/** Answers every request with the same. */
export async function serveRaw(status: number, headers: Record<string, string>, body = ''): Promise<string> {
  return listen(createServer((_, response) => response.writeHead(status, headers).end(body)))
}

export async function errorOf(work: Promise<unknown>): Promise<AgentError> {
  return work.then(
    () => expect.fail('It did not fail'),
    (error: AgentError) => {
      expect(error).toMatchObject({ name: 'AgentError', hint: expect.stringMatching(/\.$/) })
      return error
    },
  )
}

export const local = { allowInsecureLoopback: true }
export const deep = '['.repeat(100_000) + ']'.repeat(100_000)
export const html = { 'content-type': 'text/html' }
export const json = { 'content-type': 'application/json' }
