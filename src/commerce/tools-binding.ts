/** The tool-call binding (document 000): JSON-RPC 2.0 with `tools/call`, to one address. Loaded where it is asked for. */
import { clip, getOwn, isObject } from '../json/value.ts'
import { type Binding, encode, errorFrom, jsonOf, parsed, protocolError } from './binding.ts'
import { CommerceError, codeOfRpc, commerceErrorCodes, statusOf } from './error.ts'
import { type HttpAnswer, parseBytes } from './exchange.ts'
import type { WireNames } from './wire-names.ts'

export function toolsBinding(wire: WireNames): Binding {
  let last = 0
  return {
    // Public servers are MCP servers: they may answer with events, and refuse clients that do not accept both types.
    ...(wire.name === 'ucp' && { accept: 'application/json, text/event-stream' }),
    request({ operation, id, body: resource, idempotencyKey }, endpoint, agent) {
      const meta = {
        [wire.agentMeta]: { profile: agent },
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      }
      const payload = operation.payload && { [operation.payload]: resource }
      const params = { name: operation.tool, arguments: { meta, ...(id !== undefined && { id }), ...payload } }
      const callId = ++last
      const body = encode({ jsonrpc: '2.0', id: callId, method: 'tools/call', params })
      return { method: 'POST', url: endpoint, body, callId }
    },
    read(answer, allowInsecureLoopback, { callId }) {
      const ok = answer.status >= 200 && answer.status < 300
      if (!ok && !isRpc(parsed(answer))) throw protocolError(answer, allowInsecureLoopback)
      const document = isEventStream(answer) ? eventFor(callId, answer.bytes) : jsonOf(answer)
      if (!isRpc(document)) throw new CommerceError('response_malformed', 'The answer is no JSON-RPC 2.0 response')
      const error = getOwn(document, 'error')
      if (isObject(error)) throw rpcError(error, answer, allowInsecureLoopback)
      if (document['id'] !== callId) throw new CommerceError('response_malformed', 'The answer is for another call')
      return contentOf(getOwn(document, 'result'), wire)
    },
  }
}

/** The result itself, or what a tool's result has around it: `structuredContent`, or a text of JSON. */
function contentOf(result: unknown, wire: WireNames): unknown {
  if (!isObject(result) || Object.hasOwn(result, wire.member)) return result
  if (isObject(getOwn(result, 'structuredContent'))) return result['structuredContent']
  const content = getOwn(result, 'content')
  const first: unknown = Array.isArray(content) ? content[0] : undefined
  const text = isObject(first) ? getOwn(first, 'text') : undefined
  if (typeof text !== 'string') return result
  const isError = getOwn(result, 'isError') === true
  const answer = isError ? jsonIn(text) : parseBytes(new TextEncoder().encode(text), 'response_malformed')
  // What failed in the tool itself is told as a sentence, and not as an answer of the protocol.
  if (isError && !(isObject(answer) && Object.hasOwn(answer, wire.member)))
    throw new CommerceError('internal_error', clip(text, 500))
  return answer
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The body's members are in `data`. Its HTTP status says nothing: the table's status for the code does. */
function rpcError(error: Readonly<Record<string, unknown>>, answer: HttpAnswer, loopback: boolean): CommerceError {
  const { code, message, data } = error
  const known = isObject(data) ? data : undefined
  // Some businesses have the protocol's code for a message, and no data.
  const fallback = commerceErrorCodes.find((known) => known === message) ?? codeOfRpc(code)
  const named = known?.['code']
  const status = answer.status >= 400 ? answer.status : statusOf(typeof named === 'string' ? named : fallback)
  return errorFrom({ content: message, ...known }, fallback, status, answer, loopback)
}

function isEventStream({ status, headers }: HttpAnswer): boolean {
  return status < 300 && /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')
}

/** The event (WHATWG HTML, server-sent events) that answers a call; others are news of its progress. */
function eventFor(callId: number | undefined, bytes: Uint8Array): unknown {
  const events = new TextDecoder().decode(bytes).replace(/\r\n?/g, '\n').split('\n\n')
  for (const event of events) {
    const lines = event.split('\n').filter((line) => line.startsWith('data:'))
    const data = new TextEncoder().encode(lines.map((line) => line.slice(5)).join('\n'))
    const document = data.length > 0 ? parseBytes(data, 'response_malformed') : undefined
    if (isRpc(document) && document['id'] === callId) return document
  }
  return undefined
}

function isRpc(document: unknown): document is Readonly<Record<string, unknown>> {
  return (
    isObject(document) && document['jsonrpc'] === '2.0' && ('result' in document || isObject(getOwn(document, 'error')))
  )
}
