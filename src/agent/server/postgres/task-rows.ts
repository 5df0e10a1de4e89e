/** The statements of a process that works on tasks: events into the log, leases with fencing numbers, messages that came. */
import type { Row } from '../../../shared/postgres/database.ts'
import type { Message, Task } from '../../protocol/types.ts'
import {
  type Appended,
  headOf,
  isSettled,
  type OrphanedTask,
  type Place,
  type ReadFrom,
  type Recalled,
  type StoredEvent,
  type TaskPlace,
  type TaskWrite,
} from '../log/task-log.ts'
import { hashOf, readEvent, safeText, snapshotPieces, type Tables, tenantOf } from './stored-tasks.ts'

/** What of the task's columns is written. Where nothing has changed, they are null. */
function columnsOf({ task, made, ...write }: TaskWrite): object {
  const { key, fence, before, events, bytes, released, turn, snapshot } = write
  const { contextId, status } = task ?? {}
  return {
    ...{ key, fence, before, released, turn, fresh: made !== undefined },
    last: events.at(-1)?.seq ?? before,
    ...(task && {
      bytes,
      state: status?.state,
      at: status?.timestamp ?? '',
      head: headOf(task),
      settled: isSettled(task),
    }),
    ...(snapshot && { snapshot: events.at(-1)?.seq ?? before }),
    ...(made && {
      ...{
        owner: safeText(made.owner),
        id: safeText(made.first.id),
        tenant: tenantOf(made.owner),
        message: made.digest,
      },
      ...{ caller: made.caller === undefined ? null : safeText(made.caller) },
      ...{ context: contextId === undefined ? null : safeText(contextId) },
    }),
  }
}

function snapshotsOf({ key, before, events, task, made, snapshot }: TaskWrite): readonly object[] {
  const rows = (seq: number, whole: Task): readonly object[] =>
    snapshotPieces(whole).map((body, part) => ({ key, seq, part, body }))
  const last = events.at(-1)?.seq ?? before
  if (snapshot && task) return rows(last, task)
  return made ? rows(before, made.first) : []
}

/**
 * Writes to many tasks, each wholly or not at all, in one statement. Gives the keys of those that were written. The others
 * have another writer, were written before, or got a receiver of push notifications that this statement cannot see (`s` is the row
 * as the statement began, `x` as it is now). `pushes`: receivers of push notifications that have something to get.
 */
