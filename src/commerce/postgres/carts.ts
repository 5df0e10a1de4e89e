/** Carts and answers in PostgreSQL. */

import type { JsonObject } from '../../json/value.ts'
import { type Database, type Query, violatedConstraint } from '../../shared/postgres/database.ts'
import type { AnswerKey, CartWrite, Change, Outcome, StoredAnswer, StoredCart } from '../business/store.ts'

export async function readCart(database: Database, schema: string, id: string): Promise<StoredCart | undefined> {
  const [row] = await database.query(
    `SELECT owner, version::text, body, expires_at::text FROM ${schema}.carts WHERE id = $1::text`,
    [id],
  )
  if (!row) return undefined
  const { owner, version, body, expires_at } = row
  return {
    id,
    owner: owner ?? '',
    version: Number(version),
    body: JSON.parse(body ?? '') as JsonObject,
    expiresAt: Number(expires_at),
  }
}

export async function readAnswer(
  database: Database,
  schema: string,
  { client, key }: AnswerKey,
  now: number,
): Promise<StoredAnswer | undefined> {
  const [row] = await database.query(
    `SELECT digest, status::text, body, keep_until::text FROM ${schema}.answers
     WHERE client = ${hashOf('$1::text')} AND key = $2::text AND keep_until > $3::text::bigint`,
    [client, key, String(now)],
  )
  if (!row) return undefined
  const { digest, status, body, keep_until } = row
  const keepUntil = Number(keep_until)
  return { client, key, digest: digest ?? '', status: Number(status), body: body ?? '', keepUntil }
}

/**
 * SHA-256 of a text, in hexadecimal. A client may be named by an address of any length; a row of an index holds 2,704
 * bytes at most, and a longer key would be refused.
 */
function hashOf(sql: string): string {
  return `encode(sha256(convert_to(${sql}, 'UTF8')), 'hex')`
}

/**
 * One statement writes the cart and the answer, so a crash leaves both or neither. The answer is written only if the
 * cart was. A key that has an answer violates a constraint, and that takes back the cart too. An answer whose time is over
 * is replaced in one transaction, so that no other comes in between.
 */
export async function commit(database: Database, schema: string, change: Change): Promise<Outcome> {
  const { answer, now } = change
  try {
    return await write(database.query, schema, change)
  } catch (error) {
    if (violatedConstraint(error) !== 'answers_key' || !answer) throw error
    return database.transaction(async (query) =>
      (await removeExpiredAnswer(query, schema, answer, now)) ? write(query, schema, change) : 'answered',
    )
  }
}

async function write(query: Query, schema: string, { write, answer }: Change): Promise<Outcome> {
  const parameters: string[] = []
  const parameter = (value: string | number): string => `$${parameters.push(String(value))}::text`
  const written = write ? cartStatement(schema, write, parameter) : 'SELECT 1'
  const answered = answer ? `, answered AS (${answerStatement(schema, answer, parameter)})` : ''
  const rows = await query(
    `WITH written AS (${written}) ${answered} SELECT count(*)::text AS count FROM written`,
    parameters,
  )
  return rows[0]?.['count'] === '1' ? 'done' : 'conflict'
}

type Parameter = (value: string | number) => string

function cartStatement(schema: string, write: CartWrite, parameter: Parameter): string {
  if (write.kind === 'remove')
    return `DELETE FROM ${schema}.carts
      WHERE id = ${parameter(write.id)} AND version = ${parameter(write.expected)}::int RETURNING 1`
  const { id, owner, version, body, expiresAt } = write.cart
  const text = parameter(JSON.stringify(body))
  const until = `${parameter(expiresAt)}::bigint`
  if (write.kind === 'insert')
    return `INSERT INTO ${schema}.carts (id, owner, version, body, expires_at)
      VALUES (${parameter(id)}, ${parameter(owner)}, ${parameter(version)}::int, ${text}, ${until}) RETURNING 1`
  return `UPDATE ${schema}.carts SET version = ${parameter(version)}::int, body = ${text}, expires_at = ${until}
    WHERE id = ${parameter(id)} AND version = ${parameter(write.expected)}::int RETURNING 1`
}

function answerStatement(schema: string, answer: StoredAnswer, parameter: Parameter): string {
  const { client, key, digest, status, body, keepUntil } = answer
  const texts = [hashOf(parameter(client)), ...[key, digest, body].map(parameter)].join(', ')
  return `INSERT INTO ${schema}.answers (client, key, digest, body, status, keep_until)
    SELECT ${texts}, ${parameter(status)}::smallint, ${parameter(keepUntil)}::bigint FROM written`
}

async function removeExpiredAnswer(query: Query, schema: string, key: AnswerKey, now: number): Promise<boolean> {
  const { client, key: name } = key
  const rows = await query(
    `DELETE FROM ${schema}.answers WHERE client = ${hashOf('$1::text')} AND key = $2::text
     AND keep_until <= $3::text::bigint RETURNING 1::text AS removed`,
    [client, name, String(now)],
  )
  return rows.length > 0
}

/** Rows that one statement removes: a long one would hold its locks, and others their snapshots, until it ends. */
const rowsAtOnce = 1_000

export async function removeExpired(database: Database, schema: string, now: number): Promise<number> {
  let removed = 0
  for (const [table, column] of [
    ['carts', 'expires_at'],
    ['answers', 'keep_until'],
  ]) {
    for (let count = rowsAtOnce; count === rowsAtOnce; removed += count) {
      const [row] = await database.query(
        `WITH old AS (SELECT ctid FROM ${schema}.${table} WHERE ${column} <= $1::text::bigint LIMIT ${rowsAtOnce} FOR UPDATE SKIP LOCKED),
         removed AS (DELETE FROM ${schema}.${table} WHERE ctid IN (SELECT ctid FROM old) RETURNING 1)
         SELECT count(*)::text AS count FROM removed`,
        [String(now)],
      )
      count = Number(row?.['count'] ?? 0)
    }
  }
  return removed
}
