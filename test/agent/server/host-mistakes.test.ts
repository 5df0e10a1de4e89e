// What a host's JavaScript hands over, and types do not show: members of version 0.3, incomplete signed cards, bytes in the
// alphabet of addresses.
import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import {
  type AgentCard,
  type CardSource,
  createAgentServer,
  signCard,
  type Yielded,
} from '../../../src/agent/server/index.ts'
import { listOf } from '../../support/list-of.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { bindings, cardOf, connectFake, type Json, taskOf } from '../client/fake-agent.ts'
import { wholeCard } from '../protocol/whole-card.ts'
import { agentOf } from './agent-of.ts'
import { ask, call, saying } from './http-calls.ts'

const text = { text: 'hello' }

const parts: readonly (readonly [name: string, part: Json, now: RegExp])[] = [
  ['kind', { kind: 'text', ...text }, /"kind" of version 0\.3: leave it out/],
  ['file', { file: { bytes: 'AAAA' } }, /"file" of version 0\.3: write "raw" or "url"/],
  ['mimeType', { ...text, mimeType: 'text/plain' }, /"mimeType" of version 0\.3: write "mediaType"/],
]

const execute = async function* (): AsyncGenerator<never> {}

describe('what execute yields', () => {
  /** What the host is told, and what became of the task. */
  async function outcome(value: unknown): Promise<readonly [error: string, state: string]> {
    const errors: unknown[] = []
    const handle = agentOf(
      async function* () {
        yield { status: 'working' }
        yield value as Yielded
      },
      { onError: (error) => errors.push(error) },
    )
    const { task } = await (await ask(handle, '/message:send', saying('x'))).json()
    return [String(errors[0]), task.status.state]
  }

  it.each(parts)('[AS-30] may not have parts with %s', async (_name, part, now) => {
    const places = [
      { artifact: { parts: [text, part] } },
      { message: [part] },
      { message: { parts: [part] } },
      { status: 'working', message: [part] },
    ]
    for (const value of places) {
      const [error, state] = await outcome(value)
      expect([error, state]).toEqual([expect.stringMatching(now), 'TASK_STATE_FAILED'])
      expect(error).toMatch(/^TypeError: parts\/[01] has /)
    }
  })

  it.each<readonly [string, readonly Yielded[], RegExp]>([
    [
      'a message that was all',
      [{ message: 'Which day?' }, { status: 'input-required' }],
      /the members status after the end/,
    ],
    [
      'the last status',
      [{ status: 'completed' }, { text: 'late' }, { text: 'later' }],
      /the members text after the end/,
    ],
  ])('[AS-34] is told where it comes after %s', async (_what, values, told) => {
    const errors: unknown[] = []
    let cleaned = false
    const handle = agentOf(
      async function* () {
        try {
          yield* values
        } finally {
          cleaned = true
        }
      },
      { onError: (error) => errors.push(error) },
    )
    expect((await ask(handle, '/message:send', saying('x'))).status).toBe(200)
    await waitUntil(() => cleaned)
    expect(errors.map(String)).toEqual([expect.stringMatching(told)])
  })

  it('[AS-34] may end with a message or a last status, and do the rest of its work', async () => {
    const errors: unknown[] = []
    let done = 0
    for (const value of [{ message: 'Hi' }, { status: 'completed' }] as readonly Yielded[]) {
      const handle = agentOf(
        async function* () {
          yield value
          done++
        },
        { onError: (error) => errors.push(error) },
      )
      await ask(handle, '/message:send', saying('x'))
    }
    await waitUntil(() => done === 2)
    expect(errors).toEqual([])
  })

  it('[AS-35] makes an artifact by its first chunk, and adds the next ones', async () => {
    const handle = agentOf(async function* () {
      for (const text of ['a', 'b', 'c'])
        yield { artifact: { artifactId: 'x', parts: [{ text }] }, append: true, lastChunk: text === 'c' }
    })
    const answer = await ask(handle, '/message:stream', saying('x'))
    const events = (await answer.text()).split('\n\n').flatMap((event) => {
      const data = /^data: ?(.*)$/m.exec(event)?.[1]
      return data === undefined ? [] : [JSON.parse(data)]
    })
    const chunks = events.flatMap((event) => event.taskArtifactUpdate ?? [])
    expect(chunks.map(({ append = false, lastChunk = false }) => [append, lastChunk])).toEqual([
      [false, false],
      [true, false],
      [true, true],
    ])
  })

  it.each<[string, unknown, RegExp]>([
    ['an event with kind', { kind: 'status-update', status: 'working' }, /"kind" of version 0\.3/],
    ['a final event', { status: 'completed', final: true }, /"final" of version 0\.3: leave it out/],
    ['a message with kind', { message: { kind: 'message', parts: [text] } }, /A message has "kind" of version 0\.3/],
    ['a status as an object', { status: { state: 'working' } }, /There is no status/],
  ])('[AS-30] may not be %s', async (_what, value, now) => {
    expect(await outcome(value)).toEqual([expect.stringMatching(now), 'TASK_STATE_FAILED'])
  })

  it('[AS-30] may have members that are undefined', async () => {
    expect((await outcome({ artifact: { parts: [{ ...text, mimeType: undefined }] } }))[1]).toBe('TASK_STATE_COMPLETED')
  })
})

