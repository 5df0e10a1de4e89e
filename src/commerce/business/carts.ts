/** Create, get, update and cancel (document 000, "Cart operations"): wanted lines × what is for sale → a cart and messages. */

import { clip, type JsonObject } from '../../json/value.ts'
import { base64url } from '../../shared/http/digest.ts'
import { CommerceError } from '../error.ts'
import type { Cart, CartRequest, LineItem, Message, Total } from '../types.ts'
import { wireNames } from '../wire-names.ts'
import { type Result, refusal, type Session, success } from './answer.ts'
import { preferredCurrency, priceIn } from './catalog.ts'
import type { Settings } from './options.ts'
import type { FoundProduct, StoredCart, StoredProduct, StoredVariant } from './store.ts'

/** Members of a request that the business answers itself. A platform may send a cart back as it got it. */
const ownMembers = new Set([
  ...['commerce', 'ucp', 'id', 'line_items', 'currency', 'totals', 'messages', 'continue_url', 'expires_at', 'status'],
  ...['links', 'policies', 'actions'],
])

/** Members of a request that the cart capability defines, in either spelling, and that are kept. */
const keptMembers: ReadonlySet<string> = new Set(['context', 'buyer', 'signals', 'attribution'])

const contextMembers: ReadonlySet<string> = new Set([
  ...['address_country', 'address_region', 'postal_code', 'intent', 'language', 'currency'],
  ...['location', 'eligibility', 'payment'],
])

const lineMembers: ReadonlySet<string> = new Set(['id', 'item', 'quantity', 'totals', 'parent_id'])

/** Where nothing can be had, a refusal, and no cart. */
export async function createCart(request: CartRequest, session: Session, settings: Settings): Promise<Result> {
  const { known, ignored } = knownMembers(request, session)
  const offers = await offersFor(known, settings)
  const currency = currencyFor(known, offers, settings)
  const priced = cartLines(known.line_items, offers, currency)
  if (priced.lines.length === 0) return refusal(session, unrecoverable(priced.messages), settings.refusalUrl())
  const cart: StoredCart = {
    ...{ id: randomId('cart'), owner: session.owner, version: 1 },
    body: bodyOf(known, priced, currency, settings),
    expiresAt: settings.now() + settings.cartLifetime,
  }
  const write = { kind: 'insert', cart } as const
  return { ...success(session, membersOf(cart, settings, [...priced.messages, ...ignored]), 201), write }
}

export async function getCart(id: string, session: Session, settings: Settings): Promise<Result> {
  const cart = await readCart(id, session, settings)
  return cart ? success(session, membersOf(cart, settings)) : notFound(id, session, settings)
}

/**
 * The cart becomes what the request says: lines that it leaves out are removed, lines with an id keep it, at the prices of
 * another currency too. Of the context only those members change that the request names. Where the request wants lines and
 * none can be had, a refusal, and the cart stays as it was.
 */
export async function updateCart(
  id: string,
  request: CartRequest,
  session: Session,
  settings: Settings,
): Promise<Result> {
  if (request['id'] !== undefined && request['id'] !== id)
    throw new CommerceError('invalid_request', 'The id in the body is not that of the addressed cart')
  checkLineIds(request)
  const old = await readCart(id, session, settings)
  if (!old) return notFound(id, session, settings)
  const before = old.body as unknown as Pick<Cart, 'currency' | 'line_items'> & Pick<CartRequest, 'context'>
  const { known, ignored } = knownMembers(request, session)
  const context = { ...before.context, ...known.context }
  const wanted: CartRequest = Object.keys(context).length > 0 ? { ...known, context } : known
  const offers = await offersFor(wanted, settings)
  const currency = request.context ? currencyFor(wanted, offers, settings) : before.currency
  const priced = cartLines(wanted.line_items, offers, currency, before)
  if (priced.lines.length === 0 && priced.messages.length > 0)
    return refusal(session, priced.messages, settings.refusalUrl({ id }))
  const cart: StoredCart = {
    ...{ id, owner: old.owner, version: old.version + 1 },
    body: bodyOf(wanted, priced, currency, settings),
    expiresAt: settings.now() + settings.cartLifetime,
  }
  const write = { kind: 'replace', cart, expected: old.version } as const
  return { ...success(session, membersOf(cart, settings, [...priced.messages, ...ignored])), write }
}

/** The answer shows the cart as it was. */
export async function cancelCart(id: string, session: Session, settings: Settings): Promise<Result> {
  const cart = await readCart(id, session, settings)
  if (!cart) return notFound(id, session, settings)
  const { expires_at: _, continue_url: __, ...members } = membersOf(cart, settings)
  return { ...success(session, members), write: { kind: 'remove', id, expected: cart.version } }
}

