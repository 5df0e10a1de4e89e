/** Operations → requests of the interface's binding, and answers → results. JSON-RPC and HTTP+JSON differ only here. */
import { shownAddress } from '../../shared/http/shown-address.ts'
import { AgentError, lazyImport } from '../protocol/error.ts'
import { isMembers, type Members } from '../protocol/read-value.ts'
import type { OperationName } from '../protocol/routes.ts'
import type { AgentInterface } from '../protocol/types.ts'
import { contentTypes } from '../protocol/wire-format.ts'
import {
  type CallOptions,
  type Envelope,
  errorIn,
  type Http,
  type HttpRequest,
  hasError,
  type Params,
  readJson,
  type Transport,
  type WriteRequest,
  type WriteRpc,
} from './http.ts'
import type { ClientCodec } from './wire-codec.ts'

/** `bodyBytes`: bytes of an answer that is no stream. */
export async function createTransport(
  address: AgentInterface,
  codec: ClientCodec,
  http: Http,
  bodyBytes: number,
): Promise<Transport> {
  const writeRpc = jsonRpc(address)
  const { protocolVersion: version } = address
  const older = async (): Promise<Transport> =>
    (await lazyImport(import('../v0-3/transport.ts'))).createV03Transport(writeRpc, http, bodyBytes)
  if (version.startsWith('0')) return older()
  const rpc = address.protocolBinding === 'JSONRPC'
  /** Whether the agent did not know the first name of a method. */
  let again = false
  const write: WriteRequest = rpc
    ? (name, params) => writeRpc(codec.method(name, again), params)
    : (await lazyImport(import('./http-json.ts'))).httpJson(address)

  function requestOf(name: OperationName, params: Params, options: CallOptions): HttpRequest & Envelope {
    return {
      operation: name,
      ...write(name, codec.writeCall(params as Members)),
      task: 'id' in params || 'taskId' in params,
      ...options,
    }
  }

  async function call(name: OperationName, params: Params, options: CallOptions): Promise<unknown> {
    const request = requestOf(name, params, options)
    const value = await http.send(request, acceptedJson, (response) => readJson(response, bodyBytes))
    if (request.isError(value)) throw await errorIn(value)
    return request.result(value)
  }

  const transport: Transport = {
    async call(name, params, options) {
      try {
        return await call(name, params, options)
      } catch (error) {
        const other = rpc && !again && codec.method(name, true) !== codec.method(name, false)
        if (!other || !(error instanceof AgentError) || error.code !== 'METHOD_NOT_FOUND') throw error
        again = true
        return call(name, params, options)
      }
    },
    open(name, params, options, read) {
      const request = requestOf(name, params, options)
      return http.send(request, contentTypes.stream, (response) => read(response, request))
    },
  }
  return rpc && version === ''
    ? (await lazyImport(import('./either-version.ts'))).eitherVersion(transport, older)
    : transport
}

const acceptedJson = `${contentTypes.json}, ${contentTypes.publicJson}, ${contentTypes.problem}`

function jsonRpc({ url, tenant }: AgentInterface): WriteRpc {
  let count = 0
  return (method, params) => {
    const id = ++count
    // Writers of Protocol Buffers send an empty tenant for none.
    const all = params && { ...params, tenant: params['tenant'] || tenant || undefined }
    return {
      ...{ id, url, verb: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id, method, params: all }) },
      // An error has no id where the agent could not read that of the request.
      isError: (value) => hasError(value) && (value['id'] ?? id) === id,
      result(value) {
        if (isMembers(value) && value['id'] === id && Object.hasOwn(value, 'result')) return value['result']
        throw new AgentError(
          'INVALID_AGENT_RESPONSE',
          `The agent answered another request, or none: ${shownAddress(url)}`,
          {
            hint: 'Check that the address of the interface speaks JSON-RPC 2.0.',
          },
        )
      },
    }
  }
}
