// What is removed from the tables, and how much in one statement.
import { beforeAll, expect, it } from 'vitest'
import { clean } from '../../../../src/agent/server/postgres/cleaning.ts'
import { createPostgresLog } from '../../../../src/agent/server/postgres/postgres-log.ts'
import type { Tables } from '../../../../src/agent/server/postgres/stored-tasks.ts'
import { agentSteps } from '../../../../src/agent/server/postgres/tables.ts'
import type { Query } from '../../../../src/shared/postgres/database.ts'
import { migrate } from '../../../../src/shared/postgres/migrate.ts'
import { emptySchema } from '../../../support/embedded.ts'

let tables: Tables
beforeAll(async () => {
  tables = await emptySchema()
  await migrate(tables.database, tables.schema, agentSteps)
  return () => tables.database.close()
})

it('[AF-8] messages that led to no task go when they are old, 100 in a statement', async () => {
  const { database, schema } = tables
  const insert = (name: string, count: number, columns: string) =>
    database.query(
      `INSERT INTO ${schema}.messages (name, holder, body, until, at)
       SELECT '${name}' || n, 'p1', ${columns} FROM generate_series(1, ${count}) AS n`,
    )
  const old = `now() - interval '2 days'`
  await insert('answered', 150, `'{}', NULL, ${old}`)
  await insert('given up', 100, `NULL, ${old}, ${old}`)
  await insert('new', 3, `'{}', NULL, now()`)
  await insert('worked on', 2, `NULL, now() + interval '1 hour', ${old}`)
  const removed: number[] = []
  const query: Query = async (sql, ...rest) => {
    const rows = await database.query(sql, ...rest)
    if (sql.includes('DELETE') && sql.includes('.messages') && !sql.includes('.tasks')) removed.push(rows.length)
    return rows
  }
  await clean({ ...tables, database: { ...database, query } }, 'p1', Date.now(), {})
  expect(removed).toEqual([100, 100, 50])
  const rows = await database.query(`SELECT name FROM ${schema}.messages ORDER BY name`)
  expect(rows.map(({ name }) => name)).toEqual(['new1', 'new2', 'new3', 'worked on1', 'worked on2'])
})

it('[AF-3] behind a place whose next events were removed a page begins with those that are left', async () => {
  const { database, schema } = tables
  const log = createPostgresLog(tables, false)
  const task = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } } as const
  await log.put({ owner: 'ada', task, bytes: 10, pushConfigs: [] })
  const { key } = (await log.load('ada', 't')) ?? expect.fail()
  await database.query(`UPDATE ${schema}.tasks SET seq = 900`)
  await database.query(
    `INSERT INTO ${schema}.events SELECT ${key}, n, '', '{"n":' || n || '}' FROM generate_series(301, 900) AS n`,
  )
  const seqsOf = async (seq: number) => (await log.read([{ key, seq }], 256)).get(key)?.map((event) => event.seq)
  expect(await seqsOf(2)).toEqual(Array.from({ length: 256 }, (_, index) => 301 + index))
  expect(await seqsOf(400)).toEqual(Array.from({ length: 256 }, (_, index) => 401 + index))
  expect(await seqsOf(898)).toEqual([899, 900])
  expect(await seqsOf(900)).toBeUndefined()
  await database.query(`DELETE FROM ${schema}.events WHERE seq > 850`)
  expect(await seqsOf(850)).toEqual([])
  await database.query(`DELETE FROM ${schema}.tasks`)
  await database.query(`DELETE FROM ${schema}.events`)
  expect(await seqsOf(900)).toEqual([])
  // One that is about to be made.
  expect(await seqsOf(0)).toBeUndefined()
})