/** A cart of another client counts as not found. */
async function readCart(id: string, session: Session, { store, now }: Settings): Promise<StoredCart | undefined> {
  // Other ids were never given out. Some of them cannot be stored.
  const cart = /^cart_[\w-]{22}$/.test(id) ? await store.cart(id) : undefined
  return cart && cart.owner === session.owner && cart.expiresAt > now() ? cart : undefined
}

async function offersFor(
  { line_items }: CartRequest,
  { store, limits }: Settings,
): Promise<ReadonlyMap<string, Offer>> {
  if (line_items.length > limits.lines)
    throw new CommerceError('request_too_large', `The lines of a cart are limited to ${limits.lines}`)
  return offersOf(await store.find(line_items.map(({ item }) => item.id)))
}

/** The currency that the buyer prefers, if something of the cart is sold in it; else the currency of the first item that is available. */
function currencyFor(request: CartRequest, offers: ReadonlyMap<string, Offer>, settings: Settings): string {
  const preferred = preferredCurrency(request.context, settings)
  const wanted = request.line_items.flatMap(({ item }) => offers.get(item.id) ?? [])
  if (wanted.some(({ variant }) => priceIn(variant, preferred))) return preferred
  return wanted[0]?.variant.prices[0]?.currency ?? preferred
}

interface KnownMembers {
  readonly known: CartRequest
  /** Names the members that are left out, where there are some. */
  readonly ignored: readonly Message[]
}

/**
 * A request without members that no active capability defines: in a cart they would look as if they counted. Where an
 * extension of the cart is active, all are kept: only the extension says which are its own.
 */
function knownMembers(request: CartRequest, { active }: Session): KnownMembers {
  if (Object.keys(active).some((name) => name !== cartCapability && name !== linkingCapability))
    return { known: request, ignored: [] }
  const unknown = new Set<string>()
  const only = <T extends object>(value: T, names: ReadonlySet<string>, place = ''): T =>
    Object.fromEntries(
      Object.entries(value).filter(([name]) => {
        if (!names.has(name)) unknown.add(place + name)
        return names.has(name)
      }),
    ) as T
  const { line_items: lines, context, ...others } = request
  const known: CartRequest = {
    ...only(others, new Set([...keptMembers, ...ownMembers])),
    ...(context && { context: only(context, contextMembers, 'context.') }),
    line_items: lines.map((line) => only(line, lineMembers, 'line_items.')),
  }
  const content = `These members mean nothing here and were left out: ${clip([...unknown].join(', '))}.`
  return { known, ignored: unknown.size > 0 ? [{ type: 'info', code: 'ignored', content }] : [] }
}

const [cartCapability, linkingCapability] = ['shopping.cart', 'common.identity_linking'].map(
  (name) => wireNames().prefix + name,
)

function checkLineIds({ line_items }: CartRequest): void {
  const ids = line_items.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) throw new CommerceError('invalid_request', 'Two lines have one id')
}

/** The cart as it is kept, as JSON. Throws `request_too_large`. */
function bodyOf(request: CartRequest, { lines }: CartLines, currency: string, { limits }: Settings): JsonObject {
  const kept = Object.fromEntries(Object.entries(request).filter(([name]) => !ownMembers.has(name)))
  const added = [kept, ...lines.map(({ id: _, item: __, quantity: ___, totals: ____, ...more }) => more)]
  if (new TextEncoder().encode(JSON.stringify(added)).length > limits.cartBytes)
    throw new CommerceError('request_too_large', `A cart keeps at most ${limits.cartBytes} bytes of a request`)
  return { ...kept, line_items: lines, currency, totals: totalsOf(lines) } as unknown as JsonObject
}

function membersOf(
  { id, body, expiresAt }: StoredCart,
  { continueUrl }: Settings,
  messages: readonly Message[] = [],
): Readonly<Record<string, unknown>> {
  const url = continueUrl({ id })
  return {
    id,
    ...body,
    ...(messages.length > 0 && { messages }),
    ...(url !== undefined && { continue_url: url }),
    expires_at: new Date(expiresAt).toISOString(),
  }
}

function notFound(id: string, session: Session, { refusalUrl }: Settings): Result {
  const content = `There is no cart “${id}”, or it has expired.`
  return refusal(session, [{ type: 'error', code: 'not_found', content, severity: 'unrecoverable' }], refusalUrl())
}

function unrecoverable(messages: readonly Message[]): readonly Message[] {
  return messages.map(({ path: _, ...message }) => ({ ...message, severity: 'unrecoverable' as const }))
}

interface Offer {
  readonly product: StoredProduct
  readonly variant: StoredVariant
}

interface CartLines {
  readonly lines: readonly LineItem[]
  /** A line that is not in the cart has the path `$.line_items`. */
  readonly messages: readonly Message[]
}

type WantedLine = CartRequest['line_items'][number]

