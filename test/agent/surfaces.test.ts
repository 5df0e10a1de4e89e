// A conversation: surfaces from an agent over HTTP into a runtime, and what the user does back to the agent.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { type ConnectOptions, connectAgent } from '../../src/agent/connect.ts'
import { type Conversation, type ConversationOptions, connectSurfaces } from '../../src/agent/connect-surfaces.ts'
import { createSurfaceIntake } from '../../src/agent/surface-intake.ts'
import { createRuntime } from '../../src/basic/create-runtime.ts'
import { root } from '../../src/json/pointer.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { ComponentBinding } from '../../src/surface/binding.ts'
import { CS, DS, T, UC, UD, v08 } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'
import {
  agentSays,
  cardOf,
  chunkOf,
  type FakeAgent,
  type Handle,
  type Json,
  type Stream,
  serve,
  statusOf,
  taskOf,
} from './fake-agent.ts'

// A busy machine takes its time.
vi.setConfig({ testTimeout: 60_000 })

const base = 'https://a2ui.org/a2a-extension/a2ui/'
const older = 'application/json+a2ui'
const today = 'application/a2ui+json'
const button = {
  id: 'root',
  component: 'Button',
  child: 'label',
  action: { event: { name: 'go', context: { n: { path: '/n' } } } },
}
const opening: readonly JsonObject[] = [
  CS('s', { sendDataModel: true }),
  UC('s', [T('label', 'Go'), button]),
  UD('s', '/n', 1),
]
const surface = (...data: unknown[]): Json => ({ data, mediaType: older })

interface Setup extends Recorder {
  readonly fake: FakeAgent
  readonly conversation: Conversation
  /** The messages that the agent got. */
  readonly sent: () => readonly Json[]
  /** Presses the button of surface `s`. */
  readonly press: () => void
}

async function setUp(
  handle: Handle,
  {
    version = 'v0.9',
    card = {},
    options = {},
    connecting = {},
  }: {
    version?: string
    card?: Json
    options?: ConversationOptions
    connecting?: ConnectOptions
  } = {},
): Promise<Setup> {
  const fake = await serve('HTTP+JSON', handle, { extensions: [{ uri: base + version }], ...card })
  const reconnect = { tries: 2, minDelay: 1, maxDelay: 2 }
  const agent = await connectAgent(fake.origin, { allowInsecureLoopback: true, reconnect, ...connecting })
  const recorder = record()
  const conversation = connectSurfaces(agent, recorder.runtime, options)
  const messages = (): readonly Json[] =>
    fake.exchanges.filter(({ params }) => 'message' in params).map(({ params }) => params['message'] as Json)
  const press = (): void => {
    const opened = recorder.runtime.surface('s') ?? expect.fail('There is no surface')
    new ComponentBinding(opened, 'root', root).act('action')
  }
  return { ...recorder, fake, conversation, sent: messages, press }
}

/** Answers every message with these events. */
function events(...list: Json[]): Handle {
  return ({ stream }) => {
    const opened = stream()
    for (const event of list) opened.event(event)
    opened.end()
  }
}

async function settled({ state }: Conversation, ...ends: string[]): Promise<void> {
  const wanted = ends.length > 0 ? ends : ['done', 'waiting', 'failed']
  await expect.poll(() => wanted.includes(state.getSnapshot()), { timeout: 30_000, interval: 5 }).toBe(true)
}

const textsIn = ({ messages }: Conversation): unknown[] =>
  messages.getSnapshot().map(({ role, parts }) => [role, parts.map(({ text }) => text).join('|')])

