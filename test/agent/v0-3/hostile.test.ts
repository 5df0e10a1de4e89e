// Agents of version 0.3 that lie, and agents that answer in another version than they were asked in: one clear error each.
import { expect, it } from 'vitest'
import { listOf } from '../../support/list-of.ts'
import { connect } from '../client/stream-setup.ts'
import { connectOld, oldChunk, oldMessage, oldStatus, oldTask, oldText } from './recordings.ts'

const hello = { message: { parts: [{ text: 'hello' }] } }
const proto = (members: string): object => JSON.parse(`{ "__proto__": { "kind": "task" }, ${members} }`)

it.each([
  ['nothing', null],
  ['a text', 'task'],
  ['a list', []],
  ['an object of no kind', {}],
  ['a kind that is not there', { kind: 'video' }],
  ['an event', oldStatus('completed')],
  ['a kind of the prototype only', proto('"a": 1')],
  ['a task without an id', { kind: 'task', status: { state: 'working' } }],
  ['a task without a status', { kind: 'task', id: 'task-1' }],
  ['a state that is no text', oldTask('working', { status: { state: 7 } })],
  ['artifacts that are no list', oldTask('working', { artifacts: {} })],
  ['a history of texts', oldTask('working', { history: ['hello'] })],
  ['a message without parts', { ...oldMessage([]), parts: undefined }],
  ['a part without content', oldMessage([{ kind: 'text' }])],
  ['a part of an unknown kind', oldMessage([{ kind: 'video', video: 'x' }])],
  ['two contents in a part', oldMessage([{ kind: 'text', text: 'x', data: {} }])],
  ['a file that is no object', oldMessage([{ kind: 'file', file: 'x' }])],
  ['a task in the shape of 1.0', { task: { id: 'task-1', status: { state: 'TASK_STATE_WORKING' } } }],
  ['a bare task in the words of 1.0', oldTask('TASK_STATE_COMPLETED')],
  ['a message in the words of 1.0', { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'x' }] }],
])('[AV-6] %s is no answer to a message', async (_, answer) => {
  const { agent } = await connectOld(({ method, result, stream }) =>
    method === 'message/send'
      ? result(answer)
      : stream([`data: ${JSON.stringify({ jsonrpc: '2.0', result: answer })}\n\n`]),
  )
  const wrong = { code: expect.stringMatching(/^(INVALID_AGENT_RESPONSE|PART_INVALID)$/) }
  await expect(agent.sendMessage(hello)).rejects.toMatchObject(wrong)
  // A stream may begin with an event.
  if (_ !== 'an event') await expect(listOf(agent.streamMessage(hello))).rejects.toMatchObject(wrong)
})

it('[AV-6] events of another task are reported, and nothing of the right one is lost', async () => {
  const foreign = { taskId: 'task-2' }
  const { agent, errors } = await connectOld(({ stream }) =>
    stream([
      oldTask('working'),
      oldChunk('one'),
      oldChunk('stolen', foreign),
      oldStatus('completed', undefined, foreign),
      oldChunk('two'),
      oldStatus('completed'),
    ]),
  )
  const stream = agent.streamMessage(hello)
  await listOf(stream)
  expect(stream.task.getSnapshot()).toMatchObject({
    status: { state: 'TASK_STATE_COMPLETED' },
    artifacts: [{ parts: [{ text: 'one' }, { text: 'two' }] }],
  })
  expect(errors.map(({ code }) => code)).toEqual(['TASK_MISMATCH', 'TASK_MISMATCH'])
  const other = await connectOld(({ result }) => result(oldTask('working', { id: 'task-2' })))
  await expect(other.agent.getTask({ id: 'task-1' })).rejects.toMatchObject({ code: 'TASK_MISMATCH' })
})

it('[AV-6] an event that is wrong in itself costs a look at the task, and nothing is lost', async () => {
  const texts = ['one', 'two', 'three'].map(oldText)
  const done = oldTask('completed', { artifacts: [{ artifactId: 'a', parts: texts }] })
  const { agent, errors } = await connectOld(({ method, result, stream }) => {
    if (method === 'tasks/get') result(done)
    else stream([oldTask('working'), oldChunk('one'), { kind: 'video' }, oldChunk('two')])
  })
  const stream = agent.streamMessage(hello)
  await listOf(stream)
  expect(stream.task.getSnapshot()?.artifacts?.[0]?.parts).toEqual([
    { text: 'one' },
    { text: 'two' },
    { text: 'three' },
  ])
  expect(errors.map(({ code }) => code)).toEqual(['INVALID_AGENT_RESPONSE'])
})

it('[AV-6] too deep, too large, and answers to another request are errors; 10,000 parts are none', async () => {
  let deep: unknown = 'bottom'
  for (let level = 0; level < 300; level++) deep = { deep }
  const answers: unknown[] = [oldMessage([{ kind: 'data', data: deep }]), oldMessage([oldText('x'.repeat(200_000))])]
  const { agent } = await connectOld(({ result }) => result(answers.shift()), { bodyBytes: 100_000 })
  await expect(agent.sendMessage(hello)).rejects.toMatchObject({ code: 'JSON_SYNTAX' })
  await expect(agent.sendMessage(hello)).rejects.toMatchObject({ code: 'LIMIT_BYTES' })
  const large = await connectOld(
    ({ stream }) => stream([oldTask('working', { metadata: { x: 'x'.repeat(20_000) } })]),
    {
      eventBytes: 10_000,
    },
  )
  await expect(listOf(large.agent.streamMessage(hello))).rejects.toMatchObject({ code: 'LIMIT_BYTES' })
  const other = await connectOld(({ answer }) => answer({ id: 77, result: oldMessage([oldText('x')]) }))
  await expect(other.agent.sendMessage(hello)).rejects.toMatchObject({ code: 'INVALID_AGENT_RESPONSE' })
  const many = Array.from({ length: 10_000 }, (_, i) => oldText(`${i}`))
  const { agent: patient } = await connectOld(({ stream }) => stream([oldMessage(many)]))
  expect(await listOf(patient.streamMessage(hello))).toMatchObject([{ message: { parts: { length: 10_000 } } }])
})

it('[AV-6] members of the prototype stay data', async () => {
  const data = JSON.parse('{ "__proto__": { "polluted": true }, "constructor": 1 }')
  const { agent } = await connectOld(({ result }) => result(oldMessage([{ kind: 'data', data, metadata: data }])))
  const answer = await agent.sendMessage(hello)
  expect(JSON.stringify(answer)).toContain('{"data":{"__proto__":{"polluted":true},"constructor":1}')
  expect('polluted' in {}).toBe(false)
})

it.each([
  ['a task', oldTask('completed')],
  ['a message', oldMessage([{ kind: 'file', file: { bytes: 'AA==' } }])],
  ['a message of text', oldMessage([oldText('hello')])],
  ['a status', oldStatus('completed')],
  ['an artifact', oldChunk('one')],
])('[AV-6] %s of version 0.3 is no answer to a request of 1.0', async (_, answer) => {
  const { agent } = await connect(({ operation, result, stream }) =>
    operation === 'SendMessage' ? result(answer) : stream().event(answer).end(),
  )
  const wrong = { code: expect.stringMatching(/^(INVALID_AGENT_RESPONSE|PART_INVALID)$/) }
  await expect(agent.sendMessage(hello)).rejects.toMatchObject(wrong)
  await expect(listOf(agent.streamMessage(hello))).rejects.toMatchObject(wrong)
})
