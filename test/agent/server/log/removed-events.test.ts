// Tasks that another process replaces whole, or whose events go, while somebody waits for what comes next.
import type { Execute } from 'surface-runtime/agent/server'
import { afterAll, expect, it } from 'vitest'
import type { TaskLog } from '../../../../src/agent/server/log/task-log.ts'
import { listOf } from '../../../support/list-of.ts'
import { waitUntil } from '../../../support/wait-until.ts'
import { gate } from '../agent-of.ts'
import { call, eventsOf, request, saying } from '../http-calls.ts'
import { embeddedLog, serverOver } from './servers-setup.ts'

const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

/** Two servers: one works on a task, and the other one hears of nothing but by its own looks. */
async function twoServers() {
  const { log, tables } = await embeddedLog()
  let reads = 0
  const watched: TaskLog = {
    ...log,
    read(...asked) {
      reads++
      return log.read(...asked)
    },
  }
  const { passed, open } = gate()
  ends.push(open)
  const execute: Execute = async function* () {
    yield { status: 'working' }
    yield { text: 'one ' }
    await passed
  }
  const [a, b] = [await serverOver(log, execute, ends), await serverOver(watched, execute, ends)]
  const { result } = await call(a, 'HTTP+JSON', 'SendMessage', saying('go', {}, { returnImmediately: true }))
  const { id } = result.task
  await waitUntil(async () => (await call(b, 'HTTP+JSON', 'GetTask', { id })).result.artifacts?.length === 1)
  const [{ owner_text: owner } = {}] = await tables.database.query(`SELECT owner_text FROM ${tables.schema}.tasks`)
  async function replace(): Promise<void> {
    const status = { state: 'TASK_STATE_COMPLETED', timestamp: new Date().toISOString() } as const
    const artifacts = [{ artifactId: 'other', parts: [{ text: 'restored' }] }]
    const task = { id, contextId: result.task.contextId, status, artifacts }
    await log.put({ owner: JSON.parse(owner ?? ''), task, bytes: 200, pushConfigs: [] })
    // The events before it are of no use.
    await tables.database.query(`DELETE FROM ${tables.schema}.events`)
  }
  return { b, id, replace, reads: () => reads }
}

it('[AF-3] a reader of a task that another process replaces whole gets the task as it is, and its stream ends', async () => {
  const { b, id, replace } = await twoServers()
  const reader = eventsOf(await request(b, 'HTTP+JSON', 'SubscribeToTask', { id }), 'HTTP+JSON')
  expect((await reader.next()).value).toMatchObject({ task: { id } })
  await replace()
  expect(await listOf(reader)).toMatchObject([
    { task: { status: { state: 'TASK_STATE_COMPLETED' }, artifacts: [{ parts: [{ text: 'restored' }] }] } },
  ])
})

it('[AF-4] a message that waits for the turn of another process is answered when the task is replaced, and reads little', async () => {
  const { b, id, replace, reads } = await twoServers()
  const before = reads()
  const answer = call(b, 'HTTP+JSON', 'SendMessage', saying('next', { taskId: id }))
  await waitUntil(() => reads() > before)
  await replace()
  expect((await answer).reason).toBe('UNSUPPORTED_OPERATION')
  // Each look once a second is one, and the one that found events gone.
  expect(reads() - before).toBeLessThan(12)
})
