// JSON values of the protocol as messages of gRPC and back, over generated values, and beside the codec of the public SDK.
import { A2AService as Sdk } from '@a2a-js/sdk/server/grpc'
import { create, type DescMessage, fromBinary, toBinary, toJson } from '@bufbuild/protobuf'
import { ValueSchema } from '@bufbuild/protobuf/wkt'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  A2AService,
  AgentCardSchema,
  ListTasksResponseSchema,
  MessageSchema,
  SendMessageRequestSchema,
  StreamResponseSchema,
  TaskSchema,
} from '../../../src/agent/grpc/generated/lf/a2a/v1/a2a_pb.ts'
import { frameOf, jsonOf, maxLevels, messageOf, rpcOf } from '../../../src/agent/grpc/messages.ts'
import type { OperationName } from '../../../src/agent/protocol/routes.ts'
import { operations } from '../../../src/agent/protocol/routes.ts'
import { taskStates } from '../../../src/agent/protocol/types.ts'
import { wholeCard } from '../protocol/whole-card.ts'
import { framed } from './raw.ts'

type Json = Readonly<Record<string, unknown>>

const roundTrip = (schema: DescMessage, value: object): unknown =>
  jsonOf(schema, fromBinary(schema, toBinary(schema, messageOf(schema, value))))

/** Texts that are not empty: an absent text and an empty one are the same in Protocol Buffers. */
const text = fc.string({ minLength: 1, unit: 'grapheme' })
// A key of this name is no member for the library.
const key = fc.string({ unit: 'grapheme' }).filter((name) => name !== '__proto__')
const free = fc.jsonValue({ depthSize: 'small' }).map((value) => JSON.parse(JSON.stringify(value, noProto)))
const struct = fc.dictionary(
  key,
  fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), text, fc.boolean(), fc.constant(null)),
  { minKeys: 0 },
)
const time = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2200') }).map((date) => date.toISOString())
const bytes = fc.uint8Array({ minLength: 1 }).map((array) => Buffer.from(array).toString('base64'))
const list = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 3 })

function noProto(name: string, value: unknown): unknown {
  return name === '__proto__' ? undefined : Object.is(value, -0) ? 0 : value
}

const content = fc.oneof(
  fc.record({ text: fc.string({ unit: 'grapheme' }) }),
  fc.record({ raw: bytes }),
  fc.record({ url: fc.string() }),
  fc.record({ data: free }),
)
const part = fc
  .tuple(content, fc.record({ metadata: struct, filename: text, mediaType: text }, { requiredKeys: [] }))
  .map(([one, more]) => ({ ...one, ...more }))
const message = fc.record(
  {
    ...{ messageId: text, role: fc.constantFrom('ROLE_USER', 'ROLE_AGENT'), parts: list(part) },
    ...{ contextId: text, taskId: text, metadata: struct, extensions: list(text), referenceTaskIds: list(text) },
  },
  { requiredKeys: ['messageId', 'role', 'parts'] },
)
const status = fc.record(
  { state: fc.constantFrom(...taskStates), message, timestamp: time },
  { requiredKeys: ['state'] },
)
const artifact = fc.record(
  { artifactId: text, parts: list(part), name: text, description: text, metadata: struct, extensions: list(text) },
  { requiredKeys: ['artifactId', 'parts'] },
)
const task = fc.record(
  { id: text, status, contextId: text, artifacts: list(artifact), history: list(message), metadata: struct },
  { requiredKeys: ['id', 'status'] },
)
const event = fc.oneof(
  fc.record({ task }),
  fc.record({ message }),
  fc.record({
    statusUpdate: fc.record(
      { taskId: text, contextId: text, status, metadata: struct },
      { requiredKeys: ['taskId', 'status'] },
    ),
  }),
  fc.record({
    artifactUpdate: fc.record(
      {
        taskId: text,
        contextId: text,
        artifact,
        append: fc.constant(true),
        lastChunk: fc.constant(true),
        metadata: struct,
      },
      { requiredKeys: ['taskId', 'artifact'] },
    ),
  }),
)

