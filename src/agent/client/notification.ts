/** The receiving side of push notifications: what an agent posts to the address of a push configuration, checked and read. */
import { digestOf } from '../../shared/http/digest.ts'
import { AgentError, type AgentErrorCode, lazyImport } from '../protocol/error.ts'
import { notificationHeaders } from '../protocol/notification-headers.ts'
import { getOwn, invalid, isMembers, maxDepth } from '../protocol/read-value.ts'
import { bytesOf, jsonOf } from '../protocol/request-body.ts'
import { readStreamEvent } from '../protocol/stream-event.ts'
import type { StreamEvent } from '../protocol/types.ts'

export interface NotificationOptions {
  /** The `token` of the push configuration, or all that are valid now. */
  readonly token: string | readonly string[]
  /**
   * Ids of notifications that the host has dealt with, such as a `Set`, or a look into its database. Add an id when its event
   * is stored, and not before: an agent sends again what was not answered with 2xx. Ids older than `maxAge` may be dropped.
   * Default: none, and repetitions are not noticed.
   */
  readonly seen?: { has(id: string): boolean | Promise<boolean> } | undefined
  /** Milliseconds that the sending may lie back. Default: 300,000. */
  readonly maxAge?: number | undefined
  /** Bytes of one notification; it may hold a whole task. Default: 16 MiB. */
  readonly bodyBytes?: number | undefined
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined
}

export interface PushNotification {
  /** What has happened: a status, a part of an artifact, or the whole task as it is. */
  readonly event: StreamEvent
  /**
   * Equal for each attempt to send it. `undefined`: the agent does not number its notifications, and this one may rightly come
   * twice, as a chunk of an artifact may; read the task with `getTask` where that matters.
   */
  readonly id: string | undefined
  /** Milliseconds since 1970, as far as the agent says it. */
  readonly sentAt: number | undefined
}

/** A request of `node:http`, as Express and Fastify have it too. No body parser may have read it. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined }
}

/**
 * The event that an agent has posted, in the names of either text of 1.0 or in version 0.3. It is known by its token alone, so give each
 * configuration a long random one. Rejects with an `AgentError`, whose `httpStatus` is the status to answer with: `UNAUTHENTICATED`
 * (another token or none; the body is not read), `METHOD_NOT_FOUND` (no POST), `REQUEST_TOO_LARGE`, `INVALID_REQUEST`,
 * `PARSE_ERROR`, `INVALID_AGENT_RESPONSE`, `PART_INVALID`, `NOTIFICATION_EXPIRED`, and `NOTIFICATION_REPEATED`, which is
 * answered with 200. Throws a `TypeError` without a token.
 */
export async function readNotification(
  request: Request | NodeRequest,
  options: NotificationOptions,
): Promise<PushNotification> {
  const tokens = [options.token].flat()
  if (tokens.length === 0 || !tokens.every((token) => typeof token === 'string' && token !== ''))
    throw new TypeError('The option "token" must be a text, or a list of texts')
  try {
    return await read(request, tokens, options)
  } catch (error) {
    throw error instanceof AgentError ? Object.assign(error, { httpStatus: statuses[error.code] ?? 400 }) : error
  }
}

const statuses: { readonly [code in AgentErrorCode]?: number } = {
  UNAUTHENTICATED: 401,
  METHOD_NOT_FOUND: 405,
  REQUEST_TOO_LARGE: 413,
  // The agent has done its part.
  NOTIFICATION_REPEATED: 200,
  // A module could not be loaded: the agent may try again.
  NETWORK_FAILED: 503,
}

async function read(
  request: Request | NodeRequest,
  tokens: readonly string[],
  { seen, maxAge = 300_000, bodyBytes = 16_777_216, now = Date.now }: NotificationOptions,
): Promise<PushNotification> {
  if (request.method !== 'POST')
    throw new AgentError('METHOD_NOT_FOUND', 'A notification comes by POST', {
      hint: 'Answer other requests elsewhere.',
    })
  const headers = headersOf(request)
  await checkToken(headers.get(notificationHeaders.token) ?? '', tokens)
  const limits = { requestBytes: bodyBytes, requestTime: 30_000, jsonDepth: maxDepth }
  const bytes = await bytesOf({ headers, body: bodyOf(request) }, limits)
  const event = await eventOf(jsonOf(bytes, limits))
  const sentAt = sentAtOf(headers, event)
  if (sentAt !== undefined && Math.abs(now() - sentAt) > maxAge)
    throw new AgentError('NOTIFICATION_EXPIRED', `The notification was sent at ${new Date(sentAt).toISOString()}`, {
      hint: 'Set the clocks of both sides, or raise the option "maxAge".',
    })
  const id = headers.get(notificationHeaders.id) ?? (await digestId(event, bytes))
  if (id !== undefined && (await seen?.has(id)))
    throw new AgentError('NOTIFICATION_REPEATED', `The notification "${id.slice(0, 80)}" has come before`, {
      hint: 'Answer with 200, so that the agent sends it no more.',
    })
  return { event, id, sentAt }
}

function headersOf({ headers }: Request | NodeRequest): Headers {
  if (typeof headers.get === 'function') return headers as Headers
  const all = Object.entries(headers as NodeRequest['headers'])
  return new Headers(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const])))
}

function bodyOf(request: Request | NodeRequest): Request['body'] {
  if ('body' in request && !(Symbol.asyncIterator in request)) return request.body
  const chunks = (request as NodeRequest)[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(new Uint8Array(value))
    },
    async cancel() {
      await chunks.return?.()
    },
  })
}

/** By digest: how long a comparison takes then says nothing about a token. */
async function checkToken(given: string, tokens: readonly string[]): Promise<void> {
  const digest = await digestOf(given)
  const wanted = await Promise.all(tokens.map(digestOf))
  if (wanted.filter((one) => one === digest).length > 0) return
  throw new AgentError('UNAUTHENTICATED', 'The notification has not the token of its configuration', {
    hint: 'Answer with 401. If it is your own agent, compare its push configuration with the option "token".',
  })
}

async function eventOf(value: unknown): Promise<StreamEvent> {
  const older = isMembers(value) && getOwn(value, 'kind') !== undefined
  const event = readStreamEvent(older ? (await lazyImport(import('../v0-3/values.ts'))).eventToV1(value) : value)
  if (!event) throw invalid('', 'a task, a message or an event')
  return event
}

/** The time that the agent gives, in seconds since 1970; else that of a status. A task that goes on may have an old status. */
function sentAtOf(headers: Headers, event: StreamEvent): number | undefined {
  const seconds = headers.get(notificationHeaders.time) ?? ''
  if (/^\d{1,11}$/.test(seconds)) return Number(seconds) * 1000
  const time = event.kind === 'status' ? Date.parse(event.status.timestamp ?? '') : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** What says how things are is the same if it comes again. A chunk of an artifact may be meant twice. */
async function digestId(event: StreamEvent, bytes: Uint8Array): Promise<string | undefined> {
  return event.kind === 'artifact' ? undefined : digestOf(new TextDecoder().decode(bytes))
}
