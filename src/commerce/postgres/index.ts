/** `surface-runtime/commerce/postgres`: a store in PostgreSQL, on a server or embedded in this process. */
import { type EmbeddedOptions, openDatabase, type ServerOptions } from '../../shared/postgres/open.ts'
import type { Store } from '../business/store.ts'
import { commerceSteps } from './migrations.ts'
import { storeOf } from './store-of.ts'

/**
 * Opens the store and brings its tables up to date. The same SQL runs on a server and embedded.
 *
 * Rejects with a TypeError for options that name no place or two, and with an Error when the driver is not installed,
 * the server cannot be reached in time, or the tables are from a newer version. Calls of the store reject where the
 * server is not reached or does not answer in time; a business then answers 503. What was acknowledged survives the end
 * of the process; on a server also the end of the machine.
 */
export async function postgresStore(options: ServerOptions | EmbeddedOptions): Promise<Store> {
  const { database, schema } = await openDatabase(options, commerceSteps)
  return storeOf(database, schema)
}

export type { EmbeddedOptions, ServerOptions, Store }
