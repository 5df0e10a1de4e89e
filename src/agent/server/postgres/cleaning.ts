/**
 * Old tasks go, in small steps, by the process that has the cleaning lease. The events of a task that has rested for long
 * go before: its snapshot says the same.
 */
import type { LoadedTask } from '../log/task-log.ts'
import { loadTask, snapshotPieces, type Tables } from './stored-tasks.ts'

export interface CleaningOptions {
  /** Milliseconds since the last status after which a task goes that is not worked on. Default: 30 days. */
  readonly maxAge?: number
  /** Tasks of one tenant at most; above, those that have rested longest go. Default: 100,000. */
  readonly maxTasksPerTenant?: number
  /** Milliseconds since the last status after which the events of a task are no longer kept for readers. Default: an hour. */
  readonly keepEvents?: number
  /** Milliseconds between two rounds. Default: a minute. */
  readonly interval?: number
}

/** Tasks in one step. */
const step = 100

/** One round. Gives the tasks that were removed; none where another process has the lease. */
export async function clean(
  tables: Tables,
  holder: string,
  now: number,
  { maxAge = 30 * 86_400_000, maxTasksPerTenant = 100_000, keepEvents = 3_600_000, interval = 60_000 }: CleaningOptions,
): Promise<number> {
  if (!(await takeLease(tables, holder, interval))) return 0
  let removed = 0
  const old = `at < $1::text`
  removed += await inSteps(() =>
    removeTasks(tables, `SELECT key FROM ${tables.schema}.tasks WHERE ${old}`, [timeOf(now - maxAge)]),
  )
  for (const tenant of await fullTenants(tables, maxTasksPerTenant))
    removed += await inSteps(() =>
      removeTasks(tables, restedLongest(tables.schema), [tenant, String(maxTasksPerTenant)]),
    )
  await inSteps(() => foldEvents(tables, timeOf(now - keepEvents)))
  await inSteps(() => removeMessages(tables, maxAge))
  await tables.database.query(`DELETE FROM ${tables.schema}.processes WHERE until < now() - interval '1 hour'`)
  return removed
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/** Repeats a step until it finds less than it could take. */
async function inSteps(take: () => Promise<number>): Promise<number> {
  for (let all = 0; ; ) {
    const count = await take()
    all += count
    if (count < step) return all
  }
}

async function takeLease({ database, schema }: Tables, holder: string, length: number): Promise<boolean> {
  const rows = await database.query(
    `INSERT INTO ${schema}.leases AS x VALUES ('cleaning', $1::text, now() + $2::text::int * interval '1 ms')
     ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
     WHERE x.holder = excluded.holder OR x.until < now() RETURNING 1`,
    [holder, String(length)],
  )
  return rows.length > 0
}

async function fullTenants({ database, schema }: Tables, most: number): Promise<readonly string[]> {
  const rows = await database.query(
    `SELECT tenant FROM ${schema}.tasks GROUP BY tenant HAVING count(*) > $1::text::int`,
    [String(most)],
  )
  return rows.map(({ tenant }) => tenant ?? '')
}

/** SQL: the keys of a tenant's tasks beyond the number, but for those that are worked on. */
function restedLongest(schema: string): string {
  return `SELECT key FROM (
    SELECT key, turn, row_number() OVER (ORDER BY (turn IS NOT NULL) DESC, at DESC) AS place
    FROM ${schema}.tasks WHERE tenant = $1::text) AS ranked WHERE place > $2::text::int`
}

async function removeTasks({ database, schema }: Tables, keys: string, parameters: readonly string[]): Promise<number> {
  const [row] = await database.query(
    `WITH gone AS (
       DELETE FROM ${schema}.tasks WHERE key IN (
         SELECT key FROM ${schema}.tasks WHERE key IN (${keys}) AND turn IS NULL LIMIT ${step} FOR UPDATE SKIP LOCKED
       ) RETURNING key
     ), events AS (DELETE FROM ${schema}.events USING gone WHERE task = key),
     snapshots AS (DELETE FROM ${schema}.snapshots USING gone WHERE task = key),
     messages AS (DELETE FROM ${schema}.messages USING gone WHERE task = key),
     receivers AS (DELETE FROM ${schema}.push_configs USING gone WHERE task = key)
     SELECT count(*)::text AS count FROM gone`,
    parameters,
  )
  return Number(row?.['count'] ?? 0)
}

/** Writes tasks whole whose events are old, and removes these events. */
async function foldEvents(tables: Tables, before: string): Promise<number> {
  const { database, schema } = tables
  const rows = await database.query(
    `SELECT owner_text, id FROM ${schema}.tasks x WHERE at < $1::text AND turn IS NULL AND holder IS NULL
     AND EXISTS (SELECT 1 FROM ${schema}.events e WHERE e.task = x.key)
     AND NOT EXISTS (SELECT 1 FROM ${schema}.push_configs c WHERE c.task = x.key AND c.next_at IS NOT NULL) LIMIT ${step}`,
    [before],
  )
  let folded = 0
  for (const { owner_text, id } of rows) {
    const loaded = await loadTask(tables, JSON.parse(owner_text ?? ''), JSON.parse(id ?? ''))
    if (loaded && (await fold(tables, loaded))) folded++
  }
  return folded
}

async function fold({ database, schema }: Tables, { key, seq, fence, stored }: LoadedTask): Promise<boolean> {
  return database.transaction(async (query) => {
    const place = [key, String(seq)]
    const rows = await query(
      `UPDATE ${schema}.tasks SET snapshot = $2::text::int
       WHERE key = $1::text::bigint AND seq = $2::text::int AND fence = $3::text::int AND turn IS NULL RETURNING 1`,
      [...place, String(fence)],
    )
    if (rows.length === 0) return false
    for (const [part, piece] of snapshotPieces(stored.task).entries())
      await query(
        `INSERT INTO ${schema}.snapshots VALUES ($1::text::bigint, $2::text::int, $3::text::int, $4::text) ON CONFLICT DO NOTHING`,
        [...place, String(part), piece],
      )
    await query(`DELETE FROM ${schema}.snapshots WHERE task = $1::text::bigint AND seq < $2::text::int`, place)
    await query(`DELETE FROM ${schema}.events WHERE task = $1::text::bigint AND seq <= $2::text::int`, place)
    return true
  })
}

/** Messages that belong to no task: they were answered otherwise, or given up. */
async function removeMessages({ database, schema }: Tables, maxAge: number): Promise<number> {
  const rows = await database.query(
    `DELETE FROM ${schema}.messages WHERE name IN (
       SELECT name FROM ${schema}.messages
       WHERE task IS NULL AND (body IS NOT NULL OR until IS NULL OR until < now()) AND at < now() - $1::text::bigint * interval '1 ms'
       ORDER BY at LIMIT ${step}
     ) RETURNING 1`,
    [String(Math.min(maxAge, 86_400_000))],
  )
  return rows.length
}