const skill = fc.record({ id: text, name: text, description: text, tags: list(text), examples: list(text) })
const card = fc.record({
  ...{ name: text, description: text, version: text, defaultInputModes: list(text), defaultOutputModes: list(text) },
  supportedInterfaces: list(fc.record({ url: text, protocolBinding: text, protocolVersion: text, tenant: text })),
  capabilities: fc.record(
    { streaming: fc.boolean(), pushNotifications: fc.boolean(), extendedAgentCard: fc.boolean() },
    { requiredKeys: [] },
  ),
  skills: list(skill),
  securitySchemes: fc.dictionary(
    text.filter((name) => name !== '__proto__'),
    fc.oneof(
      fc.record({
        apiKeySecurityScheme: fc.record({ location: fc.constant('header'), name: text, description: text }),
      }),
      fc.record({ httpAuthSecurityScheme: fc.record({ scheme: text, bearerFormat: text, description: text }) }),
      fc.record({ mtlsSecurityScheme: fc.record({ description: text }) }),
    ),
    { minKeys: 1 },
  ),
  signatures: list(fc.record({ protected: text, signature: text })),
})

/** Without what is empty: cards come back with all of it. */
function full(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(full)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, member]) => [name, full(member)] as const)
  return Object.fromEntries(entries.filter(([, member]) => !isEmpty(member)))
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === false || JSON.stringify(value) === '{}' || JSON.stringify(value) === '[]'
}

describe('there and back', () => {
  it.each([
    ['messages', MessageSchema, message],
    ['tasks', TaskSchema, task],
    ['events', StreamResponseSchema, event],
  ] as const)('[AG-2] %s are the same', (_, schema, values) => {
    fc.assert(
      fc.property(values as fc.Arbitrary<object>, (value) => void expect(roundTrip(schema, value)).toEqual(value)),
    )
  })

  it('[AG-2] cards are the same, and have their empty members', () => {
    fc.assert(fc.property(card, (value) => void expect(full(roundTrip(AgentCardSchema, value))).toEqual(full(value))))
    const bare = roundTrip(AgentCardSchema, { name: 'Bare', capabilities: {} })
    expect(bare).toMatchObject({ description: '', skills: [], supportedInterfaces: [], defaultInputModes: [] })
    expect(roundTrip(ListTasksResponseSchema, {})).toEqual({ tasks: [], nextPageToken: '', pageSize: 0, totalSize: 0 })
  })

  it('[AG-2] bytes that are made once are those of the message', () => {
    fc.assert(
      fc.property(event, (value) => {
        const message = toBinary(StreamResponseSchema, messageOf(StreamResponseSchema, value))
        expect(Buffer.from(frameOf(StreamResponseSchema, value))).toEqual(framed(message))
      }),
    )
  })

  it('[AG-2] null is data like any other value', () => {
    for (const data of [null, 0, '', false, [], {}, [null], { a: null }]) {
      const parts = [{ data }]
      expect(roundTrip(MessageSchema, { messageId: 'm', role: 'ROLE_USER', parts })).toMatchObject({ parts })
    }
  })
})

