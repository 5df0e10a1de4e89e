import { describe, expect, it } from 'vitest'
import { connectAgent } from '../../../src/agent/client/agent.ts'
import { connectSurfaces } from '../../../src/agent/client/conversation.ts'
import { CS, DS, T, UC, UD, v08 } from '../../support/messages.ts'
import { record } from '../../support/recorder.ts'
import { events, older, opening, settled, setUp, surface, textsIn, today } from './conversation-setup.ts'
import { agentSays, cardOf, chunkOf, type Json, statusOf, taskOf } from './fake-agent.ts'

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

  it('[AP-2] of a stream that is cut at any byte leave the same surfaces @all', async () => {
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
