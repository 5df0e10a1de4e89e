// The agent of `npm start`, as its process runs: a restart keeps its conversations.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAgent } from 'surface-runtime/agent'
import { expect, it } from 'vitest'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it, and the rule takes those for the module.
import { buildServers } from '../../../.ci/demo-build.mjs'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it, and the rule takes those for the module.
import { createDemoProcess } from '../../../.ci/demo-process.mjs'

it('[AF-14] a restarted agent of the demo has the tasks from before, and goes on with their conversation', async () => {
  const data = mkdtempSync(join(tmpdir(), 'demo-'))
  const script = join(await buildServers({ withModel: false }), 'agent.js')
  const notes: string[] = []
  const begin = async () => {
    // Nobody is at the shop's address: the agent says so in its answer.
    const settings = { port: 4_400, shop: 'http://127.0.0.1:9', data }
    const hooks = { onReady: (_: string, note: string) => notes.push(note), onCrash: expect.fail }
    const process = createDemoProcess(script, settings, hooks)
    await process.ready
    const agent = await connectAgent(await process.listening, { allowInsecureLoopback: true })
    return { ...process, agent }
  }
  try {
    const first = await begin()
    const stream = first.agent.streamMessage({ message: { parts: [{ text: 'I need a lamp' }] } })
    for await (const _ of stream);
    const before = stream.task.getSnapshot() ?? expect.fail()
    await first.end()
    const second = await begin()
    const after = await second.agent.getTask({ id: before.id })
    expect(after.status.state).toBe(before.status.state)
    expect(after.artifacts).toEqual(before.artifacts)
    expect(after.history?.[0]?.parts).toEqual([{ text: 'I need a lamp' }])
    const { contextId = expect.fail() } = after
    const more = second.agent.streamMessage({ message: { parts: [{ text: 'And a chair' }], contextId } })
    for await (const _ of more);
    const { tasks } = await second.agent.listTasks({ contextId })
    expect(new Set(tasks.map(({ id }) => id))).toContain(before.id)
    await second.end()
    expect(notes.map((note) => note.includes('conversations are kept'))).toEqual([true, true])
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
})