describe('the public SDK', () => {
  const rpcs = Object.keys(operations) as OperationName[]

  it.each(rpcs)('[AG-1] has the rpc of %s, under the same path and with the same kind of answer', (name) => {
    const rpc = rpcOf(name)
    const theirs = Object.values(Sdk).find(({ path }) => path === `/${A2AService.typeName}/${rpc.name}`)
    expect(theirs?.responseStream).toBe(rpc.methodKind === 'server_streaming')
    expect(theirs?.responseStream).toBe(operations[name].answer === 'events')
  })

  const reads = (name: string, side: 'request' | 'response', bytes: Uint8Array): Buffer => {
    // biome-ignore lint/suspicious/noExplicitAny: each rpc has functions for its own types.
    const rpc = Sdk[name as keyof typeof Sdk] as any
    return rpc[`${side}Serialize`](rpc[`${side}Deserialize`](Buffer.from(bytes)))
  }
  const same = (name: string, side: 'request' | 'response', schema: DescMessage, value: object): void => {
    const ours = messageOf(schema, value)
    const theirs = fromBinary(schema, reads(name, side, toBinary(schema, ours)))
    expect(toJson(schema, theirs)).toEqual(toJson(schema, ours))
  }
  const hasNull = (value: object): boolean => JSON.stringify(value).includes('"data":null')

  it('[AG-1] reads and writes the same events, requests and cards', () => {
    // It loses `null` as data.
    fc.assert(
      fc.property(
        event.filter((one) => !hasNull(one)),
        (value) => same('sendStreamingMessage', 'response', StreamResponseSchema, value),
      ),
    )
    fc.assert(
      fc.property(
        message.filter((one) => !hasNull(one)),
        (value) =>
          same('sendMessage', 'request', SendMessageRequestSchema, { tenant: 't', message: value, metadata: { a: 1 } }),
      ),
    )
    fc.assert(fc.property(card, (value) => same('getExtendedAgentCard', 'response', AgentCardSchema, value)))
    same('getExtendedAgentCard', 'response', AgentCardSchema, wholeCard as object)
  })

  it.each([
    ['getTask', { tenant: 't', id: 'i', historyLength: 0 }],
    [
      'listTasks',
      {
        ...{ tenant: 't', contextId: 'c', status: 'TASK_STATE_FAILED', pageSize: 7, pageToken: 'p' },
        historyLength: 2,
        statusTimestampAfter: '2026-01-01T00:00:00.500Z',
        includeArtifacts: true,
      },
    ],
    ['cancelTask', { tenant: 't', id: 'i', metadata: { a: 1 } }],
    ['subscribeToTask', { tenant: 't', id: 'i' }],
    [
      'createTaskPushNotificationConfig',
      { tenant: 't', id: 'i', taskId: 'k', url: 'u', token: 'o', authentication: { scheme: 's', credentials: 'c' } },
    ],
    ['getTaskPushNotificationConfig', { tenant: 't', taskId: 'k', id: 'i' }],
    ['deleteTaskPushNotificationConfig', { tenant: 't', taskId: 'k', id: 'i' }],
    ['listTaskPushNotificationConfigs', { tenant: 't', taskId: 'k', pageSize: 3, pageToken: 'p' }],
    ['getExtendedAgentCard', { tenant: 't' }],
  ] as const)('[AG-1] has the same members in requests: %s', (name, value) => {
    const { input } = A2AService.method[name]
    same(name, 'request', input, value)
    expect(toJson(input, messageOf(input, value))).toEqual(value)
  })
})

