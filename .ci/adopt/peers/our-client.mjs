// This package's client, for the servers of others: what is the same for all of them.
import assert from 'node:assert/strict'
import { connectAgent } from 'surface-runtime/agent'
import { check, listOf } from './checks.mjs'

const say = (text) => ({ message: { parts: [{ text }] } })
const textOf = ({ artifacts = [] }) => artifacts.flatMap(({ parts }) => parts.map(({ text }) => text)).join('')

/**
 * An agent that answers `count` with `counted` as an artifact, and `wait` with a task that works until it is canceled. `answer`: what
 * is said to `hello`, in a message.
 */
export async function checkOurClient(name, address, { counted, answer, version }) {
  let agent
  await check(`our client, ${name}: reads the card`, async () => {
    agent = await connectAgent(address, { allowInsecureLoopback: true })
    assert.equal(agent.interface.protocolVersion, version)
  })
  if (!agent) return
  if (answer) {
    await check(`our client, ${name}: a message and its answer`, async () => {
      const { parts } = await agent.sendMessage(say('hello'))
      assert.deepEqual(
        parts.map(({ text }) => text),
        [answer],
      )
    })
  }
  await check(`our client, ${name}: a task, and the same task fetched again`, async () => {
    const task = await agent.sendMessage(say('count'))
    assert.equal(task.status.state, 'TASK_STATE_COMPLETED')
    assert.equal(textOf(task), counted)
    const again = await agent.getTask({ id: task.id })
    assert.deepEqual([again.id, again.status.state, textOf(again)], [task.id, task.status.state, counted])
  })
  await check(`our client, ${name}: a stream`, async () => {
    const stream = agent.streamMessage(say('count'))
    const events = await listOf(stream)
    assert.equal(events[0].kind, 'task')
    assert.equal(events.filter(({ kind }) => kind === 'artifact').length, 3)
    const task = stream.task.getSnapshot()
    assert.deepEqual([task.status.state, textOf(task)], ['TASK_STATE_COMPLETED', counted])
  })
  await check(`our client, ${name}: a task is canceled while its stream is read`, async () => {
    const stream = agent.streamMessage(say('wait'))
    for await (const event of stream) {
      if (event.kind !== 'task') continue
      const canceled = await agent.cancelTask({ id: event.task.id })
      assert.equal(canceled.status.state, 'TASK_STATE_CANCELED')
    }
    assert.equal(stream.task.getSnapshot().status.state, 'TASK_STATE_CANCELED')
    const { id } = stream.task.getSnapshot()
    assert.equal((await agent.getTask({ id })).status.state, 'TASK_STATE_CANCELED')
  })
}
