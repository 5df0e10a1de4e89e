/** The store of `surface-runtime/commerce/postgres` on tables that are there: each call is SQL of the files beside this one. */
import type { Database } from '../../shared/postgres/database.ts'
import type { Store } from '../business/store.ts'
import { commit, readAnswer, readCart, removeExpired } from './carts.ts'
import { findProducts, removeProducts, saveProducts, searchProducts } from './products.ts'

/** A store on the tables of a schema, which are up to date. */
export function storeOf(database: Database, schema: string): Store {
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