export async function writeTasks(
  { database, schema }: Tables,
  holder: string,
  writes: readonly TaskWrite[],
): Promise<Appended> {
  const events = writes.flatMap(({ key, events }) => events.map((event) => ({ key, ...event })))
  const configs = writes.flatMap(({ key, before, made }) =>
    (made?.pushConfigs ?? []).map((config) => {
      const { configId } = config
      return { key, seq: before, id: safeText(configId), body: JSON.stringify(config) }
    }),
  )
  const rows = await database.query(
    `WITH t AS (
       SELECT * FROM json_to_recordset($1::text::json) AS t(key bigint, fence int, before int, last int, fresh boolean,
         released boolean, turn text, owner text, id text, tenant text, caller text, context text, message text, state text,
         at text, head text, bytes bigint, settled boolean, snapshot int)
     ), e AS (
       SELECT * FROM json_to_recordset($2::text::json) AS e(key bigint, seq int, at text, body text, message text)
     ), made AS (
       INSERT INTO ${schema}.tasks (key, owner, id, owner_text, tenant, caller, context, state, at, head, bytes, seq, snapshot,
         fence, holder, turn, settled)
       SELECT key, ${hashOf('owner')}, id, owner, tenant, caller, context, state, at, head, bytes, last,
         coalesce(snapshot, before), fence, CASE WHEN NOT released THEN $5::text END, CASE WHEN NOT released THEN turn END, settled
       FROM t WHERE fresh AND (message IS NULL OR EXISTS (
         SELECT 1 FROM ${schema}.messages m WHERE m.name = t.message AND m.holder = $5::text AND m.task IS NULL))
       ON CONFLICT DO NOTHING RETURNING key
     ), moved AS (
       UPDATE ${schema}.tasks x SET seq = t.last, state = coalesce(t.state, x.state), at = coalesce(t.at, x.at),
         head = coalesce(t.head, x.head), bytes = coalesce(t.bytes, x.bytes), settled = coalesce(t.settled, x.settled),
         snapshot = coalesce(t.snapshot, x.snapshot),
         holder = CASE WHEN NOT t.released THEN x.holder END,
         turn = CASE WHEN NOT t.released THEN coalesce(t.turn, x.turn) END
       FROM t JOIN ${schema}.tasks s ON s.key = t.key
       WHERE NOT t.fresh AND x.key = t.key AND x.fence = t.fence AND x.seq = t.before AND x.configured = s.configured
       RETURNING x.key
     ), done AS (
       SELECT key FROM made UNION ALL SELECT key FROM moved
     ), logged AS (
       INSERT INTO ${schema}.events (task, seq, at, body)
       SELECT e.key, e.seq, e.at, e.body FROM e JOIN done ON done.key = e.key
     ), cleared AS (
       DELETE FROM ${schema}.snapshots s USING t, moved
       WHERE t.key = moved.key AND t.snapshot IS NOT NULL AND s.task = t.key AND s.seq < t.snapshot
     ), kept AS (
       INSERT INTO ${schema}.snapshots (task, seq, part, body)
       SELECT s.key, s.seq, s.part, s.body FROM json_to_recordset($3::text::json) AS s(key bigint, seq int, part int, body text)
       JOIN done ON done.key = s.key ON CONFLICT DO NOTHING
     ), remembered AS (
       UPDATE ${schema}.messages m SET task = r.key
       FROM (SELECT key, message FROM t UNION ALL SELECT key, message FROM e) AS r JOIN done ON done.key = r.key
       WHERE m.name = r.message AND m.task IS NULL
     ), receivers AS (
       INSERT INTO ${schema}.push_configs (task, id, body, sent, next_at, caller)
       SELECT c.key, c.id, c.body, c.seq, now(), ${hashOf('coalesce(t.caller, t.owner)')}
       FROM json_to_recordset($4::text::json) AS c(key bigint, seq int, id text, body text)
       JOIN made ON made.key = c.key JOIN t ON t.key = c.key
     ), due AS (
       UPDATE ${schema}.push_configs c SET next_at = CASE WHEN c.attempts > 0 THEN c.next_at ELSE clock_timestamp() END
       FROM done, t WHERE c.task = done.key AND t.key = done.key AND t.last > t.before RETURNING 1
     )
     SELECT key::text, (SELECT count(*) FROM due)::text AS due, n::text AS notified
     FROM done, (SELECT pg_notify('${schema}_tasks', $6::text)) AS n`,
    [
      ...[writes.map(columnsOf), events, writes.flatMap(snapshotsOf), configs].map((value) => JSON.stringify(value)),
      ...[
        holder,
        payloadOf(
          holder,
          writes.map(({ key }) => key),
        ),
      ],
    ],
    'write_tasks',
  )
  return {
    written: new Set(rows.map(({ key }) => key ?? '')),
    pushes: configs.length > 0 || (rows[0]?.['due'] ?? '0') !== '0',
  }
}

/** PostgreSQL's most is 8,000 bytes. Without keys: all tasks. */
function payloadOf(holder: string, keys: readonly string[]): string {
  const text = [holder, ...keys].join(' ')
  return text.length < 7_900 ? text : holder
}

/** Who has written, and to which tasks. No keys: to some that are not told. */
export function readPayload(payload: string): { readonly holder: string; readonly keys: readonly string[] } {
  const [holder = '', ...keys] = payload.split(' ')
  return { holder, keys }
}

/** Where tasks stand now: to find out whether a write that was not confirmed has come, and whose tasks are still one's own. */
export async function placesOf(
  { database, schema }: Tables,
  keys: readonly string[],
): Promise<ReadonlyMap<string, TaskPlace>> {
  const rows = await database.query(
    `SELECT key::text, fence::text, seq::text FROM ${schema}.tasks
     WHERE key IN (SELECT value::bigint FROM json_array_elements_text($1::text::json))`,
    [JSON.stringify(keys)],
  )
  return new Map(rows.map(({ key, fence, seq }) => [key ?? '', { fence: Number(fence), seq: Number(seq) }]))
}

