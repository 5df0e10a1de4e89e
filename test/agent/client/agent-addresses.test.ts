// Where an agent is: at the root of a host or below a path, by its card's own address, or by a card that the host has.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectAgent } from '../../../src/agent/index.ts'
import type { AgentCard } from '../../../src/agent/protocol/types.ts'
import { cardOf, type Json } from './fake-agent.ts'

const local = { allowInsecureLoopback: true } as const
const card = '/.well-known/agent-card.json'

/** Path → a card, or a page. Interfaces of the cards answer with their own path. */
async function host(at: (origin: string) => Record<string, Json | string>) {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    asked.push(request.url ?? '')
    const found = at(origin)[request.url ?? '']
    if (found !== undefined) {
      const page = typeof found === 'string'
      response.setHeader('content-type', page ? 'text/html' : 'application/json')
      response.end(page ? found : JSON.stringify(found))
    } else if (request.method === 'POST') {
      const message = { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: `at ${request.url}` }] }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id: (await bodyOf(request))['id'], result: { message } }))
    } else response.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, asked }
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString())
}

function agentAt(url: string, name: string): Json {
  return {
    ...cardOf(url, 'JSONRPC'),
    name,
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  }
}

async function answerOf(agent: Awaited<ReturnType<typeof connectAgent>>) {
  const answer = await agent.sendMessage({ message: { parts: [{ text: 'hello' }] } })
  return 'parts' in answer ? answer.parts[0]?.text : undefined
}

describe('an agent below a path', () => {
  it.each(['', '/'])('[AC-29] has its own card there, and the agent at the root is another one: %j', async (slash) => {
    const { origin, asked } = await host((at) => ({
      [card]: agentAt(`${at}/rpc`, 'Front desk'),
      [`/a2a/payroll${card}`]: agentAt(`${at}/a2a/payroll/rpc`, 'Payroll'),
    }))
    const agent = await connectAgent(`${origin}/a2a/payroll${slash}`, local)
    expect([agent.card.name, agent.address]).toEqual(['Payroll', `${origin}/a2a/payroll`])
    expect(await answerOf(agent)).toBe('at /a2a/payroll/rpc')
    expect(asked).toEqual([`/a2a/payroll${card}`, '/a2a/payroll/rpc'])
  })

  it.each([
    ['nothing', {}],
    ['a page', { [`/a2a/payroll${card}`]: '<p>Welcome' }],
    ['an empty object', { [`/a2a/payroll${card}`]: {} }],
  ])('[AC-29] may be described by the card of the root, where its own place has %s', async (_what, more) => {
    const { origin } = await host((at) => ({ ...more, [card]: agentAt(`${at}/a2a/payroll`, 'Payroll') }))
    const agent = await connectAgent(`${origin}/a2a/payroll`, local)
    expect(await answerOf(agent)).toBe('at /a2a/payroll')
  })

  it('[AC-29] may be described by a card of version 0.3 at the root', async () => {
    const { origin } = await host((at) => ({
      '/.well-known/agent.json': {
        ...{ name: 'Payroll', description: '', version: '1', protocolVersion: '0.3.0', url: `${at}/a2a/payroll/` },
        ...{ capabilities: {}, skills: [], defaultInputModes: [], defaultOutputModes: [] },
      },
    }))
    expect((await connectAgent(`${origin}/a2a/payroll`, local)).interface.url).toBe(`${origin}/a2a/payroll/`)
  })

  it.each(['/rpc', '/a2a/payroll-test', '/a2a'])(
    '[AC-29] is not the one at the root, whose interface is at %s',
    async (path) => {
      const { origin, asked } = await host((at) => ({ [card]: agentAt(at + path, 'Front desk') }))
      await expect(connectAgent(`${origin}/a2a/payroll`, local)).rejects.toMatchObject({
        code: 'CARD_INVALID',
        message: `${origin}/a2a/payroll has no valid card: that of ${origin} is of another agent`,
      })
      expect(asked.filter((one) => !one.includes('.well-known'))).toEqual([])
    },
  )

  it.each([400, 401, 403, 405, 410, 302])(
    '[AC-29] may be described by the card of the root, where its own place answers %i',
    async (status) => {
      const fetched: typeof fetch = async (input) =>
        new URL(String(input)).pathname === card
          ? Response.json(agentAt('https://agents.example/payroll', 'Payroll'))
          : new Response('', { status, headers: status === 302 ? { location: 'https://login.example/' } : {} })
      const agent = await connectAgent('https://agents.example/payroll', { fetch: fetched })
      expect(agent.card.name).toBe('Payroll')
    },
  )

  it('[AC-29] that is nowhere is what its own place says', async () => {
    const fetched: typeof fetch = async (input) =>
      new Response('', { status: String(input).includes('/payroll/') ? 403 : 404 })
    await expect(connectAgent('https://agents.example/payroll', { fetch: fetched })).rejects.toMatchObject({
      httpStatus: 403,
    })
  })

  it('[AC-29] that is in need of a pause is not looked for elsewhere', async () => {
    const fetched: typeof fetch = async (input) =>
      String(input) === `https://agents.example/payroll${card}`
        ? new Response('', { status: 503 })
        : Response.json(agentAt('https://agents.example/payroll', 'Other'))
    await expect(connectAgent('https://agents.example/payroll', { fetch: fetched })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    })
  })
})

describe('a card', () => {
  it('[AC-29] is asked for at its own address', async () => {
    const { origin, asked } = await host((at) => ({
      '/cards/payroll.json?branch=7': agentAt(`${at}/a2a/payroll`, 'Payroll'),
      [card]: agentAt(`${at}/rpc`, 'Front desk'),
    }))
    const agent = await connectAgent(new URL(`${origin}/cards/payroll.json?branch=7`), local)
    expect(await answerOf(agent)).toBe('at /a2a/payroll')
    expect(asked[0]).toBe('/cards/payroll.json?branch=7')
    const root = await connectAgent(origin + card, local)
    expect([root.card.name, root.address]).toEqual(['Front desk', origin])
    await expect(connectAgent(`${origin}/cards/none.json`, local)).rejects.toMatchObject({
      code: 'CARD_INVALID',
      message: `${origin}/cards/none.json has no valid card: there is none`,
    })
  })

  it('[AC-29] that the host has is used without a request for it', async () => {
    const { origin, asked } = await host(() => ({}))
    const ready = agentAt(`${origin}/a2a/payroll`, 'Payroll') as unknown as AgentCard
    const agent = await connectAgent(ready, local)
    expect(asked).toEqual([])
    expect(await answerOf(agent)).toBe('at /a2a/payroll')
    expect(agent.address).toBe(`${origin}/a2a/payroll`)
    await expect(connectAgent({ ...ready, name: undefined } as never, local)).rejects.toMatchObject({
      code: 'CARD_INVALID',
      message: 'The option "agent" has no valid card: "name" is missing',
    })
    const keys = { keys: { keys: [] } }
    await expect(connectAgent(ready, { ...local, ...keys })).rejects.toMatchObject({ code: 'CARD_SIGNATURE_INVALID' })
    const away = agentAt('http://agent.example/rpc', 'Away') as unknown as AgentCard
    await expect(connectAgent(away, local)).rejects.toMatchObject({ code: 'ADDRESS_INSECURE' })
  })
})
