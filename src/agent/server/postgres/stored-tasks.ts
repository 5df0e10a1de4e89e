/** Tasks in PostgreSQL: how a task is cut into rows and put together again, and the statements that read and replace it whole. */
import type { Database, Row } from '../../../shared/postgres/database.ts'
import type { Task } from '../../protocol/types.ts'
import { applyEvent, headOf, isSettled, type LoadedTask, piecesOf, type StoredEvent } from '../log/task-log.ts'
import type { StoredPushConfig, StoredTask, TaskQuery, TaskQueryResult } from '../task-store.ts'
import type { ReadSlots } from './read-slots.ts'

/** Where the tables are. */
export interface Tables {
  readonly database: Database
  readonly schema: string
  /** A connection that says that the process lives: it never waits for others. Default: `database`. */
  readonly heartbeat?: Database
  /** Where callers read. Default: as many at once as they like. */
  readonly readSlots?: ReadSlots
}

/** A text that clients choose, as it stands in a column: without U+0000, which PostgreSQL refuses. */
export function safeText(text: string): string {
  return JSON.stringify(text)
}

/** SQL for the hash of an owner. */
export function hashOf(sql: string): string {
  return `sha256(convert_to(${sql}, 'UTF8'))`
}

/** The tenant of an owner; another text than a server's has none. */
export function tenantOf(owner: string): string {
  return /^\["((?:[^"\\]|\\.)*)",/.exec(owner)?.[1] ?? ''
}

/** UTF-16 units of a piece of a snapshot. */
const pieceLength = 131_072

export function snapshotPieces(task: Task): readonly string[] {
  return piecesOf(JSON.stringify(task), pieceLength)
}

export function readEvent({ seq, at, body }: Row): StoredEvent {
  return { seq: Number(seq), at: at ?? '', event: JSON.parse(body ?? ''), body: body ?? '' }
}

export async function loadTask(tables: Tables, owner: string, id: string): Promise<LoadedTask | undefined> {
  const { schema } = tables
  const found = `SELECT * FROM ${schema}.tasks WHERE owner = ${hashOf('$1::text')} AND id = $2::text`
  const [loaded] = await load(tables, found, [safeText(owner), safeText(id)], 'load_task')
  return loaded
}

/** As many tasks in one statement. Those that are not there are left out. */
async function loadTasks(tables: Tables, owner: string, ids: readonly string[]): Promise<readonly LoadedTask[]> {
  const { schema } = tables
  // Looked up one by one: the server would otherwise read all tasks of the owner.
  const found = `SELECT x.* FROM json_array_elements_text($2::text::json) AS w(id)
    CROSS JOIN LATERAL (SELECT * FROM ${schema}.tasks x WHERE x.owner = ${hashOf('$1::text')} AND x.id = w.id LIMIT 1) x`
  return load(tables, found, [safeText(owner), JSON.stringify(ids.map(safeText))], 'load_tasks')
}

/**
 * One statement, so that snapshot and events of a task are of one moment. The server takes three times as long to plan it as to run it,
 * so it has a name. `found`: SQL for the rows of the tasks.
 */
async function load(
  { database, schema }: Tables,
  found: string,
  parameters: readonly string[],
  name: string,
): Promise<readonly LoadedTask[]> {
  const rows = await database.query(
    `WITH t AS (${found})
     SELECT key::text, '0' AS kind, 0 AS place, NULL AS seq, NULL AS at, json_build_object('owner', owner_text, 'caller', caller,
       'bytes', bytes, 'seq', seq, 'fence', fence, 'snapshot', snapshot, 'works', turn IS NOT NULL AND NOT settled)::text AS body FROM t
     UNION ALL SELECT t.key::text, '1', s.part, NULL, NULL, s.body FROM t JOIN ${schema}.snapshots s ON s.task = t.key AND s.seq = t.snapshot
     UNION ALL SELECT t.key::text, '2', e.seq, e.seq::text, e.at, e.body FROM t JOIN ${schema}.events e ON e.task = t.key AND e.seq > t.snapshot
     UNION ALL SELECT t.key::text, '3', c.position, NULL, NULL, c.body FROM t JOIN ${schema}.push_configs c ON c.task = t.key
     ORDER BY 1, 2, 3`,
    parameters,
    name,
  )
  const byKey = new Map<string, Row[]>()
  for (const row of rows) {
    const key = row['key'] ?? ''
    const ofTask = byKey.get(key) ?? []
    byKey.set(key, ofTask)
    ofTask.push(row)
  }
  return [...byKey].map(([key, ofTask]) => loadedFrom(key, ofTask))
}

function loadedFrom(key: string, rows: readonly Row[]): LoadedTask {
  const of = (kind: string): readonly Row[] => rows.filter((row) => row['kind'] === kind)
  const begin: Task = JSON.parse(
    of('1')
      .map(({ body }) => body)
      .join(''),
  )
  const task = of('2').map(readEvent).reduce(applyEvent, begin)
  const pushConfigs = of('3').map(({ body }): StoredPushConfig => JSON.parse(body ?? ''))
  const { owner, caller, bytes, seq, fence, snapshot, works } = JSON.parse(rows[0]?.['body'] ?? '')
  const stored = { owner: JSON.parse(owner), task, bytes, pushConfigs, ...(caller && { caller: JSON.parse(caller) }) }
  return { stored, key, seq, fence, snapshot, works }
}

