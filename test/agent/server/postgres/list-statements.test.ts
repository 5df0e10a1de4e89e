// How many statements a page of a list takes.
import { expect, it } from 'vitest'
import { listTasks, putTask } from '../../../../src/agent/server/postgres/stored-tasks.ts'
import { agentSteps } from '../../../../src/agent/server/postgres/tables.ts'
import type { StoredTask } from '../../../../src/agent/server/task-store.ts'
import type { Query } from '../../../../src/shared/postgres/database.ts'
import { migrate } from '../../../../src/shared/postgres/migrate.ts'
import { emptySchema } from '../../../support/embedded.ts'

it('[AF-18] a page with artifacts is read in three statements, and one more for each 4 MiB', async () => {
  const tables = await emptySchema()
  await migrate(tables.database, tables.schema, agentSteps)
  const statements: string[] = []
  const query: Query = (sql, ...rest) => {
    statements.push(sql)
    return tables.database.query(sql, ...rest)
  }
  const counted = { ...tables, database: { ...tables.database, query } }
  const stored = (owner: string, number: number, bytes: number): StoredTask => {
    const id = `nul \u0000 ${number}`
    const artifacts = [{ artifactId: 'a', parts: [{ text: `answer ${number}` }] }]
    const timestamp = new Date(1_780_000_000_000 - number).toISOString()
    const status = { state: 'TASK_STATE_COMPLETED', timestamp } as const
    return { owner, task: { id, contextId: 'c', status, artifacts }, bytes, pushConfigs: [] }
  }
  const short = Array.from({ length: 60 }, (_, number) => stored('ann', number, 300))
  const long = Array.from({ length: 5 }, (_, number) => stored('bob', number, 3 * 1024 * 1024))
  for (const one of [...short, ...long]) await putTask(tables, one)
  const page = await listTasks(counted, { owner: 'ann', limit: 51 })
  expect(page).toEqual({ tasks: short.slice(0, 51).map(({ task }) => task), total: 60 })
  expect(statements.splice(0)).toHaveLength(3)
  expect((await listTasks(counted, { owner: 'bob', limit: 51 })).tasks).toEqual(long.map(({ task }) => task))
  expect(statements.splice(0)).toHaveLength(7)
  await listTasks(counted, { owner: 'ann', limit: 51, artifacts: false, history: false })
  expect(statements).toHaveLength(2)
  await tables.database.close()
})
