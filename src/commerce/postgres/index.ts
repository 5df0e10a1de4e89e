/** `surface-runtime/commerce/postgres`: a store in PostgreSQL, on a server or embedded in this process. */
import type { Store } from '../business/store.ts'
import { commit, readAnswer, readCart, removeExpired } from './carts.ts'
import type { Database } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { migrate } from './migrations.ts'
import { findProducts, removeProducts, saveProducts } from './products.ts'
import { searchProducts } from './search.ts'
import { openServer } from './server.ts'

interface SchemaOptions {
  /** The schema that holds the tables; made when it is not there. Default: `commerce`. */
  readonly schema?: string
}

/** A PostgreSQL server, version 14 or newer. Needs `pg`. */
export interface ServerOptions extends SchemaOptions {
  /** As in `postgres://user:password@host:5432/database`. */
  readonly url: string
  /** Connections at most. Default: 10. */
  readonly connections?: number
}

/** PostgreSQL in this process. Needs `@electric-sql/pglite`. */
export interface EmbeddedOptions extends SchemaOptions {
  /** Where the data are kept; made when it is not there. One process at a time. `memory://` keeps nothing. */
  readonly folder: string
}

/**
 * Opens the store and brings its tables up to date. The same SQL runs on a server and embedded.
 *
 * Rejects when the driver is not installed, the server cannot be reached, or the tables are from a newer version. What
 * was acknowledged survives the end of the process; on a server also the end of the machine.
 */
export async function postgresStore(options: ServerOptions | EmbeddedOptions): Promise<Store> {
  const { schema = 'commerce' } = options
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema))
    throw new TypeError('The schema is a name of lower-case letters and digits')
  const database =
    'url' in options ? await openServer(options.url, options.connections ?? 10) : await openEmbedded(options.folder)
  try {
    await migrate(database, schema)
  } catch (error) {
    await database.close()
    throw error
  }
  return storeOf(database, schema)
}

function storeOf(database: Database, schema: string): Store {
  return {
    saveProducts: (products) => saveProducts(database, schema, products),
    removeProducts: (ids) => removeProducts(database, schema, ids),
    search: (query) => searchProducts(database, schema, query),
    find: (identifiers) => findProducts(database, schema, identifiers),
    cart: (id) => readCart(database, schema, id),
    answer: (key, now) => readAnswer(database, schema, key, now),
    commit: (change) => commit(database, schema, change),
    removeExpired: (now) => removeExpired(database, schema, now),
    close: () => database.close(),
  }
}

export type { Store }