/** Adds or replaces a task whole. Whoever works on it loses it. */
export async function putTask({ database, schema }: Tables, stored: StoredTask): Promise<void> {
  const { owner, caller, task, bytes, pushConfigs } = stored
  await database.transaction(async (query) => {
    const { contextId } = task
    const [row] = await query(
      `INSERT INTO ${schema}.tasks AS x (key, owner, id, owner_text, tenant, caller, context, state, at, head, bytes, seq,
         snapshot, fence, settled)
       VALUES (nextval('${schema}.keys') * 100, ${hashOf('$1::text')}, $2::text, $1::text, $3::text, $4::text, $5::text, $6::text,
         $7::text, $8::text, $9::text::bigint, 0, 0, 0, $10::text::boolean)
       ON CONFLICT (owner, id) DO UPDATE SET caller = excluded.caller, context = excluded.context, state = excluded.state,
         at = excluded.at, head = excluded.head, bytes = excluded.bytes, settled = excluded.settled, seq = x.seq + 1,
         snapshot = x.seq + 1, fence = x.fence + 1, holder = NULL, turn = NULL
       RETURNING key::text, seq::text`,
      [
        ...[safeText(owner), safeText(task.id), tenantOf(owner), caller === undefined ? null : safeText(caller)],
        ...[contextId === undefined ? null : safeText(contextId), task.status.state, task.status.timestamp ?? ''],
        ...[headOf(task), String(bytes), String(isSettled(task))],
      ],
    )
    const place = [row?.['key'] ?? '', row?.['seq'] ?? '']
    for (const [part, piece] of snapshotPieces(task).entries())
      await query(`INSERT INTO ${schema}.snapshots VALUES ($1::text::bigint, $2::text::int, $3::text::int, $4::text)`, [
        ...place,
        String(part),
        piece,
      ])
    const key = place.slice(0, 1)
    await query(`DELETE FROM ${schema}.snapshots WHERE task = $1::text::bigint AND seq < $2::text::int`, place)
    await query(`DELETE FROM ${schema}.push_configs WHERE task = $1::text::bigint`, key)
    for (const config of pushConfigs)
      await query(
        `INSERT INTO ${schema}.push_configs (task, id, body, sent, caller)
         VALUES ($1::text::bigint, $2::text, $3::text, $4::text::int, ${hashOf('$5::text')})`,
        [...key, safeText(config.configId), JSON.stringify(config), place[1] ?? '', safeText(caller ?? owner)],
      )
  })
}

export async function listTasks(tables: Tables, query: TaskQuery): Promise<TaskQueryResult> {
  const { database, schema } = tables
  const { owner, contextId, state, since, after, limit, artifacts = true, history = true } = query
  const parameters: string[] = []
  const parameter = (value: string): string => `$${parameters.push(value)}::text`
  const where = [
    `owner = ${hashOf(parameter(safeText(owner)))}`,
    ...(contextId === undefined ? [] : [`context = ${parameter(safeText(contextId))}`]),
    ...(state === undefined ? [] : [`state = ${parameter(safeText(state).slice(1, -1))}`]),
    ...(since === undefined ? [] : [`at >= ${parameter(safeText(since).slice(1, -1))}`]),
  ].join(' AND ')
  const [count] = await database.query(`SELECT count(*)::text AS count FROM ${schema}.tasks WHERE ${where}`, parameters)
  const at = after && parameter(safeText(after.timestamp).slice(1, -1))
  const behind = after ? ` AND (at < ${at} OR (at = ${at} AND id > ${parameter(safeText(after.id))}))` : ''
  const rows = await database.query(
    `SELECT head, id, bytes::text FROM ${schema}.tasks WHERE ${where}${behind} ORDER BY at DESC, id LIMIT ${parameter(String(limit))}::int`,
    parameters,
  )
  const total = Number(count?.['count'] ?? 0)
  const heads = rows.map(({ head }): Task => JSON.parse(head ?? ''))
  if (!artifacts && !history) return { tasks: heads, total }
  const whole = new Map<string, Task>()
  for (const ids of inParts(rows))
    for (const { stored } of await loadTasks(tables, owner, ids)) whole.set(stored.task.id, stored.task)
  return { tasks: heads.map((head) => whole.get(head.id) ?? head), total }
}

/** Bytes of tasks that are read in one statement. A longer task has one of its own. */
const bytesInOneRead = 4 * 1024 * 1024

/** The ids of the rows, in parts that are read at one time. */
function inParts(rows: readonly Row[]): readonly (readonly string[])[] {
  const parts: string[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const { id, bytes } of rows) {
    length += Number(bytes)
    if (length > bytesInOneRead) {
      parts.push([])
      length = Number(bytes)
    }
    parts.at(-1)?.push(JSON.parse(id ?? ''))
  }
  return parts
}
