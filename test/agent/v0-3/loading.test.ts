// What speaks version 0.3 is loaded for agents of that version, and for no other.
import { expect, it, vi } from 'vitest'
import { connectAgent } from '../../../src/agent/client/agent.ts'
import { createAgentServer } from '../../../src/agent/server/index.ts'
import { serve } from '../server/http-calls.ts'
import { connectOld, oldTask } from './recordings.ts'

const loaded = vi.hoisted(() => [] as string[])

vi.mock('../../../src/agent/v0-3/transport.ts', async (load) => {
  loaded.push('transport')
  return load()
})
vi.mock('../../../src/agent/v0-3/read-card.ts', async (load) => {
  loaded.push('read-card')
  return load()
})
it('[AV-3] an agent of 1.0 needs no file of version 0.3', async () => {
  const origin = await serve(
    createAgentServer({
      card: { name: 'New' },
      async *execute() {
        yield { text: 'Hello.' }
      },
    }),
  )
  const agent = await connectAgent(origin, { allowInsecureLoopback: true })
  const message = { parts: [{ text: 'hello' }] }
  const stream = agent.streamMessage({ message })
  for await (const _ of stream);
  const id = stream.task.getSnapshot()?.id ?? ''
  await agent.sendMessage({ message })
  await agent.getTask({ id })
  await agent.listTasks()
  await expect(agent.cancelTask({ id })).rejects.toMatchObject({ code: 'TASK_NOT_CANCELABLE' })
  expect(loaded).toEqual([])

  const { agent: old } = await connectOld(({ result }) => result(oldTask('working')))
  await old.getTask({ id: 'task-1' })
  expect([...loaded].sort()).toEqual(['read-card', 'transport'])
})