/** Identifier → offer. The id of a product stands for its variant where it has one only. */
function offersOf(found: readonly FoundProduct[]): ReadonlyMap<string, Offer> {
  const offers = found.flatMap(({ product, matches }) =>
    matches.flatMap(({ identifier, variantId }) => {
      const only = product.variants.length === 1 ? product.variants[0] : undefined
      const variant = variantId === undefined ? only : product.variants.find(({ id }) => id === variantId)
      return variant ? [[identifier, { product, variant }] as const] : []
    }),
  )
  return new Map(offers)
}

/**
 * Lines at today's prices. What is out of stock, unknown or not sold in the currency is left out; but a line that was in
 * the cart before stays at its price when the business has none left, with no more than it had. More than the stock is
 * reduced to the stock.
 *
 * @param before The cart so far. A line with an id is one of it: otherwise it is left out, and a message names the id.
 */
function cartLines(
  wanted: readonly WantedLine[],
  offers: ReadonlyMap<string, Offer>,
  currency: string,
  before?: Pick<Cart, 'currency' | 'line_items'>,
): CartLines {
  const lines: LineItem[] = []
  const messages: Message[] = []
  const left = new Map<string, number>()
  for (const line of wanted) {
    const offer = offers.get(line.item.id)
    const old = line.id === undefined ? undefined : before?.line_items.find(({ id }) => id === line.id)
    if (before && line.id !== undefined && !old) {
      messages.push(unknownLine(line.id))
      continue
    }
    const price = offer && priceIn(offer.variant, currency)
    if (!offer || !price) {
      messages.push(offer ? unsold(offer, currency) : unknownItem(line.item.id))
      continue
    }
    const stock = left.get(offer.variant.id) ?? offer.variant.stock ?? Number.POSITIVE_INFINITY
    // Only where the stock is empty. Items that other lines of this cart took do not count: they must not exceed the stock.
    const same = before?.currency === currency && old?.item.id === offer.variant.id
    const kept = same && offer.variant.stock === 0 ? old : undefined
    const at = stock > 0 || kept ? `$.line_items[${lines.length}]` : '$.line_items'
    if (stock < line.quantity) messages.push(outOfStock(offer, stock, at))
    if (kept) lines.push(reduced(kept, line.quantity))
    if (stock === 0) continue
    const quantity = Math.min(line.quantity, stock)
    left.set(offer.variant.id, stock - quantity)
    lines.push(lineOf(line, old?.id ?? randomId('line'), offer, price.amount, quantity))
  }
  return { lines, messages }
}

/** Throws `invalid_request` where a sum is more than an integer can hold. */
function totalsOf(lines: readonly LineItem[]): readonly Total[] {
  return totals(lines.reduce((sum, { item, quantity }) => sum + item.price * quantity, 0))
}

function lineOf(wanted: WantedLine, id: string, offer: Offer, price: number, quantity: number): LineItem {
  const { product, variant } = offer
  const image = variant.image_url ?? product.media?.find(({ type }) => type === 'image')?.url
  const item = { id: variant.id, title: titleOf(offer), price, ...(image !== undefined && { image_url: image }) }
  // Unknown members are kept. Prices are ours, whatever the platform says.
  return { ...wanted, id, item, quantity, totals: totals(price * quantity) }
}

function reduced(line: LineItem, max: number): LineItem {
  if (line.quantity <= max) return line
  return { ...line, quantity: max, totals: totals(line.item.price * max) }
}

function totals(amount: number): readonly Total[] {
  if (!Number.isSafeInteger(amount)) throw new CommerceError('invalid_request', 'The quantity is too large')
  return [
    { type: 'subtotal', amount },
    { type: 'total', amount },
  ]
}

function titleOf({ product, variant }: Offer): string {
  return variant.title === '' || variant.title === product.title ? product.title : `${product.title}, ${variant.title}`
}

function outOfStock(offer: Offer, stock: number, path: string): Message {
  const title = titleOf(offer)
  const content = stock === 0 ? `“${title}” is out of stock.` : `Of “${title}” only ${stock} can be had.`
  return { type: 'error', code: 'out_of_stock', content, severity: 'recoverable', path }
}

function unsold(offer: Offer, currency: string): Message {
  const content = `“${titleOf(offer)}” is not sold in ${currency}.`
  return { type: 'error', code: 'item_unavailable', content, severity: 'recoverable', path: '$.line_items' }
}

function unknownItem(id: string): Message {
  const content = `There is no item “${id}”.`
  return { type: 'error', code: 'not_found', content, severity: 'recoverable', path: '$.line_items' }
}

function unknownLine(id: string): Message {
  const content = `There is no line “${id}” in this cart, so it was left out.`
  return { type: 'error', code: 'not_found', content, severity: 'recoverable', path: '$.line_items' }
}

/** An id that cannot be guessed: a prefix and 128 random bits in base64url. */
function randomId(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `${prefix}_${base64url(bytes)}`
}
