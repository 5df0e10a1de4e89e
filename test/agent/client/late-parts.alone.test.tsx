// The clients import some of their files when they are first needed. Here none of those files can be had.
import { describe, expect, it, vi } from 'vitest'
import { type ConnectOptions, connectAgent } from '../../../src/agent/client/agent.ts'
import { type ConnectOptions as BusinessOptions, connectBusiness } from '../../../src/commerce/index.ts'
import { listOf } from '../../support/list-of.ts'

const gone = vi.hoisted(() => (): never => {
  throw new Error('Failed to fetch dynamically imported module')
})
vi.mock('../../../src/agent/client/task-stream.ts', gone)
vi.mock('../../../src/agent/client/task-lists.ts', gone)
vi.mock('../../../src/agent/protocol/read-error.ts', gone)
vi.mock('../../../src/agent/client/credentials.ts', gone)
vi.mock('../../../src/agent/protocol/signatures.ts', gone)
vi.mock('../../../src/commerce/catalog.ts', gone)
vi.mock('../../../src/commerce/signature.ts', gone)
vi.mock('../../../src/commerce/tools-binding.ts', gone)
vi.mock('../../../src/shared/http/special-address.ts', gone)

describe('a part of the agent client', () => {
  const card = {
    name: 'Agent',
    capabilities: { streaming: true },
    supportedInterfaces: [{ url: 'https://agent.example/', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' }],
  }
  const task = { id: 'task-1', status: { state: 'TASK_STATE_COMPLETED' } }
  const connect = (options: ConnectOptions = {}): ReturnType<typeof connectAgent> =>
    connectAgent('https://agent.example', {
      fetch: async (input) => {
        const { pathname } = new URL(String(input))
        if (pathname.endsWith('agent-card.json')) return Response.json(card)
        return pathname.endsWith('gone') ? Response.json({ status: 404 }, { status: 404 }) : Response.json(task)
      },
      ...options,
    })
  const error = { name: 'AgentError', code: 'NETWORK_FAILED', hint: expect.any(String), cause: expect.any(Error) }

  it('[LP-1] that streams need fails them, and nothing else', async () => {
    const agent = await connect()
    await vi.dynamicImportSettled()
    const stream = agent.subscribe({ id: 'task-1' })
    await expect(listOf(stream)).rejects.toMatchObject(error)
    expect(stream.state.getSnapshot()).toBe('failed')
    expect(await agent.getTask({ id: 'task-1' })).toEqual(task)
  })

  it('[LP-1] that reads errors, or the pages of a list', async () => {
    const agent = await connect()
    await expect(agent.getTask({ id: 'gone' })).rejects.toMatchObject(error)
    await expect(listOf(agent.allTasks())).rejects.toMatchObject(error)
  })

  it('[LP-1] that checks signatures, of a card that was kept as well, or puts credentials on', async () => {
    await expect(connect({ keys: {} })).rejects.toMatchObject(error)
    const kept = { card, etag: undefined, freshUntil: Number.POSITIVE_INFINITY }
    const cardCache = { get: () => kept, set: () => undefined }
    await expect(connect({ keys: {}, cardCache })).rejects.toMatchObject(error)
    await expect(connect({ credentials: () => undefined })).rejects.toMatchObject(error)
  })
})

describe('a part of the commerce client', () => {
  const version = '2026-01-11'
  const names = ['cart', 'catalog.search'].map((name) => `dev.commerce.shopping.${name}`)
  const profile = (endpoint: string): unknown => ({
    commerce: {
      version,
      services: { 'dev.commerce.shopping': { version, rest: { endpoint }, tools: { endpoint } } },
      capabilities: names.map((name) => ({ name, version })),
    },
  })
  const cart = {
    ...{ commerce: { version, capabilities: {} }, id: 'cart-1', currency: 'EUR' },
    line_items: [],
    totals: ['subtotal', 'total'].map((type) => ({ type, amount: 0 })),
  }
  const connect = (options: Partial<BusinessOptions> = {}, endpoint = 'https://shop.example/api', headers = {}) =>
    connectBusiness('https://shop.example', {
      profile: 'https://platform.example/profile',
      fetch: async (input) =>
        String(input).includes('/api/') ? Response.json(cart, { headers }) : Response.json(profile(endpoint)),
      ...options,
    })
  // About no address: the business answers.
  const message = 'A part of the client could not be loaded'
  const error = { name: 'CommerceError', code: 'network_failed', status: 0, message, cause: expect.any(Error) }

  it('[LP-2] that searches need fails them, and nothing else', async () => {
    const business = await connect()
    // The part is asked for ahead; the mock answers one request at a time.
    await vi.dynamicImportSettled()
    await expect(business.search({ query: 'tea' })).rejects.toMatchObject(error)
    await expect(listOf(business.searchAll({ query: 'tea' }))).rejects.toMatchObject(error)
    await expect(business.lookup({ ids: ['a'] })).rejects.toMatchObject(error)
    expect(await business.getCart('cart-1')).toMatchObject({ kind: 'cart', id: 'cart-1' })
    const reason = new Error('left')
    await expect(business.search({ query: 'tea' }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  it('[LP-2] that a binding, an endpoint or a signature need', async () => {
    await expect(connect({ binding: 'tools' })).rejects.toMatchObject(error)
    await expect(connect({}, 'https://10.0.0.1/api')).rejects.toMatchObject(error)
    const signer = { keyid: 'k', sign: async () => new ArrayBuffer(0) }
    await expect((await connect({ signer })).getCart('cart-1')).rejects.toMatchObject(error)
    const answered = await connect({}, undefined, { signature: 'sig1=:AA==:' })
    await expect(answered.getCart('cart-1')).rejects.toMatchObject(error)
  })
})
