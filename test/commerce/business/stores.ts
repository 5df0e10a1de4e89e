// Every store: in memory, in embedded PostgreSQL, and on the PostgreSQL server of DATABASE_URL.
import { randomUUID } from 'node:crypto'
import { memoryStore, type Store } from 'surface-runtime/commerce/business'
import { postgresStore } from 'surface-runtime/commerce/postgres'
import { commerceSteps } from '../../../src/commerce/postgres/migrations.ts'
import { storeOf } from '../../../src/commerce/postgres/store-of.ts'
import { migrate } from '../../../src/shared/postgres/migrate.ts'
import { emptySchema } from '../../support/embedded.ts'

const url = process.env['DATABASE_URL']

/** Tables of its own for each store that is opened. */
const openOnServer = (server: string): Promise<Store> =>
  postgresStore({ url: server, schema: `test_${randomUUID().replaceAll('-', '')}` })

async function openEmbedded(): Promise<Store> {
  const { database, schema } = await emptySchema()
  await migrate(database, schema, commerceSteps)
  return storeOf(database, schema)
}

export const stores: readonly (readonly [name: string, open: () => Promise<Store>])[] = [
  ['memory', async () => memoryStore()],
  ['embedded PostgreSQL', openEmbedded],
  // `npm run postgres` sets DATABASE_URL.
  ...(url ? [['a PostgreSQL server', () => openOnServer(url)] as const] : []),
]
