/** One HTTP request to an agent: headers, credentials, time and redirects. A failed answer is one `AgentError`. */
import type { ApplyCredentials } from './apply-credentials.ts'
import { type Dialect, headerNames, oldExtensionsHeader, protocolVersion, spellings } from './dialect.ts'
import { AgentError, aborted, asNetworkError, peerAt } from './error.ts'
import { errorOfResponse } from './lazy-error.ts'
import { type OperationName, operations } from './operations.ts'

export interface HttpRequest {
  readonly operation: OperationName
  readonly url: string
  readonly verb: 'GET' | 'POST' | 'DELETE'
  /** JSON text. */
  readonly body?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Milliseconds from the sending until the answer begins; 0: no limit. */
  readonly timeout: number
}

export interface HttpOptions {
  readonly fetch: typeof fetch
  readonly dialect: Dialect
  /** URIs of the extensions that the client activates. */
  readonly extensions: readonly string[]
  readonly credentials: ApplyCredentials | undefined
  /** Bytes of one answer that is no stream. */
  readonly bodyBytes: number
  /** HTTP+JSON in the public spelling has a content type of its own. */
  readonly bodyType: string
  /** What the agent says that it activated. */
  readonly onExtensions: (uris: readonly string[]) => void
}

export interface Http {
  /** Sends a request, and reads a good answer. `accept`: content types of the answer. */
  send<T>(request: HttpRequest, accept: string, read: (response: Response) => Promise<T>): Promise<T>
}

export function createHttp(options: HttpOptions): Http {
  /** After a 401 the host is asked for other credentials, and the request is sent once more. */
  async function send<T>(
    request: HttpRequest,
    accept: string,
    read: (response: Response) => Promise<T>,
    challenge?: string,
  ): Promise<T> {
    const { url, verb, body, operation, signal } = request
    const prepared = { url: new URL(url), headers: headersOf(accept, body, options), include: false }
    // No timer: the user may have to sign in first.
    const applied = await withTimeout({ signal, timeout: 0 }, async (inner) =>
      options.credentials?.(prepared, operation, challenge, inner),
    )
    let refusal: string | undefined
    const answer = await withTimeout(request, async (inner) => {
      const response = await options.fetch(prepared.url.href, {
        ...{ method: verb, headers: prepared.headers, redirect: 'manual', signal: inner },
        credentials: prepared.include ? 'include' : 'same-origin',
        ...(body !== undefined && { body }),
      })
      if (response.status === 401 && applied && challenge === undefined) {
        refusal = response.headers.get('www-authenticate') ?? ''
        await response.body?.cancel()
        return undefined
      }
      await check(response, request, options)
      return { value: await read(response) }
    })
    return answer ? answer.value : send(request, accept, read, refusal)
  }

  return { send: (request, accept, read) => send(request, accept, read) }
}

function headersOf(accept: string, body: string | undefined, { bodyType, dialect, extensions }: HttpOptions): Headers {
  const headers = new Headers({ accept })
  if (body !== undefined) headers.set('content-type', bodyType)
  for (const spelling of spellings(dialect)) {
    headers.set(headerNames.version[spelling], protocolVersion)
    if (extensions.length > 0) headers.set(headerNames.extensions[spelling], extensions.join(', '))
  }
  return headers
}

/** Throws what a failed answer says. Of a good one the header with the activated extensions is read. */
async function check(
  response: Response,
  { operation, url }: HttpRequest,
  { onExtensions, bodyBytes }: HttpOptions,
): Promise<void> {
  refuseRedirect(response, url)
  // Every parameter of a path is, or begins with, the id of a task.
  if (!response.ok) throw await errorOfResponse(response, bodyBytes, operations[operation].path.includes('{'))
  const { seed, public: other } = headerNames.extensions
  const listed = [seed, other, oldExtensionsHeader]
    .map((name) => response.headers.get(name))
    .find((value) => value !== null)
  if (listed != null) onExtensions(listed.split(',').flatMap((uri) => uri.trim() || []))
}

/** An address that a request may not be sent to. */
function refuseRedirect(response: Response, url: string): void {
  const { status, type } = response
  if (type !== 'opaqueredirect' && (status < 300 || status >= 400)) return
  throw new AgentError('REDIRECT_REFUSED', `${peerAt(url)} sent the request on to another address`, {
    hint: "Put the final address into the card: a redirect could take the user's credentials to somebody else.",
    httpStatus: status,
  })
}

/** `timeout`: 0 for none. The timer ends when the work does: for a stream that is when the answer begins. */
export async function withTimeout<T>(
  { signal, timeout, url }: Pick<HttpRequest, 'signal' | 'timeout'> & { readonly url?: string },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timer = new AbortController()
  const id = timeout > 0 ? setTimeout(() => timer.abort(), timeout) : undefined
  try {
    signal?.throwIfAborted()
    return await work(signal ? AbortSignal.any([signal, timer.signal]) : timer.signal)
  } catch (cause) {
    if (signal?.aborted) throw aborted(signal)
    if (timer.signal.aborted) throw timedOut(timeout, url)
    throw asNetworkError(cause, url)
  } finally {
    clearTimeout(id)
  }
}

function timedOut(timeout: number, url: string | undefined): AgentError {
  return new AgentError('TIMEOUT', `${peerAt(url)} gave no answer within ${timeout} ms`, {
    hint: 'Try again, or raise the option "timeout".',
  })
}
