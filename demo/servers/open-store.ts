/** Where the shop of the demo keeps its carts: on a PostgreSQL server, in a folder, or else in memory. */
import { join } from 'node:path'
import { memoryStore, type Store } from '../../src/commerce/business/index.ts'
import { postgresStore } from '../../src/commerce/postgres/index.ts'

export interface StorePlace {
  /** Folder of the demo's data; the shop's is below it. */
  readonly data: string
  /** A PostgreSQL server in place of the folder, as in `postgres://user@host/database`. */
  readonly databaseUrl?: string
}

interface OpenStore {
  readonly store: Store
  /** One line for the terminal. */
  readonly note: string
}

/** Rejects where a server was asked for and is not there. Without its folder the shop still opens. */
export async function openStore({ databaseUrl, data }: StorePlace): Promise<OpenStore> {
  if (databaseUrl) return { store: await serverStore(databaseUrl), note: 'carts on the PostgreSQL server' }
  const folder = join(data, 'shop')
  try {
    return { store: await postgresStore({ folder }), note: `carts in ${folder}` }
  } catch (error) {
    return { store: memoryStore([]), note: `carts in memory, lost at the end: ${reasonOf(error)}` }
  }
}

async function serverStore(url: string): Promise<Store> {
  try {
    return await postgresStore({ url })
  } catch (cause) {
    throw new Error(`The PostgreSQL server of DATABASE_URL cannot be used: ${reasonOf(cause)}`, { cause })
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
