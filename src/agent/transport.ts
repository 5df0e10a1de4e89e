/** Operations → requests of the interface's binding, and answers → results. JSON-RPC and HTTP+JSON differ only here. */
import { shownAddress } from '../http/shown-address.ts'
import { AgentError, late } from './error.ts'
import {
  type CallOptions,
  errorIn,
  type Http,
  type HttpRequest,
  hasError,
  type Params,
  readJson,
  type Transport,
  type WireBinding,
} from './http.ts'
import { isMembers, type Members } from './read-value.ts'
import {
  contentTypes,
  type Dialect,
  type OperationName,
  operations,
  publicMethodOf,
  requestMembers,
} from './spelling.ts'
import type { AgentInterface } from './types.ts'

/** `bodyBytes`: bytes of an answer that is no stream. */
export async function createTransport(
  address: AgentInterface,
  dialect: Dialect,
  http: Http,
  bodyBytes: number,
): Promise<Transport> {
  if (address.protocolVersion < '1')
    return (await late(import('./v0-3/transport.ts'))).createV03Transport(address, http, bodyBytes)
  const rpc = address.protocolBinding === 'JSONRPC'
  /** Methods go by the public names as soon as the agent did not know one of the seed's. */
  let publicMethods = dialect === 'public'
  const binding = rpc ? jsonRpc(address, () => publicMethods) : (await late(import('./http-json.ts'))).httpJson(address)

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

function jsonRpc({ url, tenant }: AgentInterface, publicMethods: () => boolean): WireBinding {
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
      throw new AgentError('INVALID_AGENT_RESPONSE', `The agent answered no JSON-RPC response: ${shownAddress(url)}`, {
        hint: 'Check that the address of the interface speaks JSON-RPC 2.0.',
      })
    },
  }
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
