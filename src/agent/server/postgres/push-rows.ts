/** Receivers of push notifications in PostgreSQL: each has the place of the latest event that it got, so none is lost. */
import type { StoredPushConfig } from '../task-store.ts'
import { safeText, type Tables } from './stored-tasks.ts'
import { isFree } from './task-rows.ts'

/**
 * Adds, changes and removes what is different. A new receiver gets the events behind the place `seen`. The task's row is changed
 * first, so an event that is being written at this moment either waits, and then knows the receiver, or is there before.
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
       UPDATE ${schema}.tasks SET configured = configured + 1 WHERE key = $1::text::bigint RETURNING key, seq
     ), removed AS (
       DELETE FROM ${schema}.push_configs WHERE task = $1::text::bigint
         AND id IN (SELECT value FROM json_array_elements_text($2::text::json))
     ) INSERT INTO ${schema}.push_configs (task, id, body, sent, next_at)
     SELECT t.key, c.id, c.body, least(t.seq, $4::text::int), CASE WHEN t.seq > $4::text::int THEN now() END
     FROM t, json_to_recordset($3::text::json) AS c(id text, body text)
     ON CONFLICT (task, id) DO UPDATE SET body = excluded.body`,
    [key, JSON.stringify(removed.map(({ configId }) => safeText(configId))), JSON.stringify(rows), String(seen)],
  )
}

/** A receiver that this process posts to. */
export interface DueReceiver {
  readonly key: string
  readonly id: string
  readonly config: StoredPushConfig
  readonly sent: number
  readonly attempts: number
  /** When it was due. Every writer of the task sets it anew. */
  readonly due: string
  readonly owner: string
  readonly taskId: string
}

/** Takes receivers that have something to get, for so many milliseconds, or as long as the process lives. */
export async function takeReceivers(
  { database, schema }: Tables,
  holder: string,
  lease: number,
  most: number,
): Promise<readonly DueReceiver[]> {
  const rows = await database.query(
    `UPDATE ${schema}.push_configs c SET holder = $1::text, until = now() + $2::text::int * interval '1 ms'
     FROM ${schema}.tasks t WHERE t.key = c.task AND (c.task, c.id) IN (
       SELECT x.task, x.id FROM ${schema}.push_configs x WHERE x.next_at <= now() AND (${isFree(schema)} OR x.until < now())
       ORDER BY x.next_at LIMIT $3::text::int FOR UPDATE SKIP LOCKED
     ) RETURNING c.task::text AS key, c.id, c.body, c.sent::text, c.attempts::text, c.next_at::text AS due, t.owner_text, t.id AS task_id`,
    [holder, String(lease), String(most)],
    'take_receivers',
  )
  return rows.map(({ key, id, body, sent, attempts, due, owner_text, task_id }) => ({
    ...{ key: key ?? '', id: id ?? '', config: JSON.parse(body ?? ''), sent: Number(sent), attempts: Number(attempts) },
    due: due ?? '',
    ...{ owner: JSON.parse(owner_text ?? ''), taskId: JSON.parse(task_id ?? '') },
  }))
}

/** Notes what the receiver has got. False: the configuration was deleted, or another process posts to it. */
export async function noteSent(
  { database, schema }: Tables,
  holder: string,
  { key, id }: DueReceiver,
  { sent, lease }: { readonly sent: number; readonly lease: number },
): Promise<boolean> {
  const rows = await database.query(
    `UPDATE ${schema}.push_configs SET sent = $4::text::int, attempts = 0, until = now() + $5::text::int * interval '1 ms'
     WHERE task = $1::text::bigint AND id = $2::text AND holder = $3::text RETURNING 1`,
    [key, id, holder, String(sent), String(lease)],
  )
  return rows.length > 0
}

/**
 * The receiver is free again. `wait`: milliseconds before the next attempt. Without, it has everything that there was, and is due
 * only if somebody wrote since it was taken: `next_at` tells, because a look at the log could miss what is being written.
 */
export async function releaseReceiver(
  { database, schema }: Tables,
  holder: string,
  { key, id, due }: DueReceiver,
  { attempts, wait }: { readonly attempts: number; readonly wait?: number | undefined },
): Promise<void> {
  await database.query(
    `UPDATE ${schema}.push_configs c SET holder = NULL, attempts = $4::text::int,
       next_at = CASE WHEN $5::text IS NOT NULL THEN now() + $5::text::int * interval '1 ms'
         WHEN next_at <> $6::text::timestamptz THEN next_at END
     WHERE task = $1::text::bigint AND id = $2::text AND holder = $3::text`,
    [key, id, holder, String(attempts), wait === undefined ? null : String(Math.round(wait)), due],
  )
}
