/** A PostgreSQL server, through the optional peer `pg`. */
import type { Client, Pool } from 'pg'
import type { Database, Query } from './database.ts'
import { missingPeer } from './missing-peer.ts'

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
    query: queryOf(pool),
    transaction: async (work) => {
      const client = await pool.connect()
      try {
        await client.query('BEGIN')
        const result = await work(queryOf(client))
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

function queryOf(client: Pick<Client, 'query'>): Query {
  return async (sql, parameters = []) => (await client.query(sql, parameters)).rows
}

async function loadPool(): Promise<typeof Pool> {
  const loaded = await import('pg').catch((cause) => missingPeer('pg', 'postgresStore({ url })', cause))
  return loaded.default.Pool
}
