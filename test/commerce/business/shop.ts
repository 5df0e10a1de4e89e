// A business on loopback, a platform whose profile it asks for, and raw requests between the two.

import type { Cart, Envelope, LineItem, Message, Pagination, Product, Total } from 'surface-runtime/commerce'
import {
  type BusinessOptions,
  createBusiness,
  memoryStore,
  type ProfileDocument,
  type Store,
} from 'surface-runtime/commerce/business'
import { products } from './products.ts'
import { type Handler, type Served, serve } from './serve.ts'

export const newest = '2026-04-08'
export const older = '2026-01-11'

export const cart = 'dev.commerce.shopping.cart'
export const search = 'dev.commerce.shopping.catalog.search'
export const lookup = 'dev.commerce.shopping.catalog.lookup'

type Json = Readonly<Record<string, unknown>>

/** As if all of them were there: tests say how many they expect. */
type Few<T> = readonly [T, T, T]

/** The members of all kinds of answers. */
export interface Body extends Cart {
  readonly commerce: Envelope
  readonly line_items: Few<LineItem>
  readonly totals: Few<Total>
  readonly messages: Few<Message>
  readonly products: Few<Product>
  readonly pagination: Pagination
  readonly code: string
  readonly content: string
  /** Of a tool call. */
  readonly error: { readonly code: number; readonly message: string; readonly data: { readonly code: string } }
  readonly result: { readonly structuredContent: Body; readonly content: readonly { readonly text: string }[] }
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** As it is expected: a missing member fails the test that looks for it. */
  readonly json: Body
}

export interface Shop {
  readonly origin: string
  /** Address of the platform's profile; `platform.handle` changes what is there. */
  readonly profile: string
  readonly platform: Served
  readonly store: Store
  /** Milliseconds since 1970, as the business has it. */
  readonly clock: { now: number }
  /** What `onError` was reported. */
  readonly errors: unknown[]
  /** A request with the agent header; a body that is no text is sent as JSON. `null` leaves a header out. */
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string | null>>,
  ) => Promise<Answer>
  /** The result or the error of a tool call. */
  readonly tool: (name: string, given: Json, meta?: Json, headers?: Readonly<Record<string, string>>) => Promise<Answer>
  readonly close: () => Promise<void>
}

export function entries(...versions: readonly string[]): readonly Json[] {
  const addresses = { spec: 'https://commerce.dev/spec', schema: 'https://commerce.dev/schema.json' }
  return versions.map((version) => ({ version, ...addresses }))
}

export function businessProfile(origin: string, version = newest, more: Json = {}): ProfileDocument {
  const binding = (transport: string, schema: string): Json => ({
    ...{ version, transport, endpoint: `${origin}/commerce/${transport}`, schema: `${origin}/schemas/${schema}` },
  })
  return {
    commerce: {
      version,
      services: { 'dev.commerce.shopping': [binding('rest', 'openapi.json'), binding('tools', 'openrpc.json')] },
      capabilities: { [cart]: entries(version), [search]: entries(version), [lookup]: entries(version) },
      payment_handlers: {},
      ...more,
    },
  }
}

export function platformProfile(capabilities: unknown, version = newest, more: Json = {}): Handler {
  return () => Response.json({ commerce: { version, services: {}, payment_handlers: {}, capabilities, ...more } })
}

const everything = { [cart]: entries(newest), [search]: entries(newest), [lookup]: entries(newest) }

export async function openShop(options: Partial<BusinessOptions> = {}): Promise<Shop> {
  const [server, platform] = [await serve(), await serve(platformProfile(everything))]
  const { origin } = server
  const store = options.store ?? memoryStore(products)
  const clock = { now: Date.parse('2026-05-01T00:00:00Z') }
  const errors: unknown[] = []
  server.handle(
    createBusiness({
      ...{ profile: businessProfile(origin), store, allowInsecureLoopback: true },
      ...{ now: () => clock.now, onError: (error) => errors.push(error) },
      ...options,
    }),
  )
  const profile = `${platform.origin}/profile.json`

  async function send(url: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(url, { redirect: 'manual', ...init })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: (isJson ? JSON.parse(text) : undefined) as Body,
    }
  }

  const call: Shop['call'] = (method, path, body, given = {}) => {
    const headers = new Headers({ 'Commerce-Agent': `profile="${profile}"` })
    if (body !== undefined) headers.set('Content-Type', 'application/json')
    for (const [name, value] of Object.entries(given)) {
      if (value === null) headers.delete(name)
      else headers.set(name, value)
    }
    const text = typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body)
    const base = path.startsWith('/.') || path.startsWith('/schemas') ? '' : '/commerce/rest'
    return send(`${origin}${base}${path}`, { method, headers, ...(body !== undefined && { body: text }) })
  }

  return {
    ...{ origin, profile, platform, store, clock, errors, call },
    tool: (name, given, meta = {}, headers = {}) => {
      const params = { name, arguments: { meta: { 'commerce-agent': { profile }, ...meta }, ...given } }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params })
      return send(`${origin}/commerce/tools`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json', ...headers },
      })
    },
    close: async () => {
      await Promise.all([server.close(), platform.close()])
    },
  }
}

export function line(id: string, quantity = 1, more: Json = {}): Json {
  return { item: { id }, quantity, ...more }
}

/** A memory store that counts what is written. */
export function countingStore(): Store & { writes: number } {
  const store = memoryStore(products)
  const counting = {
    ...store,
    writes: 0,
    commit: (change: Parameters<Store['commit']>[0]) => {
      counting.writes++
      return store.commit(change)
    },
  }
  return counting
}
