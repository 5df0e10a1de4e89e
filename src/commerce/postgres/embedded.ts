/** PostgreSQL in this process, through the optional peer `@electric-sql/pglite`. */
import type { PGlite } from '@electric-sql/pglite'
import type { Database, Query, Row } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { missingPeer } from './missing-peer.ts'

/** @param folder Made when it is not there. `memory://` keeps nothing. */
export async function openEmbedded(folder: string): Promise<Database> {
  const PGlite = await loadEmbedded()
  const unlock = lockFolder(folder)
  try {
    const database = await PGlite.create(folder)
    return {
      query: queryOf(database),
      transaction: (work) => database.transaction((client) => work(queryOf(client))),
      close: () => database.close().finally(unlock),
    }
  } catch (error) {
    unlock()
    throw error
  }
}

function queryOf(client: Pick<PGlite, 'query'>): Query {
  return async (sql, parameters = []) => (await client.query<Row>(sql, [...parameters])).rows
}

async function loadEmbedded(): Promise<typeof PGlite> {
  const loaded = await import('@electric-sql/pglite').catch((cause) =>
    missingPeer('@electric-sql/pglite', 'postgresStore({ folder })', cause),
  )
  return loaded.PGlite
}
