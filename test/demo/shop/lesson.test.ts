// The lesson does what it says: a shop and a platform on loopback, and tea is bought.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buyTea, platformProfile, teaShop } from '../../../demo/shop/lesson.ts'
import { type Served, serve } from '../../commerce/business/serve.ts'

let shop: Served
let platform: Served

beforeAll(async () => {
  ;[shop, platform] = await Promise.all([serve(), serve(platformProfile)])
  shop.handle(teaShop(shop.origin))
})
afterAll(() => Promise.all([shop.close(), platform.close()]))

it.each([
  [2, /^\$9\.98: http:\/\/127\.0\.0\.1:\d+\/checkout\/cart_[\w-]{22}$/],
  [4, /^Of “Green tea, 100 g” only 3 can be had\. \$14\.97: http/],
])('[SH-14] %i packets of tea are bought, or as many as there are', async (quantity, text) => {
  expect(await buyTea(shop.origin, `${platform.origin}/profile.json`, quantity)).toMatch(text)
})