describe('the card of a server', () => {
  const flows = (name: string) => ({
    securitySchemes: { o: { oauth2SecurityScheme: { flows: { [name]: { scopes: {} } } } } },
  })

  it.each<[string, object, RegExp]>([
    ['protocolVersion', { protocolVersion: '0.3.0' }, /"supportedInterfaces"/],
    ['preferredTransport', { preferredTransport: 'JSONRPC' }, /"protocolBinding"/],
    ['additionalInterfaces', { additionalInterfaces: [] }, /"supportedInterfaces"/],
    ['supportsAuthenticatedExtendedCard', { supportsAuthenticatedExtendedCard: true }, /"extendedAgentCard"/],
    ['url', { url: 'https://agent.example' }, /"supportedInterfaces"/],
    ['security', { security: [] }, /"securityRequirements"/],
    ['stateTransitionHistory', { capabilities: { stateTransitionHistory: true } }, /leave it out/],
    ['transport', { supportedInterfaces: [{ url: '/', transport: 'JSONRPC' }] }, /"protocolBinding"/],
    ['type', { securitySchemes: { o: { type: 'oauth2' } } }, /"oauth2SecurityScheme"/],
    ['implicit', flows('implicit'), /"authorizationCode" with "pkceRequired"/],
    ['password', flows('password'), /"deviceCode"/],
  ])('[AS-30] may not have %s, at the start and in the extended card', async (name, more, now) => {
    const card = { name: 'Old', ...more } as CardSource
    const wrong = new RegExp(`"${name}" of version 0\\.3: .*${now.source}`)
    expect(() => createAgentServer({ card, execute })).toThrow(wrong)
    expect(() => createAgentServer({ card, execute })).toThrow(TypeError)
    const errors: unknown[] = []
    const handle = agentOf(execute, {
      authenticate: () => 'ann',
      extendedCard: () => card,
      onError: (error) => errors.push(error),
    })
    const fetch = (url: string, init: RequestInit) => handle(new Request(url, init))
    expect((await call('http://a.example', 'JSONRPC', 'GetExtendedAgentCard', {}, { fetch })).reason).toBe(
      'INTERNAL_ERROR',
    )
    expect(String(errors)).toMatch(wrong)
    expect(() => agentOf(execute, { extendedCard: card })).toThrow(wrong)
  })
})