describe('surface messages', () => {
  const complete = statusOf('COMPLETED')
  const whole: readonly (readonly [string, readonly Json[]])[] = [
    ['an artifact', [{ task: taskOf('WORKING') }, chunkOf(surface(...opening)), complete]],
    [
      'several chunks of an artifact',
      [{ task: taskOf('WORKING') }, ...opening.map((one) => chunkOf(surface(one))), complete],
    ],
    [
      'one message a part',
      [{ task: taskOf('WORKING') }, ...opening.map((data) => chunkOf({ data, mediaType: today })), complete],
    ],
    ['a message', [{ message: { ...agentSays('x'), parts: [surface(...opening)] } }]],
    [
      'a status',
      [
        { task: taskOf('WORKING') },
        {
          taskStatusUpdate: {
            taskId: 'task-1',
            status: { state: 'TASK_STATE_COMPLETED', message: { ...agentSays('x'), parts: [surface(...opening)] } },
          },
        },
      ],
    ],
    [
      'the history of a task',
      [{ task: taskOf('COMPLETED', { history: [{ ...agentSays('x'), parts: [surface(...opening)] }] }) }],
    ],
    [
      'the artifacts of a task',
      [{ task: taskOf('COMPLETED', { artifacts: [{ artifactId: 'a', parts: [surface(...opening)] }] }) }],
    ],
    [
      'the metadata of a part',
      [
        {
          message: {
            ...agentSays('x'),
            parts: [{ data: opening, metadata: { mimeType: 'Application/A2UI+json; v=1' } }],
          },
        },
      ],
    ],
  ]

  it.each(whole)('[AP-1] come in %s', async (_, list) => {
    const { conversation, shown, codes } = await setUp(events(...list))
    await conversation.send('hello')
    await settled(conversation)
    expect([conversation.state.getSnapshot(), codes(), shown('s', 'label')]).toEqual(['done', [], 'Go'])
  })

  it('[AP-1] of v0.8 come one in each part, and a part of another type holds none', async () => {
    const messages = [v08.SU('s', [v08.T('r', 'old')]), v08.BR('s', 'r')]
    const parts = [
      ...messages.map((data) => ({ data, mediaType: older })),
      { data: CS('other'), mediaType: 'application/json' },
    ]
    const { conversation, shown, runtime } = await setUp(events({ message: { ...agentSays('x'), parts } }), {
      version: 'v0.8',
    })
    await conversation.send('hello')
    await settled(conversation)
    expect([shown('s', 'r'), runtime.surface('other')]).toEqual(['old', undefined])
    expect(conversation.messages.getSnapshot().at(-1)).toMatchObject({
      surfaceIds: ['s'],
      parts: [{ mediaType: 'application/json' }],
    })
  })

  it('[AP-2] that come again are applied once, and what the user typed stays', async () => {
    let cut: () => void = () => undefined
    const { conversation, shown, codes, runtime } = await setUp(({ operation, stream }) => {
      const opened = stream()
      if (operation === 'SendStreamingMessage') {
        opened.event({ task: taskOf('WORKING') }).event(chunkOf(surface(...opening)))
        opened.event(statusOf('WORKING', 'one moment'))
        cut = () => opened.raw('data: {"taskArt').cut()
        return
      }
      const history = [agentSays('one moment')]
      // The agent has joined its chunks.
      const artifacts = [{ artifactId: 'artifact-1', parts: [surface(...opening, UC('s', [T('label', 'Went on')]))] }]
      opened
        .event({ task: taskOf('WORKING', { artifacts, history }) })
        .event(complete)
        .end()
    })
    await conversation.send('hello')
    await expect.poll(() => textsIn(conversation).length, { timeout: 30_000 }).toBe(3)
    const before = runtime.surface('s')
    before?.data.set('/n', 'typed')
    cut()
    await expect.poll(() => shown('s', 'label'), { timeout: 30_000 }).toBe('Went on')
    await settled(conversation, 'done')
    expect([codes(), runtime.surface('s') === before, before?.data.get('/n')]).toEqual([[], true, 'typed'])
    const texts = [
      ['ROLE_USER', 'hello'],
      ['ROLE_AGENT', ''],
      ['ROLE_AGENT', 'one moment'],
    ]
    expect(textsIn(conversation)).toEqual(texts)
  })

  it('[AP-2] of a stream that is cut at any byte leave the same surfaces', async () => {
    const recorded = [
      { task: taskOf('WORKING') },
      ...opening.map((one) => chunkOf(surface(one))),
      chunkOf(surface(UC('s', [T('label', 'Größe 😀')]))),
      complete,
    ]
    const encoder = new TextEncoder()
    const bytesOf = (list: readonly unknown[]): Uint8Array<ArrayBuffer> =>
      encoder.encode(list.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
    const whole = bytesOf(recorded)
    const ends = recorded.map((_, i) => bytesOf(recorded.slice(0, i + 1)).length)
    const sse = { headers: { 'content-type': 'text/event-stream' } }
    let length = 0
    const agent = await connectAgent('https://a.example', {
      reconnect: { tries: 1, minDelay: 0, maxDelay: 0 },
      fetch: async (input) => {
        if (String(input).endsWith('.json')) return Response.json(cardOf('https://a.example', 'HTTP+JSON'))
        const had = ends.filter((end) => end <= length).length
        const parts = recorded
          .slice(1, had)
          .map(
            (event) =>
              (event as { taskArtifactUpdate: { artifact: { parts: Json[] } } }).taskArtifactUpdate.artifact.parts,
          )
        const snapshot = { task: taskOf('WORKING', { artifacts: [{ artifactId: 'artifact-1', parts: parts.flat() }] }) }
        const first = String(input).endsWith(':stream')
        return new Response(first ? whole.slice(0, length) : bytesOf([snapshot, ...recorded.slice(had)]), sse)
      },
    })
    for (length = ends[0] ?? 0; length < (ends.at(-2) ?? 0) + 9; length += 7) {
      const { runtime, shown, codes } = record()
      const conversation = connectSurfaces(agent, runtime)
      await conversation.send('hello')
      await settled(conversation, 'done', 'failed')
      const seen = [
        conversation.state.getSnapshot(),
        codes(),
        shown('s', 'label'),
        runtime.surface('s')?.data.get('/n'),
      ]
      expect(seen, `cut at ${length}`).toEqual(['done', [], 'Größe 😀', 1])
    }
  })

  it('[AP-2] that create a surface a second time are no error if they are the same, and one if not', async () => {
    const again = [...opening, CS('s', { sendDataModel: true }), UD('s', '/n', 2)]
    const same = await setUp(events({ message: { ...agentSays('x'), parts: [surface(...again)] } }))
    await same.conversation.send('hello')
    await settled(same.conversation)
    expect([same.codes(), same.runtime.surface('s')?.data.get('/n')]).toEqual([[], 2])
    const parts = [surface(...opening, CS('s', { theme: { primaryColor: '#000000' } }))]
    const other = await setUp(events({ message: { ...agentSays('x'), parts } }))
    await other.conversation.send('hello')
    expect(other.codes()).toEqual(['SURFACE_EXISTS'])
    other.conversation.dispose()
  })

  it('[AP-2] may create a surface anew after it was deleted', async () => {
    const parts = [surface(...opening, DS('s'), ...opening)]
    const { conversation, codes, shown } = await setUp(events({ message: { ...agentSays('x'), parts } }))
    await conversation.send('hello')
    expect([codes(), shown('s', 'label')]).toEqual([[], 'Go'])
  })
})

describe('what goes out', () => {
  const answer = [{ task: taskOf('WORKING') }, chunkOf(surface(...opening)), statusOf('COMPLETED')]

  it('[AP-3] a text goes with capabilities, the extension, and the context after the first answer', async () => {
    const { conversation, sent } = await setUp(events(...answer))
    await conversation.send('one')
    await settled(conversation)
    await conversation.send([{ text: 'two' }, { url: 'https://example.com/picture.png' }])
    const [one, two] = sent()
    const supportedCatalogIds = expect.arrayContaining([expect.stringContaining('basic')])
    expect(one).toMatchObject({ role: 'ROLE_USER', parts: [{ text: 'one' }], extensions: [`${base}v0.9`] })
    expect(one).toMatchObject({ metadata: { a2uiClientCapabilities: { 'v0.9': { supportedCatalogIds } } } })
    expect(one).not.toHaveProperty('contextId')
    expect(one?.['metadata']).not.toHaveProperty('a2uiClientDataModel')
    expect(two).toMatchObject({ contextId: 'context-1', parts: [{ text: 'two' }, {}] })
    expect(two).toMatchObject({ metadata: { a2uiClientDataModel: { version: 'v0.9', surfaces: { s: { n: 1 } } } } })
    expect(two).not.toHaveProperty('taskId')
  })

  it.each([
    [
      'v0.8',
      [
        v08.SU('s', [{ id: 'root', component: { Button: { child: 't', action: { name: 'go' } } } }, v08.T('t', 'Go')]),
        v08.BR('s', 'root'),
      ],
      { userAction: { name: 'go' } },
      older,
    ],
    ['v0.9', opening, [{ version: 'v0.9', action: { name: 'go', context: { n: 1 } } }], older],
    [
      'v0.9.1',
      opening.map((message) => ({ ...message, version: 'v0.9.1' })),
      [{ version: 'v0.9.1', action: { name: 'go' } }],
      today,
    ],
  ])('[AP-3] an action goes in the version of its surface: %s', async (version, messages, data, mediaType) => {
    const parts = messages.map((message) => ({ data: message, mediaType: older }))
    const { conversation, press, sent } = await setUp(
      events({ message: { ...agentSays('x'), contextId: 'context-1', parts } }),
      { version },
    )
    await conversation.send('hello')
    press()
    await expect.poll(() => sent().length).toBe(2)
    expect(sent()[1]).toMatchObject({
      contextId: 'context-1',
      parts: [{ data, mediaType, metadata: { mimeType: mediaType } }],
    })
    const capabilities = version === 'v0.8' ? { supportedCatalogIds: expect.anything() } : { 'v0.9': expect.anything() }
    expect(sent()[1]).toMatchObject({
      metadata: { a2uiClientCapabilities: capabilities },
      extensions: [base + version],
    })
    expect(conversation.messages.getSnapshot().filter(({ role }) => role === 'ROLE_USER')).toHaveLength(1)
  })

  it('[AP-3] an action keeps its control busy until the agent answers, and fails where it was not told', async () => {
    let broken = false
    const { conversation, codes, press } = await setUp(({ stream, fail }) => {
      if (broken) return fail('PERMISSION_DENIED')
      const opened = stream()
      for (const event of answer) opened.event(event)
      return opened.end()
    })
    await conversation.send('hello')
    await settled(conversation)
    broken = true
    press()
    await expect.poll(codes).toEqual(['ACTION_FAILED'])
    expect(conversation.state.getSnapshot()).toBe('failed')
    expect(conversation.error.getSnapshot()).toMatchObject({ code: 'PERMISSION_DENIED' })
  })

  it('[AP-3] nothing of a surface that the host or another agent created', async () => {
    const { conversation, send, press, sent } = await setUp(events(...answer))
    send(...opening)
    press()
    await conversation.send('hello')
    await settled(conversation)
    // The agent has named the surface, but it is the host's.
    press()
    await conversation.send('hello')
    expect(sent().filter(({ parts }) => JSON.stringify(parts).includes('action'))).toEqual([])
    expect(JSON.stringify(sent())).not.toContain('a2uiClientDataModel')
  })

  it('[AP-4] the task is named only while it waits for the user', async () => {
    const { conversation, sent } = await setUp(({ params, stream }) => {
      const { taskId } = params['message'] as Json
      const state = taskId === undefined ? 'INPUT_REQUIRED' : 'COMPLETED'
      const opened = stream()
        .event({ task: taskOf('WORKING') })
        .event(statusOf(state, `Now ${state}`))
      if (state === 'COMPLETED') opened.end()
    })
    await conversation.send('one')
    await settled(conversation, 'waiting')
    await conversation.send('two')
    await settled(conversation, 'done')
    await conversation.send('three')
    expect(sent().map(({ taskId }) => taskId)).toEqual([undefined, 'task-1', undefined])
    expect(conversation.taskIds).toEqual(['task-1'])
    conversation.dispose()
  })

  it('[AP-4] two messages at once are of one context', async () => {
    const { conversation, sent } = await setUp(events(...answer))
    await Promise.all([conversation.send('one'), conversation.send('two')])
    expect(sent().map(({ contextId }) => contextId)).toEqual([undefined, 'context-1'])
  })

  it('[AP-5] errors go out together when the agent has finished, and not for ever', async () => {
    const faulty = surface(
      ...opening,
      UC('s', [{ id: 'x', component: 'Txt' }]),
      UC('s', [{ id: 'y', component: 'Txt' }]),
    )
    let count = 0
    const { conversation, sent } = await setUp(({ stream }) => {
      const more = count++ === 0 ? faulty : surface(UC('s', [{ id: `x${count}`, component: 'Txt' }]))
      stream()
        .event({ task: taskOf('WORKING') })
        .event(chunkOf(more, {}, `a${count}`))
        .event(statusOf('COMPLETED'))
        .end()
    })
    await conversation.send('hello')
    await expect.poll(() => sent().length).toBe(4)
    await settled(conversation)
    const body = { code: 'VALIDATION_FAILED', surfaceId: 's', path: '/updateComponents/components/0/component' }
    const report = { data: [{ version: 'v0.9', error: body }], mediaType: older }
    expect(sent()[1]?.['parts']).toMatchObject([report, report])
    expect(sent()[3]?.['parts']).toMatchObject([report])
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(sent()).toHaveLength(4)
    // What is left goes with the user's next words.
    await conversation.send('go on')
    expect(sent()[4]?.['parts']).toMatchObject([{ text: 'go on' }, report])
    conversation.dispose()
  })
})

it('[CH-4] an agent hears of unknown components from a lenient runtime, and of no other warning', async () => {
  const runtime = createRuntime({ validation: 'lenient', onError: () => undefined })
  const odd = surface(
    ...opening,
    UC('s', [
      { id: 'x', component: 'Hologram' },
      { ...T('y', 'fine'), colour: 'red' },
    ]),
  )
  const fake = await serve('HTTP+JSON', events({ task: taskOf('WORKING') }, chunkOf(odd), statusOf('COMPLETED')), {
    extensions: [{ uri: `${base}v0.9` }],
  })
  const conversation = connectSurfaces(await connectAgent(fake.origin, { allowInsecureLoopback: true }), runtime)
  await conversation.send('hello')
  await expect.poll(() => fake.count('SendStreamingMessage')).toBeGreaterThan(1)
  const error = { code: 'VALIDATION_FAILED', surfaceId: 's', path: '/updateComponents/components/0/component' }
  const report = { data: [{ version: 'v0.9', error }], mediaType: older }
  expect(fake.exchanges[1]?.params['message']).toMatchObject({ parts: [report] })
  conversation.dispose()
})

describe('a conversation', () => {
  it('[AP-6] shows both sides, and the texts of artifacts joined', async () => {
    const { conversation } = await setUp(
      events(
        { task: taskOf('WORKING') },
        statusOf('WORKING', 'Thinking'),
        chunkOf({ text: 'Hel' }),
        chunkOf({ text: 'lo' }),
        chunkOf({ url: 'https://example.com' }),
        statusOf('COMPLETED'),
      ),
    )
    const sending = conversation.send('hi')
    expect(conversation.messages.getSnapshot()).toMatchObject([{ role: 'ROLE_USER', delivery: 'sending' }])
    await sending
    await settled(conversation)
    const [own, thinking, artifact] = conversation.messages.getSnapshot()
    expect(own).toMatchObject({ delivery: 'sent', parts: [{ text: 'hi' }] })
    expect(thinking).toMatchObject({ role: 'ROLE_AGENT', parts: [{ text: 'Thinking' }] })
    expect(artifact).toMatchObject({
      messageId: 'task-1/artifact-1',
      parts: [{ text: 'Hello' }, { url: 'https://example.com' }],
    })
  })

  it("[AP-6] shows the message of a status as the agent's, whatever role it names", async () => {
    const { conversation } = await setUp(({ stream, params }) => {
      const status = (message: unknown): Json => ({ state: 'TASK_STATE_WORKING', message })
      const said = { ...agentSays('hello'), role: 'ROLE_USER' }
      stream()
        .event({ task: taskOf('WORKING', { status: status(params['message']) }) })
        .event({ taskStatusUpdate: { taskId: 'task-1', status: status(said) } })
        .event(statusOf('COMPLETED'))
        .end()
    })
    await conversation.send('hi')
    await settled(conversation, 'done')
    expect(textsIn(conversation)).toEqual([
      ['ROLE_USER', 'hi'],
      ['ROLE_AGENT', 'hello'],
    ])
  })

  it('[AP-6] marks a message that did not arrive, and tells why', async () => {
    const { conversation } = await setUp(({ fail }) => fail('RATE_LIMITED'))
    await expect(conversation.send('hi')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(conversation.messages.getSnapshot()).toMatchObject([{ delivery: 'failed' }])
    expect(conversation.state.getSnapshot()).toBe('failed')
    // Nobody waits for this one, and no rejection goes unhandled.
    conversation.send('again')
    await expect.poll(() => conversation.messages.getSnapshot()[1]?.delivery).toBe('failed')
  })

  it('[AP-7] stops what the agent is working on', async () => {
    const { conversation, fake } = await setUp(({ operation, stream, result }) => {
      if (operation === 'CancelTask') result(taskOf('CANCELED'))
      else stream().event({ task: taskOf('WORKING') })
    })
    await conversation.send('hi')
    await conversation.stop()
    await settled(conversation, 'done')
    expect(fake.count('CancelTask')).toBe(1)
    await conversation.stop()
    expect(fake.count('CancelTask')).toBe(1)
  })

  it.each(['WORKING', 'CANCELED'])('[AP-7] shows once what the answer to a stop holds: %s', async (state) => {
    let opened: Stream | undefined
    const { conversation } = await setUp(({ operation, stream, result }) => {
      if (operation !== 'CancelTask') {
        opened = stream()
          .event({ task: taskOf('WORKING') })
          .event(chunkOf({ text: 'one ' }))
        return
      }
      // The stream is ahead of the answer, or behind it.
      const late = (): unknown =>
        opened
          ?.event(chunkOf({ text: 'two ' }))
          .event(statusOf('CANCELED'))
          .end()
      if (state === 'CANCELED') late()
      result(taskOf(state, { artifacts: [{ artifactId: 'artifact-1', parts: [{ text: 'one ' }, { text: 'two ' }] }] }))
      if (state === 'WORKING') setTimeout(late, 20)
    })
    await conversation.send('hi')
    await expect.poll(() => textsIn(conversation).length).toBe(2)
    await conversation.stop()
    await settled(conversation, 'done')
    expect(textsIn(conversation)[1]).toEqual(['ROLE_AGENT', 'one two '])
  })

  it('[AP-7] stops a message that was given a moment ago, before it is sent', async () => {
    const { conversation, fake } = await setUp(({ stream }) =>
      stream()
        .event({ task: taskOf('COMPLETED') })
        .end(),
    )
    const sending = conversation.send('pay')
    await conversation.stop()
    await expect(sending).rejects.toMatchObject({ code: 'ABORTED' })
    expect(conversation.messages.getSnapshot()).toMatchObject([{ delivery: 'failed' }])
    expect(fake.exchanges).toHaveLength(0)
    await conversation.send('look')
    expect(fake.count('SendStreamingMessage')).toBe(1)
  })

  it('[AP-7] cancels the task of a message that the agent had when it was stopped', async () => {
    let begin: () => void = () => undefined
    const { conversation, fake } = await setUp(({ operation, stream, result }) => {
      if (operation === 'CancelTask') result(taskOf('CANCELED'))
      else begin = () => void stream().event({ task: taskOf('WORKING') })
    })
    const sending = conversation.send('buy')
    await expect.poll(() => fake.exchanges.length).toBe(1)
    const stopping = conversation.stop()
    begin()
    await Promise.all([sending, stopping])
    expect(fake.count('CancelTask')).toBe(1)
    expect(conversation.messages.getSnapshot()).toMatchObject([{ delivery: 'sent' }])
    await settled(conversation, 'done')
  })

  it('[AP-7] stops a message that has not been answered, and tells where an agent cannot stop', async () => {
    const silent = await setUp(() => undefined)
    const sending = silent.conversation.send('hi')
    await expect.poll(() => silent.fake.exchanges.length).toBe(1)
    await silent.conversation.stop()
    await expect(sending).rejects.toMatchObject({ code: 'ABORTED' })
    const { conversation } = await setUp(({ operation, stream, fail }) => {
      if (operation === 'CancelTask') fail('INTERNAL_ERROR')
      else stream().event({ task: taskOf('WORKING') })
    })
    await conversation.send('hi')
    await expect(conversation.stop()).rejects.toMatchObject({ code: 'INTERNAL_ERROR' })
    expect(conversation.state.getSnapshot()).toBe('live')
    conversation.dispose()
    await expect(conversation.send('more')).rejects.toMatchObject({ code: 'ABORTED' })
  })

  const saved = taskOf('WORKING', {
    status: { state: 'TASK_STATE_WORKING', message: agentSays('Working on it') },
    history: [{ messageId: 'user-1', role: 'ROLE_USER', parts: [{ text: 'hello' }] }],
    artifacts: [{ artifactId: 'artifact-1', parts: [surface(...opening)] }],
  })

  it.each([
    ['its tasks', { contextId: 'context-1', tasks: ['gone', 'task-1'] }, 'GetTask'],
    ['its context', { contextId: 'context-1' }, 'ListTasks'],
  ] as const)('[AP-8] is restored from %s, and goes on', async (_, options, operation) => {
    const { conversation, fake, shown, codes, sent } = await setUp(
      (exchange) => {
        if (exchange.operation === 'ListTasks') exchange.result({ tasks: [saved] })
        else if (exchange.params['id'] === 'gone') exchange.fail('TASK_NOT_FOUND')
        else if (exchange.operation === 'GetTask') exchange.result(saved)
        else {
          const next = chunkOf(surface(UC('s', [T('label', 'Later')])))
          exchange.stream().event({ task: saved }).event(next).event(statusOf('COMPLETED', 'Done')).end()
        }
      },
      { options },
    )
    await expect.poll(() => shown('s', 'label')).toBe('Later')
    await settled(conversation, 'done')
    expect(fake.count(operation)).toBeGreaterThan(0)
    expect(codes()).toEqual([])
    const texts = [
      ['ROLE_USER', 'hello'],
      ['ROLE_AGENT', ''],
      ['ROLE_AGENT', 'Working on it'],
      ['ROLE_AGENT', 'Done'],
    ]
    expect(textsIn(conversation)).toEqual(texts)
    await conversation.send('more')
    expect(sent()[0]).toMatchObject({ contextId: 'context-1' })
    expect(conversation.taskIds).toEqual(['task-1'])
  })

  it('[CH-1] tells the state of each task, and whose task a message is, live and restored', async () => {
    const live = await setUp(({ stream }) =>
      stream()
        .event({ task: taskOf('WORKING') })
        .event(statusOf('FAILED', 'No luck'))
        .end(),
    )
    const seen: unknown[] = []
    live.conversation.tasks.subscribe(() => seen.push(live.conversation.tasks.getSnapshot()))
    await live.conversation.send('hi')
    await settled(live.conversation, 'done')
    const failed = { id: 'task-1', state: 'TASK_STATE_FAILED' }
    expect(seen).toEqual([[{ id: 'task-1', state: 'TASK_STATE_WORKING' }], [failed]])
    expect(live.conversation.messages.getSnapshot().map(({ taskId }) => taskId)).toEqual(['task-1', 'task-1'])
    const back = await setUp(({ result }) => result({ ...saved, status: { state: 'TASK_STATE_FAILED' } }), {
      options: { tasks: ['task-1'] },
    })
    await back.conversation.restored
    expect(back.conversation.tasks.getSnapshot()).toEqual([failed])
    expect(back.conversation.messages.getSnapshot().map(({ taskId }) => taskId)).toEqual(['task-1', 'task-1'])
  })

  it('[CH-2] activates the newest surface version among those that the host offers', async () => {
    const extensions = ['v0.9.1', 'v0.9', 'v0.8'].map((version) => ({ uri: base + version }))
    const offers = [undefined, ['v0.8', 'v0.9'], ['v0.8'], []] as const
    const activated = offers.map(async (surfaceVersions) => {
      const { conversation, fake, sent } = await setUp(
        ({ stream }) =>
          stream()
            .event({ task: taskOf('COMPLETED') })
            .end(),
        { card: { extensions }, connecting: { surfaceVersions } },
      )
      await conversation.send('hi')
      const [message] = sent()
      return [fake.exchanges[0]?.request.headers['agent-extensions'], Object.keys(message?.['metadata'] ?? {}).length]
    })
    expect(await Promise.all(activated)).toEqual([
      [`${base}v0.9.1`, 1],
      [`${base}v0.9`, 1],
      [`${base}v0.8`, 1],
      [undefined, 0],
    ])
  })

  it('[AP-8] is restored from an agent that lists slowly, without times, and more than was asked for', async () => {
    const said = (id: string, more: Json = {}): Json => ({
      ...taskOf('COMPLETED', { history: [agentSays(id)], ...more }),
      id,
    })
    const all = [said('b'), said('a'), said('other', { contextId: 'context-2' })]
    const { conversation, fake } = await setUp(
      ({ operation, params, result }) => {
        if (operation === 'GetTask') result(all.find(({ id }) => id === params['id']))
        else if (params['cursor'] === undefined) result({ tasks: [all[0]], nextCursor: 'A' })
        else result({ tasks: all, nextCursor: params['cursor'] === 'A' ? 'B' : 'A' })
      },
      { options: { contextId: 'context-1' } },
    )
    await expect.poll(() => textsIn(conversation)).toEqual(['a', 'b'].map((text) => ['ROLE_AGENT', text]))
    expect([fake.count('ListTasks'), fake.count('GetTask')]).toEqual([3, 2])
    expect(fake.exchanges[0]?.params['includeArtifacts']).not.toBe('true')
  })

  it('[AP-8] is no longer restored after it was disposed', async () => {
    let closed = false
    const { conversation, fake } = await setUp(
      ({ response }) =>
        response.on('close', () => {
          closed = true
        }),
      { options: { contextId: 'context-1' } },
    )
    await expect.poll(() => fake.exchanges.length).toBe(1)
    conversation.dispose()
    await expect.poll(() => closed).toBe(true)
    expect([conversation.state.getSnapshot(), conversation.error.getSnapshot()]).toEqual(['done', undefined])
  })

  it('[AP-8] follows a task again whose answer did not reach the agent', async () => {
    const { conversation, fake } = await setUp(
      ({ operation, stream, result, fail }) => {
        if (operation === 'GetTask') result(taskOf('INPUT_REQUIRED'))
        else if (operation === 'SendStreamingMessage') fail('PERMISSION_DENIED')
        else stream().event({ task: taskOf('INPUT_REQUIRED') })
      },
      { options: { tasks: ['task-1'] } },
    )
    await expect.poll(() => fake.count('SubscribeToTask')).toBe(1)
    await expect(conversation.send('yes')).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
    await expect.poll(() => fake.count('SubscribeToTask')).toBe(2)
    await settled(conversation, 'failed')
  })

  it('[AP-8] that cannot be restored tells why', async () => {
    const { conversation } = await setUp(({ fail }) => fail('UNAUTHENTICATED'), { options: { contextId: 'context-1' } })
    await settled(conversation, 'failed')
    expect(conversation.error.getSnapshot()).toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it.each([{ streaming: false }, {}, { streaming: true }])(
    '[AP-9] is restored from an agent that has no streams: %j',
    async (capabilities) => {
      let looks = 0
      const { conversation, fake } = await setUp(
        ({ operation, result, fail }) => {
          if (operation === 'GetTask') result(taskOf(++looks < 3 ? 'WORKING' : 'COMPLETED'))
          else fail('UNSUPPORTED_OPERATION')
        },
        { card: { capabilities }, options: { tasks: ['task-1'] } },
      )
      await expect.poll(() => looks, { timeout: 30_000 }).toBeGreaterThan(2)
      await settled(conversation, 'done', 'failed')
      expect([conversation.state.getSnapshot(), fake.count('SendMessage')]).toEqual(['done', 0])
      expect(fake.count('SubscribeToTask')).toBe(capabilities.streaming === false ? 0 : 1)
    },
  )

  it.each([{ capabilities: { streaming: false } }, { capabilities: {} }])(
    '[AP-9] works with an agent that has no streams: %j',
    async (card) => {
      const { conversation, fake, shown } = await setUp(
        ({ operation, result, fail }) => {
          const artifacts = [{ artifactId: 'a', parts: [surface(...opening)] }]
          if (operation === 'SendMessage') result({ task: taskOf('WORKING') })
          else if (operation === 'GetTask') result(taskOf('COMPLETED', { artifacts }))
          else fail('UNSUPPORTED_OPERATION')
        },
        { card },
      )
      const states: string[] = []
      conversation.state.subscribe(() => states.push(conversation.state.getSnapshot()))
      await conversation.send('hello')
      await expect.poll(() => shown('s', 'label'), { timeout: 30_000 }).toBe('Go')
      await settled(conversation, 'done')
      expect(states).toEqual(['connecting', 'live', 'done'])
      expect(fake.count('SendStreamingMessage')).toBe(card.capabilities.streaming === false ? 0 : 1)
    },
  )
  it.each<readonly [string, ConversationOptions, readonly string[], readonly string[]]>([
    ['sent', {}, ['cut', '503', 'WORKING', 'COMPLETED'], ['connecting', 'live', 'reconnecting', 'live', 'done']],
    // The first look of a restored conversation loads its task.
    [
      'restored',
      { tasks: ['task-1'] },
      ['WORKING', 'cut', '503', 'COMPLETED'],
      ['connecting', 'reconnecting', 'live', 'done'],
    ],
  ])('[AP-9] goes on where looks at a task that was %s fail for a while', async (_, options, looks, expected) => {
    let next = 0
    const { conversation } = await setUp(
      ({ operation, request, response, result }) => {
        const look = operation === 'SendMessage' ? 'WORKING' : (looks[next++] ?? 'FAILED')
        if (look === 'cut') request.socket.destroy()
        else if (look === '503') response.writeHead(503).end()
        else result(operation === 'SendMessage' ? { task: taskOf(look) } : taskOf(look))
      },
      { card: { capabilities: { streaming: false } }, options },
    )
    const states: string[] = []
    conversation.state.subscribe(() => states.push(conversation.state.getSnapshot()))
    if (!options.tasks) await conversation.send('hello')
    await expect.poll(() => next, { timeout: 30_000 }).toBe(looks.length)
    await settled(conversation)
    expect([states, next]).toEqual([expected, looks.length])
    expect(conversation.error.getSnapshot()).toBeUndefined()
  })

  it('[AP-2] takes as many messages at once as an event can hold', () => {
    const { runtime } = record()
    const intake = createSurfaceIntake(runtime)
    const take = (data: JsonObject[]) => intake.artifact('a', [{ data, mediaType: today }], true)
    take([CS('s')])
    take([...Array<JsonObject>(130_000).fill(DS('other')), UC('s', [T('root', 'Hi')])])
    expect(runtime.surface('s')?.components.size).toBe(1)
  })

  it('[AP-2] lets go of surfaces that the agent has deleted', async () => {
    const { runtime } = record()
    const intake = createSurfaceIntake(runtime)
    const gone = Array.from({ length: 50 }, (_, index) => {
      const id = `s${index}`
      intake.message([{ data: [CS(id), UC(id, [T('root', 'Hi')])] as JsonValue, mediaType: today }])
      const ref = new WeakRef(runtime.surface(id) as object)
      intake.message([{ data: [DS(id)] as JsonValue, mediaType: today }])
      expect([runtime.surface(id), intake.owns(id)]).toEqual([undefined, false])
      return ref
    })
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    await new Promise((resolve) => setTimeout(resolve, 0))
    collect()
    expect(gone.filter((one) => one.deref() !== undefined).length).toBeLessThan(5)
  })

  it('[AP-2] fails where an answer cannot be taken, and looks like no good end', async () => {
    const artifacts = [{ artifactId: 'a', parts: [surface(...opening)] }]
    const { conversation, runtime } = await setUp(events({ task: taskOf('COMPLETED', { artifacts }) }))
    const cause = new TypeError('no room')
    vi.spyOn(runtime, 'apply').mockImplementation(() => {
      throw cause
    })
    await conversation.send('x').catch(() => undefined)
    await vi.waitUntil(() => conversation.state.getSnapshot() === 'failed')
    expect(conversation.error.getSnapshot()).toMatchObject({ code: 'INTERNAL_ERROR', cause })
  })

  it('[AP-9] gives up after as many looks in a row as the host allows', async () => {
    let looks = 0
    const { conversation } = await setUp(
      ({ operation, result, fail }) => {
        if (operation === 'SendMessage') result({ task: taskOf('WORKING') })
        else if (++looks === 4) fail('PERMISSION_DENIED')
        else fail('UNAVAILABLE')
      },
      { card: { capabilities: { streaming: false } } },
    )
    await conversation.send('hello')
    await settled(conversation, 'failed')
    expect([conversation.error.getSnapshot()?.code, looks]).toEqual(['UNAVAILABLE', 3])
  })

  it('[AP-9] ends at once where a look tells that the task is lost', async () => {
    const { conversation, fake } = await setUp(
      ({ operation, result, fail }) =>
        operation === 'SendMessage' ? result({ task: taskOf('WORKING') }) : fail('PERMISSION_DENIED'),
      { card: { capabilities: { streaming: false } } },
    )
    await conversation.send('hello')
    await settled(conversation, 'failed')
    expect([conversation.error.getSnapshot()?.code, fake.count('GetTask')]).toEqual(['PERMISSION_DENIED', 1])
  })

  it('[AP-8] is restored from an agent whose list has no end', async () => {
    let page = 0
    const { conversation, fake } = await setUp(
      ({ operation, params, result }) => {
        if (operation === 'GetTask')
          return result({ ...taskOf('COMPLETED', { history: [agentSays('a')] }), id: params['id'] })
        // Foreign tasks, each new, under cursors that are new as well.
        const foreign = Array.from({ length: 100 }, (_, i) => ({
          ...taskOf('COMPLETED'),
          id: `${page}-${i}`,
          contextId: 'other',
        }))
        result({ tasks: page === 0 ? [taskOf('COMPLETED')] : foreign, nextCursor: String(++page) })
      },
      { options: { contextId: 'context-1' } },
    )
    await expect.poll(() => textsIn(conversation), { timeout: 20_000 }).toEqual([['ROLE_AGENT', 'a']])
    expect(fake.count('ListTasks')).toBeLessThan(30)
  })
})
