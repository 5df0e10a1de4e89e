/** Operations → requests of the interface's binding, and answers → results. JSON-RPC and HTTP+JSON differ only here. */
import { type Dialect, pageMembers, pushMembers } from './dialect.ts'
import { AgentError } from './error.ts'
import type { Http, HttpRequest } from './http.ts'
import { errorIn } from './late-error.ts'
import { type OperationName, operations, publicMethodOf } from './operations.ts'
import type { readEvents } from './read-events.ts'
import { readAnswer } from './read-value.ts'
import type { SseOptions } from './sse.ts'
import type { AgentInterface, StreamEvent } from './types.ts'
import { isMembers, type Members, own } from './value.ts'

export type Params = object

interface CallOptions {
  /** Ends the request: `ABORTED`. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds until the answer begins. */
  readonly timeout: number
}

/** An event of a stream, or what is wrong with it. `units`: UTF-16 units; 0 where the limit of an answer holds. */
export type StreamItem =
  | { readonly event: StreamEvent; readonly id: number | undefined; readonly units: number; readonly error?: never }
  | { readonly error: AgentError; readonly event?: never; readonly id?: never }

/** The events that came with one chunk. */
export type StreamBatches = AsyncGenerator<readonly StreamItem[]>

export interface Transport {
  call(name: OperationName, params: Params, options: CallOptions): Promise<unknown>
  /** The answer has begun when this resolves. */
  open(name: OperationName, params: Params, options: CallOptions, read: typeof readEvents): Promise<StreamBatches>
}

/** What a binding wraps results in. */
export interface Envelope {
  /** Whether an error stands in the result's place. */
  isError(value: unknown): boolean
  /** Throws `INVALID_AGENT_RESPONSE` where there is none. */
  result(value: unknown): unknown
}

/** How one binding writes a request and wraps what it answers. */
interface Binding extends Envelope {
  request(name: OperationName, params: Members): Pick<HttpRequest, 'url' | 'verb' | 'body'>
}

export function createTransport(address: AgentInterface, dialect: Dialect, http: Http, sse: SseOptions): Transport {
  const rpc = address.protocolBinding === 'JSONRPC'
  /** Methods go by the public names as soon as the agent did not know one of the seed's. */
  let publicMethods = dialect === 'public'
  const binding = rpc ? jsonRpc(address, () => publicMethods) : httpJson(address)

  function requestOf(name: OperationName, params: Params, options: CallOptions): HttpRequest {
    const { signal, timeout } = options
    return { operation: name, ...binding.request(name, written(name, params as Members, dialect)), signal, timeout }
  }

  async function resultOf(value: unknown): Promise<unknown> {
    if (binding.isError(value)) throw await errorIn(value)
    return binding.result(value)
  }

  async function withNames<T>(name: OperationName, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const other = rpc && dialect === 'both' && !publicMethods && publicMethodOf(name) !== name
      if (!other || !(error instanceof AgentError) || error.code !== 'METHOD_NOT_FOUND') throw error
      publicMethods = true
      return work()
    }
  }

  return {
    call: (name, params, options) =>
      withNames(name, async () => resultOf(await http.json(requestOf(name, params, options)))),
    async open(name, params, options, read) {
      const answer = await http.stream(requestOf(name, params, options))
      if ('body' in answer) return answer.body ? read(answer.body, sse, binding) : batch([])
      return batch([{ event: readAnswer(await resultOf(answer.json)), id: undefined, units: 0 }])
    },
  }
}

/** An agent may answer a streaming request with all that it has to say. */
async function* batch(items: readonly StreamItem[]): StreamBatches {
  yield items
}

function jsonRpc({ url, tenant }: AgentInterface, publicMethods: () => boolean): Binding {
  let count = 0
  return {
    request(name, params) {
      const method = publicMethods() ? publicMethodOf(name) : name
      // Writers of Protocol Buffers send an empty tenant for none.
      const all = tenant ? { tenant, ...params } : params
      return { url, verb: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: ++count, method, params: all }) }
    },
    isError: hasError,
    result(value) {
      if (isMembers(value) && Object.hasOwn(value, 'result')) return value['result']
      throw new AgentError('INVALID_AGENT_RESPONSE', 'The agent sent no JSON-RPC response', {
        hint: 'Check that the address of the interface speaks JSON-RPC 2.0.',
      })
    },
  }
}

function httpJson({ url, tenant }: AgentInterface): Binding {
  const [path = '', fixed = ''] = url.replace(/#.*/, '').split(/\?(.*)/s)
  const base = path.replace(/\/+$/, '') + (tenant ? `/${encodeURIComponent(tenant)}` : '')
  const withQuery = (address: string, query: string): string => {
    const all = [fixed, query].filter(Boolean).join('&')
    return address + (all && `?${all}`)
  }
  return {
    request(name, params) {
      const { verb, path } = operations[name]
      const rest: { [name: string]: unknown } = { ...params }
      const filled = path.replace(/\{(\w+)\}/g, (_, member: string) => {
        delete rest[member]
        return encodeURIComponent(String(params[member] ?? ''))
      })
      if (verb === 'POST') return { url: withQuery(base + filled, ''), verb, body: JSON.stringify(rest) }
      const query = new URLSearchParams()
      for (const [key, value] of Object.entries(rest)) if (value !== undefined) query.set(key, String(value))
      return { url: withQuery(base + filled, `${query}`), verb }
    },
    // A problem document (RFC 9457), or a google.rpc.Status.
    isError: (value) =>
      hasError(value) ||
      (isMembers(value) && typeof own(value, 'type') === 'string' && typeof value['status'] === 'number'),
    result: (value) => value,
  }
}

function hasError(value: unknown): boolean {
  return isMembers(value) && own(value, 'error') !== undefined
}

/** Members in the spelling of the dialect. Pages and push configurations are all that has two. */
function written(name: OperationName, params: Members, dialect: Dialect): Members {
  if (dialect === 'seed') return params
  const names: { readonly [seed: string]: string } = name.startsWith('List')
    ? pageMembers
    : name.includes('Push')
      ? pushMembers
      : {}
  const all: { [name: string]: unknown } = { ...params }
  for (const [seed, other] of Object.entries(names)) {
    if (params[seed] === undefined) continue
    all[other] = params[seed]
    // The path of HTTP+JSON is filled by the seed's name.
    if (dialect === 'public' && !operations[name].path.includes(`{${seed}}`)) delete all[seed]
  }
  return all
}
