/** The shop “Flower & Foot”: a business of the commerce protocol with 40 products, pictures and a page for the checkout. */
// By path: the process of `npm start` loads this file where the package has no name.
import {
  type BusinessHandler,
  type BusinessOptions,
  createBusiness,
  memoryStore,
  type ProfileDocument,
  type Store,
  type StoredProduct,
} from '../../src/commerce/business/index.ts'
import { checkoutPage } from './checkout-page.ts'
import { productPage } from './product-page.ts'
import { shopPicture, shopProducts } from './products.ts'
import { shopPage, welcomePage } from './shop-page.ts'

/** The versions of the commerce protocol that the shop serves, newest first. */
const shopVersions = { newest: '2026-04-08', older: '2026-01-11' } as const

/** What the shop can do, without the prefix of the protocol. */
type ShopCapability = 'cart' | 'catalog.search' | 'catalog.lookup' | 'checkout'

export interface ShopOptions {
  /** Public address of the shop, as in `http://127.0.0.1:4172`. */
  readonly origin: string
  /** Products and carts. Default: a memory store with `products`. */
  readonly store?: Store
  /** For the memory store. Default: the 40 products of the demo. */
  readonly products?: readonly StoredProduct[]
  /** What the profile offers. Default: cart, search and lookup. */
  readonly capabilities?: readonly ShopCapability[]
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number
  /** Milliseconds until a cart expires. Default: 24 hours. */
  readonly cartLifetime?: number
  /** Told of what was answered with 500 or 503. Default: `console.error`. */
  readonly onError?: (error: unknown) => void
}

/**
 * A handler for everything below `origin`: `/.well-known/commerce`, `/.well-known/commerce/2026-01-11`, `/commerce/v1/*`,
 * `/schemas/*`, the pictures at `/images/{handle}.svg`, and pages of its own at `/products/{handle}` and
 * `/checkout/{cart}`, which is where the `continue_url` of a cart leads. Plain http on loopback is allowed: this is a demo.
 */
export function createShop(options: ShopOptions): BusinessHandler {
  const { origin, now, cartLifetime, onError, products } = options
  const store = options.store ?? memoryStore(products ?? shopProducts(origin))
  const capabilities = options.capabilities ?? ['cart', 'catalog.search', 'catalog.lookup']
  const business = createBusiness({
    ...profilesOf(origin, capabilities),
    // The checkout is a page of the shop's own.
    operations: { 'dev.commerce.shopping.checkout': {} },
    ...{ store, currency: 'USD', currencyByCountry: { US: 'USD', DE: 'EUR', FR: 'EUR', JP: 'JPY', KW: 'KWD' } },
    continueUrl: (cart) => `${origin}/checkout${cart ? `/${cart.id}` : ''}`,
    allowInsecureLoopback: true,
    ...(now && { now }),
    ...(cartLifetime !== undefined && { cartLifetime }),
    ...(onError && { onError }),
  })
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (request.method !== 'GET' && request.method !== 'HEAD') return business(request)
    const [, folder = '', name = ''] = pathname.split('/')
    if (folder === 'images') return pictureAt(name)
    if (folder === 'products') return productAt(name, store, origin)
    if (folder === 'checkout') return checkoutAt(name, store, now ?? Date.now)
    return business(request)
  }
}

type Profiles = Pick<BusinessOptions, 'profile' | 'versions'>

function profilesOf(origin: string, capabilities: readonly ShopCapability[]): Profiles {
  const { newest, older } = shopVersions
  return {
    profile: profileOf(origin, newest, capabilities),
    versions: { [older]: profileOf(origin, older, capabilities) },
  }
}

/** Authority over a name needs a host of that name, which loopback is not: the addresses name it, and nobody fetches them. */
function profileOf(origin: string, version: string, capabilities: readonly ShopCapability[]): ProfileDocument {
  const addresses = (name: string) => ({
    spec: `https://commerce.dev/specification/${name}`,
    schema: `https://commerce.dev/schemas/${name}.json`,
  })
  const entries = capabilities.map((name) => [
    `dev.commerce.shopping.${name}`,
    [{ version, ...addresses(`shopping.${name}`) }],
  ])
  const rest = { transport: 'rest', endpoint: `${origin}/commerce/v1`, schema: `${origin}/schemas/openapi.json` }
  return {
    commerce: {
      version,
      services: { 'dev.commerce.shopping': [{ version, ...rest }] },
      capabilities: Object.fromEntries(entries),
      payment_handlers: {},
    },
  }
}

function pictureAt(name: string): Response {
  const picture = name.endsWith('.svg') ? shopPicture(name.slice(0, -'.svg'.length)) : undefined
  if (picture === undefined) return new Response('There is no such picture.', { status: 404 })
  const headers = {
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=86400',
    // A picture that is opened by itself runs nothing and loads nothing.
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  }
  return new Response(picture, { headers })
}

async function productAt(handle: string, store: Store, origin: string): Promise<Response> {
  const [found] = await store.find([handle]).catch(() => [])
  if (found) return htmlResponse(200, productPage(found.product, origin))
  return htmlResponse(404, shopPage('No such thing', '<p>The shop does not have this.</p>'))
}

/** Whoever has the id of a cart may see it: the id is a secret of 128 random bits. */
async function checkoutAt(id: string, store: Store, now: () => number): Promise<Response> {
  if (id === '') return htmlResponse(200, welcomePage(false))
  const cart = await store.cart(id).catch(() => undefined)
  const valid = cart !== undefined && cart.expiresAt > now()
  return valid ? htmlResponse(200, checkoutPage(cart)) : htmlResponse(404, welcomePage(true))
}

function htmlResponse(status: number, html: string): Response {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'",
    'referrer-policy': 'no-referrer',
  }
  return new Response(html, { status, headers })
}
