// What an agent says again under one id, and what it sends after the last status.
import { describe, expect, it } from 'vitest'
import { listOf } from '../../support/list-of.ts'
import { CS, T, UC } from '../../support/messages.ts'
import { events, settled, setUp, surface, textsIn } from './conversation-setup.ts'
import { agentSays, chunkOf, type Handle, type Json, statusOf, taskOf } from './fake-agent.ts'
import { connect, message, textsOf } from './stream-setup.ts'

const growing = (text: string, ...more: Json[]): Json => {
  const said = { ...agentSays(text, 'grows'), parts: [{ text }, ...more] }
  return {
    taskStatusUpdate: {
      taskId: 'task-1',
      contextId: 'context-1',
      status: { state: 'TASK_STATE_WORKING', message: said },
    },
  }
}

describe('a message that grows under one id', () => {
  it('[AC-30] is shown in its newest version, in its place', async () => {
    const { conversation } = await setUp(
      events({ task: taskOf('WORKING') }, growing(''), growing('Hel'), growing('Hello'), statusOf('COMPLETED', 'Bye')),
    )
    await conversation.send('hi')
    await settled(conversation)
    expect(textsIn(conversation)).toEqual([
      ['ROLE_USER', 'hi'],
      ['ROLE_AGENT', 'Hello'],
      ['ROLE_AGENT', 'Bye'],
    ])
  })

  it('[AC-30] is what the history has of it last, also where the stream broke in between', async () => {
    const history = ['Hel', 'Hello', 'Hello there'].map((text) => agentSays(text, 'grows'))
    const handle: Handle = ({ operation, stream, result }) => {
      if (operation === 'GetTask') result(taskOf('COMPLETED', { history }))
      else if (operation === 'SubscribeToTask')
        stream()
          .event({ task: taskOf('WORKING', { history }) })
          .event(statusOf('COMPLETED'))
          .end()
      else
        stream()
          .event({ task: taskOf('WORKING') })
          .event(growing('Hel'))
          .cut()
    }
    const { conversation } = await setUp(handle)
    await conversation.send('hi')
    await settled(conversation)
    expect(textsIn(conversation)).toEqual([
      ['ROLE_USER', 'hi'],
      ['ROLE_AGENT', 'Hello there'],
    ])
  })

  it('[AC-30] applies a surface in it once', async () => {
    const [made, filled] = [surface(CS('s')), surface(UC('s', [T('root', 'Hi')]))]
    const { conversation, runtime, reports } = await setUp(
      events(
        { task: taskOf('WORKING') },
        growing('See', made),
        growing('See this', made, filled),
        statusOf('COMPLETED'),
      ),
    )
    await conversation.send('hi')
    await settled(conversation)
    expect(reports).toEqual([])
    expect(runtime.surfaces.getSnapshot()).toHaveLength(1)
    expect(conversation.messages.getSnapshot()[1]).toMatchObject({ parts: [{ text: 'See this' }], surfaceIds: ['s'] })
  })
})

describe('a surface that a newer version makes anew', () => {
  it('[AC-30] stands once in its message', async () => {
    const [made, gone] = [surface(CS('s')), surface({ version: 'v0.9', deleteSurface: { surfaceId: 's' } })]
    const { conversation } = await setUp(
      events(
        { task: taskOf('WORKING') },
        growing('See', made),
        growing('See', made, gone),
        growing('See this', made, gone, made),
        statusOf('COMPLETED'),
      ),
    )
    await conversation.send('hi')
    await settled(conversation)
    expect(conversation.messages.getSnapshot()[1]).toMatchObject({ parts: [{ text: 'See this' }], surfaceIds: ['s'] })
  })
})

describe('an artifact after the last status', () => {
  it('[AC-31] is taken until the stream is closed', async () => {
    const { agent } = await connect(
      async ({ stream }) => {
        const opened = stream()
          .event({ task: taskOf('WORKING') })
          .event(chunkOf({ text: 'a' }))
          .event(statusOf('COMPLETED'))
        await new Promise((done) => setTimeout(done, 10))
        opened.event(chunkOf({ text: 'b' }, { append: true })).event(chunkOf({ text: 'c' }, {}, 'artifact-2'))
        await new Promise((done) => setTimeout(done, 10))
        opened.end()
      },
      { reconnect: { tries: 0, reorderTime: 2_000 } },
    )
    const stream = agent.streamMessage({ message })
    expect(textsOf(await listOf(stream))).toEqual(['a', 'b', 'c'])
    expect(stream.task.getSnapshot()).toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' }, artifacts: [{}, {}] })
    expect(stream.state.getSnapshot()).toBe('done')
  })

  it('[AC-31] is not waited for without end, nor is nonsense put right', async () => {
    const { agent, count } = await connect(({ stream }) => {
      stream()
        .event({ task: taskOf('WORKING') })
        .event(statusOf('COMPLETED'))
        .raw('data: {"task":\n\n')
    })
    const kinds = (await listOf(agent.streamMessage({ message }))).map(({ kind }) => kind)
    expect(kinds).toEqual(['task', 'status'])
    expect(count('GetTask')).toBe(0)
  })
})
