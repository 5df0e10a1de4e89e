/**
 * One way to talk to PostgreSQL: to a server through `pg`, or in this process through `@electric-sql/pglite`. Both drivers
 * are optional peers.
 */
import type { PGlite } from '@electric-sql/pglite'
import type { Client, Pool } from 'pg'
import { lockFolder } from './folder-lock.ts'

/** A row as text columns. Every query here casts what it selects to text, so that both drivers give the same. */
export type Row = Readonly<Record<string, string | null>>

/** `$1`, `$2` … stand for the parameters. */
export type Query = (sql: string, parameters?: readonly (string | null)[]) => Promise<readonly Row[]>

export interface Database {
  readonly query: Query
  /** Commits what `work` does, or rolls all of it back when `work` rejects. */
  readonly transaction: <T>(work: (query: Query) => Promise<T>) => Promise<T>
  readonly close: () => Promise<void>
}

/** The constraint that a statement has run into (SQLSTATE 23505), if that was its error. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint } = (error ?? {}) as { readonly code?: unknown; readonly constraint?: unknown }
  return code === '23505' && typeof constraint === 'string' ? constraint : undefined
}

/** How a server is reached. Times are in milliseconds. */
export interface ServerLimits {
  /** Connections at most. */
  readonly connections: number
  /** For a connection to be opened, or to be free. */
  readonly connectTimeout: number
  /** For one statement. The server ends it; the driver gives up a fifth later where the server does not answer. */
  readonly queryTimeout: number
}

/** @param url As in `postgres://user:password@host:5432/database`. */
export async function openServer(
  url: string,
  { connections, connectTimeout, queryTimeout }: ServerLimits,
): Promise<Database> {
  const Pool = await loadPool()
  const pool = new Pool({
    ...{ connectionString: url, max: connections, connectionTimeoutMillis: connectTimeout },
    ...{ statement_timeout: queryTimeout, query_timeout: Math.ceil(queryTimeout * 1.2) },
  })
  // An idle connection that the server ends is replaced by the next query. Without a listener it would end the process.
  pool.on('error', () => undefined)
  return {
    query: serverQuery(pool),
    transaction: async (work) => {
      const client = await pool.connect()
      try {
        await client.query('BEGIN')
        const result = await work(serverQuery(client))
        await client.query('COMMIT')
        client.release()
        return result
      } catch (error) {
        const rolledBack = await client.query('ROLLBACK').then(
          () => true,
          () => false,
        )
        client.release(rolledBack ? undefined : error)
        throw error
      }
    },
    close: () => pool.end(),
  }
}

function serverQuery(client: Pick<Client, 'query'>): Query {
  return async (sql, parameters = []) => (await client.query(sql, parameters)).rows
}

async function loadPool(): Promise<typeof Pool> {
  const loaded = await import('pg').catch((cause) => missingPeer('pg', 'postgresStore({ url })', cause))
  return loaded.default.Pool
}

/** @param folder Made when it is not there. `memory://` keeps nothing. */
export async function openEmbedded(folder: string): Promise<Database> {
  const PGlite = await loadEmbedded()
  const unlock = lockFolder(folder)
  try {
    const database = await PGlite.create(folder)
    return {
      query: embeddedQuery(database),
      transaction: (work) => database.transaction((client) => work(embeddedQuery(client))),
      close: () => database.close().finally(unlock),
    }
  } catch (error) {
    unlock()
    throw error
  }
}

function embeddedQuery(client: Pick<PGlite, 'query'>): Query {
  return async (sql, parameters = []) => (await client.query<Row>(sql, [...parameters])).rows
}

async function loadEmbedded(): Promise<typeof PGlite> {
  const loaded = await import('@electric-sql/pglite').catch((cause) =>
    missingPeer('@electric-sql/pglite', 'postgresStore({ folder })', cause),
  )
  return loaded.PGlite
}

/** For the `catch` of an import of `name`: says to install it. Any other failure stays what it is. */
export function missingPeer(name: string, wanted: string, cause: unknown): never {
  const { code, message } = (cause ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  if (code !== 'ERR_MODULE_NOT_FOUND' || !String(message).includes(`'${name}'`)) throw cause
  throw new Error(`${wanted} needs ${name}, which is not installed. Run: npm install ${name}`, { cause })
}