/** Keys for new tasks. */
export async function takeKeys({ database, schema }: Tables): Promise<readonly string[]> {
  const [row] = await database.query(`SELECT nextval('${schema}.keys')::text AS block`)
  const first = BigInt(row?.['block'] ?? '0') * 100n
  return Array.from({ length: 100 }, (_, index) => String(first + BigInt(index)))
}

/** SQL: whether no process that lives holds the row `x`. */
export function isFree(schema: string): string {
  return `(x.holder IS NULL OR NOT EXISTS (SELECT 1 FROM ${schema}.processes p WHERE p.id = x.holder AND p.until > now()))`
}

/**
 * Makes the process the task's writer, with the next fencing number, which it gives. Undefined where another process works on it. `turn`: of the
 * turn that begins. Without, the turn of another process ends with what is written next.
 */
export async function acquireTask(
  { database, schema }: Tables,
  holder: string,
  key: string,
  turn: string | undefined,
): Promise<number | undefined> {
  const free = turn === undefined ? 'true' : `(x.settled OR ${isFree(schema)})`
  const rows = await database.query(
    `WITH taken AS (
       UPDATE ${schema}.tasks x SET fence = x.fence + 1, holder = $2::text, turn = coalesce($3::text, x.turn),
         settled = x.settled AND $3::text IS NULL
       WHERE x.key = $1::text::bigint AND ${free} RETURNING x.fence
     ) SELECT fence::text, n::text AS notified FROM taken, (SELECT pg_notify('${schema}_tasks', $4::text)) AS n`,
    [key, holder, turn ?? null, payloadOf(holder, [key])],
  )
  return rows[0] && Number(rows[0]['fence'])
}

/** Tasks that the process works on by what the database has. */
export async function turnsOf({ database, schema }: Tables, holder: string): Promise<readonly Place[]> {
  const rows = await database.query(
    `SELECT key::text, fence::text FROM ${schema}.tasks WHERE turn IS NOT NULL AND holder = $1::text`,
    [holder],
    'turns_of',
  )
  return rows.map(({ key, fence }) => ({ key: key ?? '', fence: Number(fence) }))
}

/**
 * Takes over tasks whose process has ended, a few at a time, and those of its own that this process does not work on (`idle`).
 * After a restart of the database every process gets the time of a lease to say that it lives.
 */
export async function takeOrphans(
  { database, schema }: Tables,
  holder: string,
  { lease, idle }: { readonly lease: number; readonly idle: readonly Place[] },
): Promise<readonly OrphanedTask[]> {
  const rows = await database.query(
    `UPDATE ${schema}.tasks SET fence = fence + 1, holder = $1::text WHERE key IN (
       SELECT x.key FROM ${schema}.tasks x WHERE x.turn IS NOT NULL AND (
         ${isFree(schema)} AND (x.holder IS NULL OR pg_postmaster_start_time() < now() - $2::text::int * interval '1 ms')
         OR x.holder = $1::text AND (x.key, x.fence) IN (
           SELECT key, fence FROM json_to_recordset($3::text::json) AS i(key bigint, fence int)))
       LIMIT 50 FOR UPDATE SKIP LOCKED
     ) RETURNING key::text, owner_text, id, turn, fence::text`,
    [holder, String(lease), JSON.stringify(idle)],
    'take_orphans',
  )
  return rows.map(({ key, owner_text, id, turn, fence }) => ({
    key: key ?? '',
    fence: Number(fence),
    owner: JSON.parse(owner_text ?? ''),
    id: JSON.parse(id ?? ''),
    turn: turn ?? '',
  }))
}

/** Says that the process lives for so many milliseconds more. */
export async function renewProcess(
  { database, heartbeat = database, schema }: Tables,
  holder: string,
  lease: number,
): Promise<void> {
  await heartbeat.query(
    `INSERT INTO ${schema}.processes VALUES ($1::text, now() + $2::text::int * interval '1 ms')
     ON CONFLICT (id) DO UPDATE SET until = excluded.until`,
    [holder, String(lease)],
  )
}

