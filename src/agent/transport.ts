/** Operations → requests of the interface's binding, and answers → results. JSON-RPC and HTTP+JSON differ only here. */
import { readJson } from './body.ts'
import { contentTypes, type Dialect, requestMembers } from './dialect.ts'
import { AgentError } from './error.ts'
import type { Http, HttpRequest } from './http.ts'
import { errorIn } from './lazy-error.ts'
import { type OperationName, operations, publicMethodOf } from './operations.ts'
import type { AgentInterface } from './types.ts'
import { isMembers, type Members, own } from './value.ts'

export type Params = object

interface CallOptions {
  /** Ends the request: `ABORTED`. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds until the answer begins. */
  readonly timeout: number
}

export interface Transport {
  call(name: OperationName, params: Params, options: CallOptions): Promise<unknown>
  /** A request whose answer may be a stream. `read`: what a good answer is read by. */
  open<T>(name: OperationName, params: Params, options: CallOptions, read: ReadOpened<T>): Promise<T>
}

/** Reads a good answer. `envelope`: what its binding wraps results in. */
type ReadOpened<T> = (response: Response, envelope: Envelope) => Promise<T>

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

/** `bodyBytes`: bytes of an answer that is no stream. */
export function createTransport(address: AgentInterface, dialect: Dialect, http: Http, bodyBytes: number): Transport {
  const rpc = address.protocolBinding === 'JSONRPC'
  /** Methods go by the public names as soon as the agent did not know one of the seed's. */
  let publicMethods = dialect === 'public'
  const binding = rpc ? jsonRpc(address, () => publicMethods) : httpJson(address)

  function requestOf(name: OperationName, params: Params, options: CallOptions): HttpRequest {
    return { operation: name, ...binding.request(name, written(name, params as Members, dialect)), ...options }
  }

  async function call(name: OperationName, params: Params, options: CallOptions): Promise<unknown> {
    const request = requestOf(name, params, options)
    const value = await http.send(request, acceptedJson, (response) => readJson(response, bodyBytes))
    if (binding.isError(value)) throw await errorIn(value)
    return binding.result(value)
  }

  return {
    async call(name, params, options) {
      try {
        return await call(name, params, options)
      } catch (error) {
        const other = rpc && dialect === 'both' && !publicMethods && publicMethodOf(name) !== name
        if (!other || !(error instanceof AgentError) || error.code !== 'METHOD_NOT_FOUND') throw error
        publicMethods = true
        return call(name, params, options)
      }
    },
    open: (name, params, options, read) =>
      http.send(requestOf(name, params, options), contentTypes.stream, (response) => read(response, binding)),
  }
}

const acceptedJson = `${contentTypes.json.seed}, ${contentTypes.json.public}, ${contentTypes.problem}`

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

/** Members in the spelling of the dialect. Only requests for pages and push configurations have two. */
function written(name: OperationName, params: Members, dialect: Dialect): Members {
  if (dialect === 'seed') return params
  const all: { [name: string]: unknown } = { ...params }
  for (const [seed, other] of Object.entries(requestMembers)) {
    if (params[seed] === undefined) continue
    all[other] = params[seed]
    // The path of HTTP+JSON is filled by the seed's name.
    if (dialect === 'public' && !operations[name].path.includes(`{${seed}}`)) delete all[seed]
  }
  return all
}
