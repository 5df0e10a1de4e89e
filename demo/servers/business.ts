/** The process of the shop. Its settings are one argument, as JSON. */
import { createShop } from '../shop/business.ts'
import { shopProducts } from '../shop/products.ts'
import { openStore, type StorePlace } from './open-store.ts'
import { httpServer, runServer } from './server-process.ts'

interface Settings extends Pick<StorePlace, 'data'> {
  readonly port: number
  readonly exactly?: boolean
  /** The store is opened at a message of the parent: a new database takes all of a core while the pages are built. */
  readonly waits?: boolean
}

const settings: Settings = JSON.parse(process.argv[2] ?? '{}')

// Now, since the message may come before the port is there.
const told = settings.waits ? toldByParent() : undefined

await runServer(settings, async (origin) => {
  await told
  // It may hold a password, and arguments are seen by everybody on the machine.
  const { DATABASE_URL: databaseUrl } = process.env
  const { store, note } = await openStore({ data: settings.data, ...(databaseUrl && { databaseUrl }) })
  // The addresses of pictures name the port, which may be another one than last time.
  await store.saveProducts(shopProducts(origin))
  await store.removeExpired(Date.now())
  return { server: httpServer(createShop({ origin, store })), note, close: store.close }
})

/** A parent that is gone before has no use for a store. */
function toldByParent(): Promise<void> {
  const leave = (): void => process.exit(0)
  process.once('disconnect', leave)
  return new Promise((done) =>
    process.once('message', () => {
      process.off('disconnect', leave)
      done()
    }),
  )
}
