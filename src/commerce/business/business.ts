/** The business: from a request to its answer. */
import { readRequestBytes } from '../../http/request-bytes.ts'
import type { Transport } from '../dialect.ts'
import { CommerceError } from '../error.ts'
import { errorBody, errorHeaders, jsonResponse } from './answer.ts'
import { createCors } from './cors.ts'
import { guardStore } from './guard-store.ts'
import { type BusinessOptions, checkOptions, type Settings, settingsOf } from './options.ts'
import { createPublicDocuments } from './public-documents.ts'
import { answerRest } from './rest.ts'
import { createSessions, type Incoming, type Sessions } from './sessions.ts'
import { toCommerceError } from './to-commerce-error.ts'
import { answerTools, toolsError } from './tools.ts'

/** Never rejects. Whatever fails is an answer. */
export type BusinessHandler = (request: Request) => Promise<Response>

/** Milliseconds between two removals of what has expired. */
const sweepEvery = 600_000

/**
 * A handler for requests to a business: its profiles, the REST and tool-call bindings at the endpoints that the profile
 * names, and their descriptions at the profile's `schema` addresses. `request.url` must be the public one.
 *
 * Throws a TypeError where the profile or an option cannot be served.
 */
export function createBusiness(options: BusinessOptions): BusinessHandler {
  checkOptions(options)
  const settings = settingsOf({ ...options, store: guardStore(options.store) })
  const published = createPublicDocuments(options, settings)
  const sessions = createSessions(settings)
  const sweep = createSweep(settings)
  const cors = createCors(options.origins ?? [])
  const answer = async (request: Request): Promise<Response> => {
    try {
      sweep()
      const path = new URL(request.url).pathname
      return (
        (await published(request, path)) ?? (await sign(await answerCall(request, path, sessions, settings), settings))
      )
    } catch (cause) {
      return errorResponse(toCommerceError(cause, settings))
    }
  }
  return async (request) => cors.preflight(request) ?? cors.share(request, await answer(request))
}

async function answerCall(request: Request, path: string, sessions: Sessions, settings: Settings): Promise<Response> {
  const isTools = basesOf(settings, 'tools').includes(path === '/' ? '' : path)
  try {
    const bytes = await bytesOf(request, settings)
    const incoming: Incoming = { request, bytes }
    if (isTools) return await answerTools(incoming, sessions, settings)
    const base = basesOf(settings, 'rest').find((base) => path.startsWith(`${base}/`))
    if (base === undefined) throw new CommerceError('route_not_found', 'There is no such path')
    return await answerRest(incoming, path.slice(base.length), sessions, settings)
  } catch (cause) {
    const error = toCommerceError(cause, settings)
    return isTools ? toolsError(error, null) : errorResponse(error)
  }
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

function errorResponse(error: CommerceError): Response {
  return jsonResponse(error.status, errorBody(error), errorHeaders(error))
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
  let last = now()
  return () => {
    if (now() - last < sweepEvery) return
    last = now()
    store.removeExpired(last).catch(onError)
  }
}