describe('what the schema has no place for', () => {
  it('[AG-3] is left out: members of the protocol document', () => {
    const seed = {
      id: 't',
      status: { state: 'TASK_STATE_WORKING' },
      createdAt: '2026-01-01T00:00:00.000Z',
      lastModified: 'x',
    }
    expect(roundTrip(TaskSchema, seed)).toEqual({ id: 't', status: { state: 'TASK_STATE_WORKING' } })
    expect(messageOf(TaskSchema, seed).$unknown).toBeUndefined()
  })

  it('[AG-3] is left out of cards: all OAuth flows but the first', () => {
    const of = (name: string) => ({ [name]: { tokenUrl: 'https://a.example', scopes: { a: 'b' } } })
    const flows = { ...of('clientCredentials'), ...of('authorizationCode') }
    const made = roundTrip(AgentCardSchema, {
      name: 'x',
      securitySchemes: { s: { oauth2SecurityScheme: { flows } } },
    }) as Json
    expect(made['securitySchemes']).toMatchObject({ s: { oauth2SecurityScheme: { flows: of('clientCredentials') } } })
    expect(JSON.stringify(made)).not.toContain('authorizationCode')
  })

  it('[AG-3] is refused: data that nests deeper than readers of other languages go', () => {
    const nested = (levels: number, inside: unknown = 1): unknown =>
      Array.from({ length: levels }).reduce((value) => ({ a: value }), inside)
    const of = (data: unknown) => ({ messageId: 'm', role: 'ROLE_USER', parts: [{ data }] })
    expect(roundTrip(MessageSchema, of(nested(maxLevels)))).toEqual(of(nested(maxLevels)))
    expect(() => messageOf(MessageSchema, of(nested(maxLevels + 1)))).toThrow(/more than 31 levels in "data"/)
    // The SDK's codec reads what is allowed, in the deepest place.
    const deepest = { task: { id: 't', status: { state: 'TASK_STATE_WORKING', message: of(nested(maxLevels)) } } }
    const bytes = toBinary(StreamResponseSchema, messageOf(StreamResponseSchema, deepest))
    expect(() => Sdk.sendStreamingMessage.responseDeserialize(Buffer.from(bytes))).not.toThrow()
  })

  it('[AG-3] is refused: numbers that JSON has no form for', () => {
    for (const data of [Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => messageOf(MessageSchema, { messageId: 'm', parts: [{ data }] })).toThrow(/cannot carry/)
    const nan = create(MessageSchema, {
      parts: [
        { content: { case: 'data', value: create(ValueSchema, { kind: { case: 'numberValue', value: Number.NaN } }) } },
      ],
    })
    expect(() => jsonOf(MessageSchema, nan)).toThrow(expect.objectContaining({ code: 'INVALID_PARAMS' }))
    const empty = create(MessageSchema, { parts: [{ content: { case: 'data', value: create(ValueSchema) } }] })
    expect(() => jsonOf(MessageSchema, empty)).toThrow(expect.objectContaining({ code: 'INVALID_PARAMS' }))
  })

  it('[AG-3] is replaced: halves of surrogate pairs, in texts and in names', () => {
    const parts = [{ text: 'a\ud800b' }, { data: { 'k\udfff': ['\ud83d'] } }]
    const sent = roundTrip(MessageSchema, { messageId: 'm', role: 'ROLE_USER', parts })
    expect(sent).toMatchObject({ parts: [{ text: 'a\ufffdb' }, { data: { 'k\ufffd': ['\ufffd'] } }] })
  })
})

describe('forms', () => {
  it('[AG-2] times have milliseconds, whatever was sent', () => {
    const at = (timestamp: string) =>
      (roundTrip(TaskSchema, { id: 't', status: { state: 'TASK_STATE_WORKING', timestamp } }) as { status: Json })
        .status['timestamp']
    expect(at('2026-01-31T12:00:00.000Z')).toBe('2026-01-31T12:00:00.000Z')
    expect(at('2026-01-31T12:00:00.123456Z')).toBe('2026-01-31T12:00:00.123Z')
    expect(at('2026-01-31T13:00:00+01:00')).toBe('2026-01-31T12:00:00.000Z')
  })

  it('[AG-2] a state or a role of a later version is a text, and never the end of a task', () => {
    const later = create(TaskSchema, {
      id: 't',
      status: { state: 99 as never },
      history: [{ messageId: 'm', role: 7 as never }],
    })
    expect(jsonOf(TaskSchema, later)).toMatchObject({
      status: { state: 'TASK_STATE_99' },
      history: [{ role: 'ROLE_7' }],
    })
  })

  it('[AG-2] free JSON is as it came, also where it looks like a status', () => {
    const data = { status: { timestamp: '2026-01-31T12:00:00Z' }, role: 7, task: { status: { state: 3 } } }
    const value = { messageId: 'm', role: 'ROLE_AGENT', parts: [{ data }], metadata: data }
    expect(roundTrip(MessageSchema, value)).toEqual(value)
  })
})
