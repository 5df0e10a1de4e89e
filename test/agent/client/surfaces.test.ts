import { describe, expect, it } from 'vitest'
import { connectAgent } from '../../../src/agent/client/agent.ts'
import { connectSurfaces } from '../../../src/agent/client/conversation.ts'
import { createRuntime } from '../../../src/basic/create-runtime.ts'
import { lenient } from '../../../src/entries/lenient.ts'
import type { JsonObject } from '../../../src/json/value.ts'
import { inner } from '../../support/live.ts'
import { T, UC, UD, v08 } from '../../support/messages.ts'
import { record } from '../../support/recorder.ts'
import { base, events, older, opening, settled, setUp, surface, today } from './conversation-setup.ts'
import { agentSays, chunkOf, type Json, serve, statusOf, taskOf } from './fake-agent.ts'

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

  it('[CA-11] [CA-12] three answers with one surface id stay, each press goes once, and a reload brings all back', async () => {
    const tasks = new Map<string, Json>()
    const { conversation, runtime, sent, codes, fake } = await setUp(({ params, stream, result }) => {
      const message = params['message'] as Json | undefined
      if (!message) return result(tasks.get(String(params['id'])))
      const id = `task-${tasks.size + 1}`
      const parts = message['parts'] as readonly Json[]
      const answer = parts.some(({ text }) => text) ? opening : [UD('s', '/n', tasks.size + 1)]
      const artifacts = [{ artifactId: 'a', parts: [surface(...answer)] }]
      tasks.set(id, { ...taskOf('COMPLETED', { artifacts, history: [{ ...message, taskId: id }] }), id })
      const opened = stream()
      opened.event({ task: tasks.get(id) })
      opened.end()
    })
    for (const question of ['one', 'two', 'three']) {
      await conversation.send(question)
      await settled(conversation)
    }
    const values = (from = runtime) => from.surfaces.getSnapshot().map(({ data }) => data.get('/n'))
    for (const one of [1, 0, 2]) {
      const pressed = runtime.surfaces.getSnapshot()[one] ?? expect.fail('There is no surface')
      await inner(pressed).emit('root', 'go', {})
      await settled(conversation)
    }
    expect([values(), sent().length, codes()]).toEqual([[5, 4, 6], 6, []])
    const agent = await connectAgent(fake.origin, { allowInsecureLoopback: true })
    const later = record()
    const { contextId = '', taskIds } = conversation
    const again = connectSurfaces(agent, later.runtime, { contextId, tasks: taskIds })
    await again.restored
    expect([values(later.runtime), sent().length, later.codes()]).toEqual([[5, 4, 6], 6, []])
    const sources = again.messages.getSnapshot().flatMap(({ surfaceIds, source }) => (surfaceIds[0] ? [source] : []))
    expect(new Set(sources).size).toBe(3)
  })

  it('[CA-13] what answers an action changes what was pressed, though another was pressed since', async () => {
    let count = 0
    const waiting: (() => void)[] = []
    const { conversation, runtime, sent, codes } = await setUp(({ stream }) => {
      const id = `task-${++count}`
      const opened = stream()
      const say = (...messages: readonly JsonObject[]): void => {
        const artifacts = [{ artifactId: 'a', parts: [surface(...messages)] }]
        opened.event({ task: { ...taskOf('COMPLETED', { artifacts }), id } })
        opened.end()
      }
      if (count <= 2) say(...opening)
      else waiting.push(() => say(UD('s', '/n', Number(id.slice(5)))))
    })
    for (const question of ['one', 'two']) {
      await conversation.send(question)
      await settled(conversation)
    }
    const surfaces = runtime.surfaces.getSnapshot()
    const presses: unknown[] = []
    for (const one of surfaces) {
      presses.push(inner(one).emit('root', 'go', {}))
      await expect.poll(() => waiting.length).toBe(presses.length)
    }
    for (const answer of waiting) answer()
    await Promise.all(presses)
    await settled(conversation)
    expect(surfaces.map(({ data }) => data.get('/n'))).toEqual([3, 4])
    // So that the agent, too, knows whose surface it is.
    expect(sent().map(({ referenceTaskIds }) => referenceTaskIds)).toEqual([
      undefined,
      undefined,
      ['task-1'],
      ['task-2'],
    ])
    expect(codes()).toEqual([])
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

  it('[AP-3] [SF-1] an action of a surface whose beginning came last, and once more', async () => {
    const [begin, ...updates] = opening
    const cut = [...updates, begin, ...opening].map((message) => chunkOf(surface(message as Json)))
    const { conversation, press, sent } = await setUp(
      events({ task: taskOf('WORKING') }, ...cut, statusOf('COMPLETED')),
    )
    await conversation.send('hello')
    await settled(conversation)
    press()
    await expect.poll(() => JSON.stringify(sent())).toContain('"context":{"n":1}')
  })

  it('[AP-3] nothing of a surface that the host or another agent created, though the agent uses its id', async () => {
    const { conversation, runtime, send, press, sent } = await setUp(events(...answer))
    send(...opening, UD('s', '/host', 'only'))
    press()
    await conversation.send('hello')
    await settled(conversation)
    const [ofHost, ofAgent] = runtime.surfaces.getSnapshot()
    expect([ofHost?.source, typeof ofAgent?.source]).toEqual([undefined, 'string'])
    if (ofHost) inner(ofHost).emit('root', 'go', {})
    await conversation.send('hello')
    expect(sent().filter(({ parts }) => JSON.stringify(parts).includes('action'))).toEqual([])
    expect(JSON.stringify(sent())).not.toContain('only')
    // The one of the agent is its own.
    if (ofAgent) inner(ofAgent).emit('root', 'go', {})
    await expect.poll(() => JSON.stringify(sent())).toContain('"action"')
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

  it('[AP-5] [TT-2] reports that go out by themselves carry no data: nobody has pressed', async () => {
    const wrong = surface(UC('s', [{ id: 'x', component: 'Txt' }]))
    let count = 0
    const { conversation, sent, runtime } = await setUp(({ stream }) => {
      const more = count++ === 0 ? surface(...opening) : wrong
      stream()
        .event({ task: taskOf('WORKING') })
        .event(chunkOf(more, {}, `a${count}`))
        .event(statusOf('COMPLETED'))
        .end()
    })
    await conversation.send('hello')
    await settled(conversation)
    await conversation.send('go on')
    runtime.surface('s')?.data.set('/pw', 'hunter2')
    await expect.poll(() => sent().length).toBeGreaterThan(2)
    expect(JSON.stringify(sent()[1])).toContain('"a2uiClientDataModel"')
    expect(JSON.stringify(sent().slice(2))).not.toMatch(/hunter2|a2uiClientDataModel/)
    conversation.dispose()
  })

  it('[AP-3] [TT-2] a message that waits for another carries the data of its press, not what is typed after it', async () => {
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let count = 0
    const { conversation, sent, runtime, press } = await setUp(async (exchange) => {
      // The agent has not named a context, so one message waits for the answer to the other.
      const { contextId: _, ...unnamed } = agentSays('x')
      if (++count === 2) await held
      events({ message: { ...unnamed, parts: [surface(...(count === 1 ? opening : []))] } })(exchange)
    })
    await conversation.send('hello')
    await settled(conversation)
    press()
    const next = conversation.send('next')
    await expect.poll(() => sent().length).toBe(2)
    runtime.surface('s')?.data.set('/pw', 'hunter2')
    release()
    await next
    expect(sent()).toHaveLength(3)
    expect(sent()[2]).toMatchObject({ metadata: { a2uiClientDataModel: { surfaces: { s: { n: 1 } } } } })
    expect(JSON.stringify(sent())).not.toContain('hunter2')
    conversation.dispose()
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
  const runtime = createRuntime({ validation: lenient, onError: () => undefined })
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