describe('a signed card', () => {
  const whole: AgentCard = { ...wholeCard, skills: [] }

  it('[AS-11] gets no defaults: what is missing is said at the start', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const signed = await signCard(whole, { ...(await exportJWK(privateKey)), kid: 'k' })
    expect(() => createAgentServer({ card: signed, execute })).not.toThrow()
    for (const name of Object.keys(whole).filter((one) => one !== 'name')) {
      const { [name]: _, ...card } = signed as unknown as Json
      const wrong = new RegExp(`must be complete: "${name}" is missing`)
      expect(() => createAgentServer({ card: card as unknown as CardSource, execute })).toThrow(wrong)
    }
    const relative = { ...signed, supportedInterfaces: [{ ...whole.supportedInterfaces[0], url: '/rpc' }] } as AgentCard
    expect(() => createAgentServer({ card: relative, execute })).toThrow(/"\/rpc" is no whole address/)
  })
})

describe('bytes', () => {
  const [urls, plain] = ['-_-_-w', '+/+/+w==']

  it('[AS-31] in the alphabet of addresses go out in the usual one, and are stored so', async () => {
    const seen: unknown[] = []
    const handle = agentOf(async function* ({ message }) {
      seen.push(message.parts[0]?.raw)
      yield { artifact: { parts: [{ raw: urls }, { raw: plain }] } }
    })
    const message = { ...saying('x'), message: { messageId: 'm-1', role: 'ROLE_USER', parts: [{ raw: urls }] } }
    const { task } = await (await ask(handle, '/message:send', message)).json()
    expect(seen).toEqual([plain])
    expect(task.artifacts[0].parts).toEqual([{ raw: plain }, { raw: plain }])
    expect(task.history[0].parts).toEqual([{ raw: plain }])
  })
})

describe.each(bindings)('%s: a message of a host', (binding) => {
  async function client() {
    const connected = await connectFake(
      binding,
      ({ operation, result, stream }) => {
        if (operation === 'SendMessage') result({ task: taskOf('COMPLETED') })
        else
          stream()
            .event({ task: taskOf('COMPLETED') })
            .end()
      },
      {},
    )
    const send = async (message: Json): Promise<unknown> => connected.agent.sendMessage({ message } as never)
    const stream = (message: Json): Promise<unknown> => listOf(connected.agent.streamMessage({ message } as never))
    return { ...connected, ways: [send, stream] }
  }

  it.each(parts)('[AC-27] may not have parts with %s', async (_name, part, now) => {
    const { ways, exchanges } = await client()
    for (const way of ways)
      await expect(way({ parts: [text, part] })).rejects.toMatchObject({
        code: 'INVALID_PARAMS',
        message: expect.stringMatching(/^parts\/1 has /),
        hint: expect.stringMatching(
          now.source.slice(now.source.indexOf(':') + 2).replace(/^./, (one) => one.toUpperCase()),
        ),
      })
    expect(exchanges).toEqual([])
  })

  it('[AC-27] may not be one of version 0.3, or without parts', async () => {
    const { ways, exchanges } = await client()
    for (const message of [
      { kind: 'message', parts: [text] },
      { role: 'user', parts: [text] },
      { parts: [] },
      {},
      { parts: [{}] },
    ])
      for (const way of ways) await expect(way(message)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    expect(exchanges).toEqual([])
  })

  it('[AC-27] has its bytes in base64 as ProtoJSON writes it, and its data as they are', async () => {
    const { ways, exchanges } = await client()
    for (const way of ways) await way({ parts: [{ raw: urls }, { data: { kind: 'x', mimeType: 'y' } }] })
    expect(exchanges).toHaveLength(2)
    for (const { params } of exchanges)
      expect(params['message']).toMatchObject({ parts: [{ raw: plain }, { data: { kind: 'x', mimeType: 'y' } }] })
  })

  const [urls, plain] = ['-_-_-w', '+/+/+w==']
})

it('[AC-27] the sample card of these tests has no old member', () => {
  expect(() =>
    createAgentServer({ card: cardOf('http://a.example', 'JSONRPC') as unknown as CardSource, execute }),
  ).not.toThrow()
})
