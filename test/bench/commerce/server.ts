// A business in a process of its own, for `npm run bench -- --only commerce`. Arguments: folder of the store, and
// `new` to save the products first. Says its origin on one line. DATABASE_URL puts the store on a PostgreSQL server.
import { createBusiness } from 'surface-runtime/commerce/business'
import { postgresStore } from 'surface-runtime/commerce/postgres'
import { shopProducts } from '../../../demo/shop/products.ts'
import { serve } from '../../commerce/business/serve.ts'
import { businessProfile } from '../../commerce/business/shop.ts'

const [folder = '', isNew = ''] = process.argv.slice(2)
const url = process.env['DATABASE_URL']

const store = await postgresStore(url ? { url, schema: 'bench' } : { folder })
const server = await serve()
if (isNew === 'new') await store.saveProducts(shopProducts(server.origin))
server.handle(
  createBusiness({
    ...{ profile: businessProfile(server.origin), store, allowInsecureLoopback: true },
    onError: (error) => console.error(error),
  }),
)
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1000)
})
process.on('SIGTERM', async () => {
  await server.close()
  await store.close()
  process.exit(0)
})
console.log(server.origin)
