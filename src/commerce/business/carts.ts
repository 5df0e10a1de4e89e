/** Create, get, update and cancel (document 000, "Cart operations"). */
import type { JsonObject } from '../../json/value.ts'
import { CommerceError } from '../error.ts'
import type { CartRequest, LineItem, Message } from '../types.ts'
import { type Result, refusal, type Session, success } from './answer.ts'
import { type CartLines, cartLines, type Offer, offersOf, totalsOf } from './cart-lines.ts'
import { preferredCurrency, priceIn } from './currency.ts'
import type { Settings } from './options.ts'
import { randomId } from './random-id.ts'
import type { StoredCart } from './store.ts'

/** Members of a request that the business answers itself; all others are kept as they are. */
const ownMembers = new Set([
  ...['commerce', 'id', 'line_items', 'currency', 'totals', 'messages', 'continue_url', 'expires_at', 'status'],
  ...['links', 'policies', 'actions'],
])

/** Where nothing can be had, a refusal, and no cart. */
export async function createCart(request: CartRequest, session: Session, settings: Settings): Promise<Result> {
  const offers = await offersFor(request, settings)
  const currency = currencyFor(request, offers, settings)
  const priced = cartLines(request.line_items, offers, currency)
  if (priced.lines.length === 0) return refusal(session, unrecoverable(priced.messages), settings.continueUrl())
  const cart: StoredCart = {
    ...{ id: randomId('cart'), owner: session.client, version: 1 },
    body: bodyOf(request, priced, currency, settings),
    expiresAt: settings.now() + settings.cartLifetime,
  }
  const write = { kind: 'insert', cart } as const
  return { ...success(session, membersOf(cart, settings, priced.messages), 201), write }
}

export async function getCart(id: string, session: Session, settings: Settings): Promise<Result> {
  const cart = await readCart(id, session, settings)
  return cart ? success(session, membersOf(cart, settings)) : notFound(id, session, settings)
}

/**
 * The cart becomes what the request says: lines that it leaves out are removed, lines with an id keep it. Where the
 * request wants lines and none can be had, a refusal, and the cart stays as it was.
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
  const offers = await offersFor(request, settings)
  const before = old.body as unknown as { readonly currency: string; readonly line_items: readonly LineItem[] }
  const currency = request.context ? currencyFor(request, offers, settings) : before.currency
  const priced = cartLines(request.line_items, offers, currency, currency === before.currency ? before.line_items : [])
  if (priced.lines.length === 0 && priced.messages.length > 0)
    return refusal(session, priced.messages, settings.continueUrl({ id }))
  const cart: StoredCart = {
    ...{ id, owner: old.owner, version: old.version + 1 },
    body: bodyOf(request, priced, currency, settings),
    expiresAt: settings.now() + settings.cartLifetime,
  }
  const write = { kind: 'replace', cart, expected: old.version } as const
  return { ...success(session, membersOf(cart, settings, priced.messages)), write }
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
  return cart && cart.owner === session.client && cart.expiresAt > now() ? cart : undefined
}

async function offersFor(
  { line_items }: CartRequest,
  { store, limits }: Settings,
): Promise<ReadonlyMap<string, Offer>> {
  if (line_items.length > limits.lines)
    throw new CommerceError('request_too_large', `A cart has at most ${limits.lines} lines`)
  return offersOf(await store.find(line_items.map(({ item }) => item.id)))
}

/** The currency that the buyer prefers, if something of the cart is sold in it; else the currency of the first item that is available. */
function currencyFor(request: CartRequest, offers: ReadonlyMap<string, Offer>, settings: Settings): string {
  const preferred = preferredCurrency(request.context, settings)
  const wanted = request.line_items.flatMap(({ item }) => offers.get(item.id) ?? [])
  if (wanted.some(({ variant }) => priceIn(variant, preferred))) return preferred
  return wanted[0]?.variant.prices[0]?.currency ?? preferred
}

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

function notFound(id: string, session: Session, { continueUrl }: Settings): Result {
  const content = `There is no cart “${id}”, or it has expired.`
  return refusal(session, [{ type: 'error', code: 'not_found', content, severity: 'unrecoverable' }], continueUrl())
}

function unrecoverable(messages: readonly Message[]): readonly Message[] {
  return messages.map(({ path: _, ...message }) => ({ ...message, severity: 'unrecoverable' as const }))
}
