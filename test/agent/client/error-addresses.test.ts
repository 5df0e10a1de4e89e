// Errors of connections say which address they are about, and nothing of it that may be a secret.
import { describe, expect, it } from 'vitest'
import { connectAgent } from '../../../src/agent/client/agent.ts'
import { AgentError } from '../../../src/agent/protocol/error.ts'
import { shownAddress } from '../../../src/shared/http/shown-address.ts'
import { cardOf } from './fake-agent.ts'

const card = { ...cardOf('https://agent.example', 'JSONRPC') }
const shown = 'https://agent.example/rpc'
const secret = `${shown}?key=hidden#hidden`

/** The error of one call. `answer`: of the interface; the address of a response is its own, as `fetch` has it. */
async function failure(answer: () => Response | Promise<Response>, timeout = 5_000): Promise<AgentError> {
  const interfaces = [{ url: secret, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }]
  const fetched: typeof fetch = async (input, init) => {
    if (String(input).includes('/.well-known/')) return Response.json({ ...card, supportedInterfaces: interfaces })
    const aborted = new Promise<never>((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
    })
    return Promise.race([answer(), aborted])
  }
  const agent = await connectAgent('https://agent.example', { fetch: fetched, timeout })
  return agent.getTask({ id: 't1' }).then(
    () => expect.fail('the call went well'),
    (error: unknown) => error as AgentError,
  )
}

function at(url: string, body: string, init: ResponseInit): Response {
  return Object.defineProperty(new Response(body, init), 'url', { value: url })
}

describe('an error of a connection', () => {
  it.each<[string, () => Response | Promise<Response>]>([
    ['NETWORK_FAILED', () => Promise.reject(new TypeError('fetch failed'))],
    ['TIMEOUT', () => new Promise(() => undefined)],
    ['REDIRECT_REFUSED', () => new Response(null, { status: 302, headers: { location: 'https://other.example' } })],
    ['CONTENT_TYPE_UNEXPECTED', () => at(secret, '<p>', { headers: { 'content-type': 'text/html' } })],
    ['INTERNAL_ERROR', () => at(secret, 'x', { status: 500 })],
    ['INVALID_AGENT_RESPONSE', () => Response.json({ answer: 42 })],
  ])('[AC-24] %s names the address without its query', async (code, answer) => {
    const error = await failure(answer, code === 'TIMEOUT' ? 20 : undefined)
    expect(error).toMatchObject({ code, message: expect.stringContaining(shown) })
    expect(JSON.stringify([error.message, error.hint])).not.toContain('hidden')
  })

  it('[AC-24] names the address that was asked for a card', async () => {
    const none = connectAgent('https://agent.example/?key=hidden', {
      fetch: async () => new Response('', { status: 404 }),
    })
    await expect(none).rejects.toMatchObject({
      code: 'CARD_INVALID',
      message: 'https://agent.example/.well-known/agent-card.json has no valid card: there is none',
    })
    const other = connectAgent('https://agent.example/?key=hidden', { fetch: async () => Response.json({}) })
    await expect(other).rejects.toMatchObject({
      message: 'https://agent.example/ has no valid card: "name" is missing',
    })
  })

  it.each([
    ['http://user:hidden@agent.example/x?key=hidden', '"http://agent.example/x" holds a user name or password'],
    ['https://user:hidden@agent.example', '"https://agent.example/" holds a user name or password'],
    ['agent.example?key=hidden', '"agent.example" is no https address'],
  ])('[AC-24] refuses %s and shows no secret of it', async (origin, message) => {
    const error = await connectAgent(origin, { fetch: () => expect.fail('a request was sent') }).catch((one) => one)
    expect(error).toBeInstanceOf(AgentError)
    expect(error).toMatchObject({ code: 'ADDRESS_INSECURE', message })
  })
})

it.each([
  ['https://host.example/a?key=hidden#hidden', 'https://host.example/a'],
  ['https://user:hidden@host.example/a', 'https://host.example/a'],
  ['https:/user:hidden@host.example/a', 'https://host.example/a'],
  ['https:///user:hidden@host.example/a', 'https://host.example/a'],
  ['https://user:hid/hidden@host.example/a', 'host.example/a'],
  ['https://user:hid?hidden@host.example/a', 'host.example/a'],
  ['user:hid#hidden@host.example?key=hidden', 'host.example'],
  ['not an address', 'not an address'],
])('[AC-24] no secret of %j is shown', (address, expected) => {
  expect(shownAddress(address)).toBe(expected)
})