/** The process has ended: others take its turns over at once. */
export async function endProcess({ database, schema }: Tables, holder: string): Promise<void> {
  await database.query(
    `WITH ended AS (DELETE FROM ${schema}.processes WHERE id = $1::text RETURNING 1)
     SELECT n::text FROM ended, (SELECT pg_notify('${schema}_tasks', $1::text)) AS n`,
    [holder],
  )
}

/**
 * Events of several tasks behind the places that are known, from the first one that was not removed. Where none is left, and where the
 * task is gone, the list is empty. Most tasks have nothing new: their rows say so. The upper bound keeps the estimate of the rows low:
 * without it a server compiles the statement at each call, which takes 20 ms.
 */
export async function readEvents(
  { database, schema }: Tables,
  after: readonly ReadFrom[],
  most: number,
): Promise<ReadonlyMap<string, readonly StoredEvent[]>> {
  const rows = await database.query(
    `SELECT w.key::text AS task, e.seq::text, e.at, e.body FROM json_to_recordset($1::text::json) AS w(key bigint, seq int)
     LEFT JOIN ${schema}.tasks t ON t.key = w.key
     LEFT JOIN LATERAL (SELECT min(f.seq) AS seq FROM ${schema}.events f WHERE f.task = w.key AND f.seq > w.seq) f ON true
     LEFT JOIN LATERAL (
       SELECT * FROM ${schema}.events e WHERE e.task = w.key AND e.seq >= f.seq AND e.seq < f.seq + $2::text::int
       ORDER BY e.seq LIMIT $2::text::int
     ) e ON true
     WHERE t.seq > w.seq OR (t.key IS NULL AND w.seq > 0)`,
    [JSON.stringify(after), String(most)],
    'read_events_behind',
  )
  const found = new Map<string, StoredEvent[]>()
  for (const row of rows) {
    const key = row['task'] ?? ''
    const events = found.get(key) ?? []
    found.set(key, events)
    if (row['seq']) events.push(readEvent(row))
  }
  return found
}

/** A message that is `mine` stays so for a lease, and longer where it is renewed. */
export async function recallMessage(
  { database, schema }: Tables,
  holder: string,
  name: string,
  lease: number,
): Promise<Recalled> {
  const rows: readonly Row[] = await database.query(
    `WITH mine AS (
       INSERT INTO ${schema}.messages AS x (name, holder, until)
       VALUES ($1::text, $2::text, now() + $3::text::int * interval '1 ms')
       ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
       WHERE x.task IS NULL AND x.body IS NULL AND (${isFree(schema)} OR x.until < now()) RETURNING 1
     ) SELECT (SELECT count(*) FROM mine)::text AS mine, m.body, t.id FROM (SELECT 1) AS one
     LEFT JOIN ${schema}.messages m ON m.name = $1::text LEFT JOIN ${schema}.tasks t ON t.key = m.task`,
    [name, holder, String(lease)],
  )
  const { mine, body, id } = rows[0] ?? {}
  if (mine === '1') return 'mine'
  if (body) return { message: JSON.parse(body) }
  return id ? { taskId: JSON.parse(id) } : 'pending'
}

/** Says that the process still works on these messages. Gives those that have led to nothing yet. */
export async function renewMessages(
  { database, heartbeat = database, schema }: Tables,
  holder: string,
  names: readonly string[],
  lease: number,
): Promise<readonly string[]> {
  const rows = await heartbeat.query(
    `UPDATE ${schema}.messages SET until = now() + $3::text::int * interval '1 ms'
     WHERE name IN (SELECT value FROM json_array_elements_text($2::text::json))
     AND holder = $1::text AND task IS NULL AND body IS NULL RETURNING name`,
    [holder, JSON.stringify(names), String(lease)],
  )
  return rows.map(({ name }) => name ?? '')
}

/** `answer` undefined: the message was refused, and may come again. */
export async function rememberMessage(
  { database, schema }: Tables,
  holder: string,
  name: string,
  answer: Message | undefined,
): Promise<void> {
  const own = `name = $1::text AND holder = $2::text AND task IS NULL AND body IS NULL`
  if (answer)
    await database.query(`UPDATE ${schema}.messages SET body = $3::text WHERE ${own}`, [
      name,
      holder,
      JSON.stringify(answer),
    ])
  else await database.query(`DELETE FROM ${schema}.messages WHERE ${own}`, [name, holder])
}
