// What a process writes of its tasks, at moments that a real database gives only by chance.
import { expect, it } from 'vitest'
import type { MadeTask } from '../../../../src/agent/server/log/task-log.ts'
import { createWriter } from '../../../../src/agent/server/log/writer.ts'
import { createPostgresLog } from '../../../../src/agent/server/postgres/postgres-log.ts'
import { withResolvers } from '../../../../src/shared/http/sleep.ts'
import type { Database, Query } from '../../../../src/shared/postgres/database.ts'

const first = { id: 't1', contextId: 'c1', status: { state: 'TASK_STATE_SUBMITTED' as const } }
const made: MadeTask = { owner: 'ada', caller: undefined, digest: undefined, first, bytes: 100, pushConfigs: [] }

it('[AF-10] a new task that is lost before it has a key is never written, and nobody waits for it', async () => {
  const keysAsked = withResolvers<void>()
  const keysCome = withResolvers<void>()
  const statements: string[] = []
  const query: Query = async (sql) => {
    if (!sql.includes('nextval')) {
      statements.push(sql)
      return [{ key: '700', due: '0' }]
    }
    keysAsked.resolve()
    await keysCome.promise
    return [{ block: '7' }]
  }
  let alive = true
  const errors: unknown[] = []
  const writer = createWriter({
    log: createPostgresLog({ database: { query } as Database, schema: 'agent' }, false),
    holder: 'p1',
    onError: (error) => errors.push(error),
    onPushes: () => undefined,
    isAlive: () => alive,
  })
  let lost = 0
  const task = writer.own({ made, onKey: () => undefined, onWritten: () => undefined, onLost: () => lost++ })
  await keysAsked.promise
  alive = false
  const record = { owner: 'ada', task: first, pushConfigs: [], bytes: 100 }
  task.append({ kind: 'status', taskId: 't1', contextId: 'c1', status: first.status }, '', record)
  expect(lost).toBe(1)
  keysCome.resolve()
  await writer.stop(1_000)
  expect([...writer.owned().keys()]).toEqual([])
  expect(statements).toEqual([])
  expect(errors).toEqual([])
})
