/** Receivers of push notifications in PostgreSQL: each has the place of the latest event that it got, so none is lost. */
import { type DueReceiver, type ReceiverBounds, taskFirst } from '../log/task-log.ts'
import type { StoredPushConfig } from '../task-store.ts'
import { hashOf, safeText, type Tables } from './stored-tasks.ts'
import { isFree } from './task-rows.ts'

/**
 * Adds, changes and removes what is different. A new receiver gets the events behind the place `seen`. A receiver that was there
 * and has everything gets the task again if `seen` is `taskFirst`. The task's row is changed first, so an event that is being
 * written at this moment either waits, and then knows the receiver, or is there before.
 */
export async function savePushConfigs(
  { database, schema }: Tables,
  key: string,
  before: readonly StoredPushConfig[],
  after: readonly StoredPushConfig[],
  seen: number,
): Promise<void> {
  const removed = before.filter(({ configId }) => !after.some((one) => one.configId === configId))
  const changed = after.filter((one) => !before.includes(one))
  const rows = changed.map((config) => ({ id: safeText(config.configId), body: JSON.stringify(config) }))
  await database.query(
    `WITH t AS (
       UPDATE ${schema}.tasks SET configured = configured + 1 WHERE key = $1::text::bigint RETURNING key, seq, coalesce(caller, owner_text) AS caller
     ), removed AS (
       DELETE FROM ${schema}.push_configs WHERE task = $1::text::bigint
         AND id IN (SELECT value FROM json_array_elements_text($2::text::json))
     ) INSERT INTO ${schema}.push_configs AS x (task, id, body, sent, next_at, caller)
     SELECT t.key, c.id, c.body, least(t.seq, $4::text::int), CASE WHEN t.seq > $4::text::int THEN now() END,
       ${hashOf('t.caller')}
     FROM t, json_to_recordset($3::text::json) AS c(id text, body text)
     ON CONFLICT (task, id) DO UPDATE SET body = excluded.body, attempts = 0,
       sent = CASE WHEN x.next_at IS NULL AND excluded.sent = ${taskFirst} THEN excluded.sent ELSE x.sent END,
       next_at = CASE WHEN x.next_at IS NOT NULL OR excluded.sent = ${taskFirst} THEN now() END`,
    [key, JSON.stringify(removed.map(({ configId }) => safeText(configId))), JSON.stringify(rows), String(seen)],
  )
}

/** Takes receivers that have something to get: the first of each caller, then the second of each. */
export async function takeReceivers(
  { database, schema }: Tables,
  holder: string,
  { lease, maxReceivers, maxReceiversPerCaller, taken }: ReceiverBounds,
): Promise<readonly DueReceiver[]> {
  const rows = await database.query(
    `WITH RECURSIVE callers AS (
       (SELECT caller FROM ${schema}.push_configs WHERE next_at IS NOT NULL ORDER BY caller LIMIT 1)
       UNION ALL SELECT (SELECT p.caller FROM ${schema}.push_configs p
         WHERE p.next_at IS NOT NULL AND p.caller > b.caller ORDER BY p.caller LIMIT 1)
       FROM callers b WHERE b.caller IS NOT NULL
     ), due AS (
       SELECT d.task, d.id FROM callers b CROSS JOIN LATERAL (
         SELECT x.task, x.id, x.next_at FROM ${schema}.push_configs x
         WHERE x.caller = b.caller AND x.next_at <= now() AND (${isFree(schema)} OR x.until < now())
         ORDER BY x.next_at
         LIMIT least($3::text::int, greatest(0, $4::text::int - coalesce(($5::text::json ->> encode(b.caller, 'hex'))::int, 0)))
         FOR UPDATE SKIP LOCKED
       ) d ORDER BY row_number() OVER (PARTITION BY b.caller ORDER BY d.next_at), d.next_at LIMIT $3::text::int
     ) UPDATE ${schema}.push_configs c SET holder = $1::text, until = now() + $2::text::int * interval '1 ms'
     FROM due, ${schema}.tasks t WHERE t.key = c.task AND c.task = due.task AND c.id = due.id
     RETURNING c.task::text AS key, c.id, c.body, c.sent::text, c.attempts::text, c.next_at::text AS due, t.owner_text, t.id AS task_id,
       encode(c.caller, 'hex') AS caller`,
    [
      holder,
      String(lease),
      String(maxReceivers),
      String(Math.min(maxReceiversPerCaller, 1_000_000_000)),
      JSON.stringify(Object.fromEntries(taken)),
    ],
    'take_receivers_fairly',
  )
  return rows.map(({ key, id, body, sent, attempts, due, owner_text, task_id, caller }) => ({
    ...{ key: key ?? '', id: id ?? '', config: JSON.parse(body ?? ''), sent: Number(sent), attempts: Number(attempts) },
    ...{ due: due ?? '', body: body ?? '', caller: caller ?? '' },
    ...{ owner: JSON.parse(owner_text ?? ''), taskId: JSON.parse(task_id ?? '') },
  }))
}

/** Notes what the receiver has got. Gives its configuration as it is now. Undefined: it was deleted, or another process posts to it. */
export async function noteSent(
  { database, schema }: Tables,
  holder: string,
  { key, id }: DueReceiver,
  { sent, lease }: { readonly sent: number; readonly lease: number },
): Promise<string | undefined> {
  const rows = await database.query(
    `UPDATE ${schema}.push_configs SET sent = $4::text::int, attempts = 0, until = now() + $5::text::int * interval '1 ms'
     WHERE task = $1::text::bigint AND id = $2::text AND holder = $3::text RETURNING body`,
    [key, id, holder, String(sent), String(lease)],
  )
  return rows[0]?.['body'] ?? undefined
}

/**
 * The receiver is free again. `wait`: milliseconds before the next attempt. Without, it has everything that there was, and is due
 * only if somebody wrote since it was taken: `next_at` tells, because a look at the log could miss what is being written. A
 * configuration that was changed meanwhile is tried at once.
 */
export async function releaseReceiver(
  { database, schema }: Tables,
  holder: string,
  { key, id, due, body }: DueReceiver,
  { attempts, wait }: { readonly attempts: number; readonly wait?: number | undefined },
): Promise<void> {
  await database.query(
    `UPDATE ${schema}.push_configs c SET holder = NULL,
       attempts = CASE WHEN body = $7::text THEN $4::text::int ELSE 0 END,
       next_at = CASE WHEN body <> $7::text THEN now()
         WHEN $5::text IS NOT NULL THEN now() + $5::text::int * interval '1 ms'
         WHEN next_at <> $6::text::timestamptz THEN next_at END
     WHERE task = $1::text::bigint AND id = $2::text AND holder = $3::text`,
    [key, id, holder, String(attempts), wait === undefined ? null : String(Math.round(wait)), due, body],
  )
}
