/** The business: from a request to its answer. */

import { readRequestBytes } from '../../shared/http/limits.ts'
import type { Connection } from '../../shared/oauth/client-certificate.ts'
import { parseAddress } from '../../text/address.ts'
import { CommerceError } from '../error.ts'
import type { Transport } from '../wire-names.ts'
import { errorResponse, toCommerceError } from './answer.ts'
import { createPublicDocuments } from './documents.ts'
import { checkOperations } from './operations.ts'
import { type BusinessOptions, checkOptions, newestVersion, type Settings, settingsOf } from './options.ts'
import { answerRest } from './rest.ts'
import { createSessions, type Incoming, type Sessions, wireOfRequest } from './sessions.ts'
import { guardStore } from './store.ts'

/** Never rejects. Whatever fails is an answer. `connection`: for `authenticate`. Default: nothing is known of it. */
export type BusinessHandler = (request: Request, connection?: Connection) => Promise<Response>

/** Milliseconds between two removals of what has expired. The first request is one: some processes are not old. */
const sweepEvery = 60_000

/**
 * A handler for requests to a business: its profiles, the REST and tool-call bindings at the endpoints that the profile
 * names, and their descriptions at the profile's `schema` addresses. `request.url` must be the public one.
 *
 * Throws a TypeError where the profile or an option cannot be served.
 */
export function createBusiness(options: BusinessOptions): BusinessHandler {
  checkOptions(options)
  const settings = settingsOf({ ...options, store: guardStore(options.store) })
  checkOperations(settings)
  const published = createPublicDocuments(options, settings)
  const sessions = createSessions(settings)
  const sweep = createSweep(settings)
  const cors = createCors(options.origins ?? [])
  const refuse = (request: Request) => (cause: unknown) =>
    errorResponse(toCommerceError(cause, settings), wireOfRequest(request), newestVersion(settings))
  const answer = async (request: Request, connection: Connection): Promise<Response> => {
    sweep()
    const path = new URL(request.url).pathname
    const document = await published(request, path)
    if (document) return document
    const called = await answerCall({ request, connection }, path, sessions, settings).catch(refuse(request))
    return sign(called, settings)
  }
  return async (request, connection = {}) =>
    (await cors.preflight(request)) ?? cors.share(request, await answer(request, connection).catch(refuse(request)))
}

async function answerCall(
  sent: Omit<Incoming, 'bytes'>,
  path: string,
  sessions: Sessions,
  settings: Settings,
): Promise<Response> {
  const { request } = sent
  if (basesOf(settings, 'tools').includes(path.replace(/\/$/, ''))) {
    // Loaded late: many businesses have the REST binding only.
    const { answerTools } = await import('./tools.ts')
    return answerTools(sent, () => bytesOf(request, settings), sessions, settings)
  }
  const bytes = await bytesOf(request, settings)
  const base = basesOf(settings, 'rest').find((base) => path.startsWith(`${base}/`))
  if (base === undefined) throw new CommerceError('route_not_found', 'There is no such path')
  return answerRest({ ...sent, bytes }, path.slice(base.length), sessions, settings)
}

/**
 * The body of a request. A body that breaks off is a fault of the connection or of the platform: `onError` is not called.
 * A body that does not end would hold its request for ever: throws `request_timeout`.
 */
async function bytesOf(request: Request, { limits }: Settings): Promise<Uint8Array<ArrayBuffer>> {
  const { bodyBytes, bodyTime } = limits
  const read = await readRequestBytes(request, { bytes: bodyBytes, time: bodyTime })
  if (read.kind === 'bytes') return read.bytes
  if (read.kind === 'tooLarge') throw new CommerceError('body_too_large', `The body has over ${bodyBytes} bytes`)
  if (read.kind === 'broken') throw new CommerceError('invalid_request', 'The body broke off')
  throw new CommerceError('request_timeout', `The body did not come within ${bodyTime} ms`)
}

/** Paths of the endpoints of a transport, in all versions; the longest first. */
function basesOf({ profiles }: Settings, transport: Transport): readonly string[] {
  const entries = [...profiles.values()].flatMap(({ services }) => Object.values(services).flat())
  const bases = entries.flatMap((entry) =>
    entry.transport === transport && entry.endpoint ? [new URL(entry.endpoint).pathname.replace(/\/$/, '')] : [],
  )
  return bases.sort((a, b) => b.length - a.length)
}

async function sign(response: Response, { signer, now }: Settings): Promise<Response> {
  if (!signer) return response
  const { signMessage } = await import('../signature.ts')
  const body = new Uint8Array(await response.arrayBuffer())
  const { status, headers } = response
  const signature = await signMessage({ status, headers, body }, signer, Math.floor(now() / 1000)).catch((cause) => {
    // The answer to a change is kept: the same request, sent again, is answered with it.
    throw new CommerceError('temporarily_unavailable', 'The answer cannot be signed', { retryAfter: 2, cause })
  })
  for (const [name, value] of Object.entries(signature)) headers.set(name, value)
  return new Response(body, { status, headers })
}

/** Removes expired carts and answers from time to time, without delaying an answer. */
function createSweep({ store, now, onError }: Settings): () => void {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    if (now() - last < sweepEvery) return
    last = now()
    store.removeExpired(last).catch(onError)
  }
}

interface Cors {
  /** The answer to a preflight request from an allowed origin; undefined for any other request. */
  readonly preflight: (request: Request) => Promise<Response | undefined>
  /** The answer with the headers that let a page of an allowed origin read it. */
  readonly share: (request: Request, response: Response) => Response
}

const responseHeaders = [
  ...['ETag', 'Allow', 'Retry-After', 'WWW-Authenticate', 'Content-Digest', 'Signature', 'Signature-Input'],
]

/**
 * Cookies are never allowed: a business knows its clients by headers that a page sets itself.
 *
 * @param origins As browsers write them, such as `https://app.example`; `*` allows all. Throws a TypeError for others.
 */
function createCors(origins: readonly string[]): Cors {
  for (const origin of origins)
    if (origin !== '*' && parseAddress(origin)?.origin !== origin)
      throw new TypeError(`"${origin}" is no origin: it has a scheme, a host and nothing after it`)

  function allowed({ headers }: Request): Readonly<Record<string, string>> | undefined {
    const origin = headers.get('origin')
    if (origins.includes('*')) return { 'Access-Control-Allow-Origin': '*' }
    return origin !== null && origins.includes(origin) ? { 'Access-Control-Allow-Origin': origin } : undefined
  }

  return {
    async preflight(request) {
      const headers = allowed(request)
      const isPreflight = request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
      return isPreflight && headers ? (await import('./preflight.ts')).preflight(headers) : undefined
    },
    share(request, response) {
      if (origins.length === 0) return response
      const headers = allowed(request)
      // A cache must not give the answer for one origin to another.
      response.headers.append('Vary', 'Origin')
      if (!headers) return response
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
      response.headers.set('Access-Control-Expose-Headers', responseHeaders.join(', '))
      return response
    },
  }
}
