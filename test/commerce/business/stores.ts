// Every store: in memory, in embedded PostgreSQL, and on the PostgreSQL server of DATABASE_URL.
import { randomUUID } from 'node:crypto'
import { memoryStore, type Store } from 'surface-runtime/commerce/business'
import { postgresStore } from 'surface-runtime/commerce/postgres'

const url = process.env['DATABASE_URL']

/** Tables of its own for each store that is opened. */
const openOnServer = (server: string): Promise<Store> =>
  postgresStore({ url: server, schema: `test_${randomUUID().replaceAll('-', '')}` })

export const stores: readonly (readonly [name: string, open: () => Promise<Store>])[] = [
  ['memory', async () => memoryStore()],
  ['embedded PostgreSQL', () => postgresStore({ folder: 'memory://' })],
  // `npm run postgres` sets DATABASE_URL.
  ...(url ? [['a PostgreSQL server', () => openOnServer(url)] as const] : []),
]
