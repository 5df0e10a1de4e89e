// When credentials are asked for, and what becomes of a request whose credentials do not come.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { connectAgent } from '../../../src/agent/client/agent.ts'
import type { Credentials } from '../../../src/agent/client/credentials.ts'
import type { AgentError } from '../../../src/agent/protocol/error.ts'
import { bindings, cardOf, serve, taskOf } from './fake-agent.ts'

describe('credentials', () => {
  it.each(bindings)(
    '[AC-22] are asked for again after a 401, once, and then the error is reported: %s',
    async (binding) => {
      const seen: unknown[] = []
      const { origin } = await serve(
        binding,
        ({ request, url, response, result }) => {
          seen.push([request.headers['x-key'], url.searchParams.get('key'), request.headers.cookie])
          if (request.headers['x-key'] === 'good') return result(taskOf('WORKING'))
          return response.writeHead(401, { 'www-authenticate': 'Bearer realm="agents"' }).end()
        },
        {
          securitySchemes: { header: { apiKeySecurityScheme: { location: 'header', name: 'x-key' } } },
          securityRequirements: [{ schemes: { header: { list: ['read'] } } }],
        },
      )
      const asked: unknown[] = []
      let secret = 'old'
      const agent = await connectAgent(origin, {
        allowInsecureLoopback: true,
        credentials: ({ challenge, needs, operation }) => {
          asked.push([operation, challenge, needs[0]?.[0]?.kind])
          if (challenge !== undefined && secret === 'old') secret = 'good'
          return { headers: { 'x-key': secret, cookie: 'a=b' }, query: { key: secret } }
        },
      })
      await agent.getTask({ id: 'task-1' })
      expect(asked).toEqual([
        ['GetTask', undefined, 'apiKey'],
        ['GetTask', 'Bearer realm="agents"', 'apiKey'],
      ])
      expect(seen).toEqual([
        ['old', 'old', 'a=b'],
        ['good', 'good', 'a=b'],
      ])
      secret = 'wrong'
      await expect(agent.getTask({ id: 'task-1' })).rejects.toMatchObject({ code: 'UNAUTHENTICATED', httpStatus: 401 })
      expect(seen).toHaveLength(4)
    },
  )

  it('[AC-22] that the host cannot give are an error of their own', async () => {
    const { origin } = await serve('JSONRPC', ({ result }) => result(taskOf('WORKING')))
    const cause = new Error('The user went away')
    const credentials = (): Promise<never> => Promise.reject(cause)
    const agent = await connectAgent(origin, { allowInsecureLoopback: true, credentials })
    await expect(agent.getTask({ id: 'task-1' })).rejects.toMatchObject({ code: 'UNAUTHENTICATED', cause })
  })

  it('[AC-22] that do not come end with the call that the host aborts', async () => {
    const { origin } = await serve('JSONRPC', ({ result }) => result(taskOf('WORKING')))
    const credentials = (): Promise<never> => new Promise(() => undefined)
    const agent = await connectAgent(origin, { allowInsecureLoopback: true, credentials })
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 20)
    const stopped = agent.getTask({ id: 'task-1' }, { signal: controller.signal })
    await expect(stopped).rejects.toMatchObject({ code: 'ABORTED' })
  })

  it('[AC-22] may take longer than the timeout, which counts each request from when it is sent', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    let sent = 0
    const fetched: typeof fetch = async (input, init) => {
      if (String(input).endsWith('.json')) return Response.json(cardOf('https://agent.example', 'HTTP+JSON'))
      sent++
      if (sent === 1) return new Response(null, { status: 401 })
      if (sent === 2) return Response.json(taskOf('WORKING'))
      // An agent that does not answer.
      return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    }
    const credentials = async (): Promise<Credentials> => {
      await vi.advanceTimersByTimeAsync(600_000)
      return { headers: { 'x-key': 'k' } }
    }
    const agent = await connectAgent('https://agent.example', { fetch: fetched, credentials, timeout: 1_000 })
    expect(await agent.getTask({ id: 'task-1' })).toMatchObject({ id: 'task-1' })
    const unanswered = agent.getTask({ id: 'task-1' }).catch((error: AgentError) => error.code)
    await vi.waitUntil(() => sent === 3)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await unanswered).toBe('TIMEOUT')
  })

  it('[AC-22] that no header may hold are an error of their own', async () => {
    const { origin } = await serve('JSONRPC', ({ result }) => result(taskOf('WORKING')))
    const agent = await connectAgent(origin, {
      allowInsecureLoopback: true,
      credentials: () => ({ headers: { a: 'line\nbreak' } }),
    })
    await expect(agent.getTask({ id: 'task-1' })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('[AC-22] show the extended card, which takes the place of the other', async () => {
    const { origin } = await serve('JSONRPC', ({ result }) =>
      result({ ...cardOf('https://agent.example', 'JSONRPC'), name: 'Extended' }),
    )
    const agent = await connectAgent(origin, { allowInsecureLoopback: true })
    await agent.extendedCard()
    expect(agent.card.name).toBe('Extended')
  })
})
