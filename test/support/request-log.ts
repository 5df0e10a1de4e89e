// What a server was asked, in order: a wrapper around any web-standard handler.
export interface LoggedRequest {
  readonly method: string
  /** With the query. */
  readonly path: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** Parsed where it is JSON; `undefined` where there is none. */
  readonly body: unknown
  /** Status of the answer; 0 until there is one. */
  status: number
}

export type Handler = (request: Request) => Response | Promise<Response>

export interface RequestLog {
  readonly handle: Handler
  /** Oldest first. */
  readonly requests: readonly LoggedRequest[]
  /** Forgets all of them. */
  readonly clear: () => void
}

export function logRequests(handle: Handler): RequestLog {
  const requests: LoggedRequest[] = []
  return {
    requests,
    clear: () => requests.splice(0),
    async handle(request) {
      const { method, url, headers } = request
      const { pathname, search } = new URL(url)
      const bytes = method === 'GET' || method === 'HEAD' ? undefined : await request.arrayBuffer()
      const entry: LoggedRequest = {
        ...{ method, path: pathname + search, headers: Object.fromEntries(headers) },
        ...{ body: bytes && parsed(new TextDecoder().decode(bytes)), status: 0 },
      }
      requests.push(entry)
      // The handler must see a request whose end it can wait for: `signal` is kept.
      const again = bytes ? new Request(request.url, { method, headers, body: bytes, signal: request.signal }) : request
      const response = await handle(again)
      entry.status = response.status
      return response
    },
  }
}

function parsed(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
