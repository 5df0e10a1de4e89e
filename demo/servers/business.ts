/** The process of the shop. Its settings are one argument, as JSON. */
import { createShop } from '../shop/business.ts'
import { shopProducts } from '../shop/products.ts'
import { openStore, type StorePlace } from './open-store.ts'
import { runServer } from './server-process.ts'

interface Settings extends Pick<StorePlace, 'data'> {
  readonly port: number
  readonly exactly?: boolean
}

const settings: Settings = JSON.parse(process.argv[2] ?? '{}')

await runServer(settings, async (origin) => {
  // It may hold a password, and arguments are seen by everybody on the machine.
  const { DATABASE_URL: databaseUrl } = process.env
  const { store, note } = await openStore({ data: settings.data, ...(databaseUrl && { databaseUrl }) })
  // The addresses of pictures name the port, which may be another one than last time.
  await store.saveProducts(shopProducts(origin))
  await store.removeExpired(Date.now())
  return { handle: createShop({ origin, store }), note, close: store.close }
})
