/** `traceClient`: a span for each request of `connectAgent`, whose context the agent gets. */
import { context, SpanKind } from '@opentelemetry/api'
import type { ConnectOptions } from '../client/agent.ts'
import type { AgentBinding, BindingParts, Transport } from '../client/http.ts'
import { operations } from '../protocol/routes.ts'
import { inject, kindOf, startSpan, tracedFetch } from './spans.ts'

/**
 * Options of `connectAgent` with spans: one of the kind client for each request of an operation, named as the operation. The
 * request carries its trace context (W3C `traceparent`, by the host's propagator), over gRPC too. It ends when the answer begins. The
 * card is fetched without, so that a browser needs no preflight for it.
 */
export function traceClient(options: ConnectOptions = {}): ConnectOptions {
  const { fetch: send = (input, init) => fetch(input, init), bindings } = options
  const traced = tracedFetch(send, ({ pathname }, { method, body }) => {
    const name = operationOf(method ?? '', pathname, typeof body === 'string' ? body : '')
    return name === undefined ? undefined : { name, attributes: { 'rpc.method': name } }
  })
  return { ...options, fetch: traced, ...(bindings && { bindings: bindings.map(traceBinding) }) }
}

const rests = Object.entries(operations).map(([name, { verb, path }]) => ({
  ...{ name, verb },
  pattern: new RegExp(`${path.replaceAll(/\{\w+\}/g, '[^/:]+')}$`),
}))

/** As this client writes requests. A method of JSON-RPC stands in front of all that anybody chooses. */
function operationOf(verb: string, path: string, body: string): string | undefined {
  const [, method] = /^\{"jsonrpc":"2\.0","id":\d+,"method":"([\w/]+)"/.exec(body) ?? []
  if (method !== undefined) return method.replace('TaskPush', 'Push')
  return rests.find((one) => one.verb === verb && one.pattern.test(path))?.name
}

/** The library of gRPC makes its requests itself; headers are written where credentials are. */
function traceBinding({ name: bindingName, connect }: AgentBinding): AgentBinding {
  return {
    name: bindingName,
    connect(address, parts) {
      const credentials: BindingParts['credentials'] = async (request, ...asked) => {
        inject(request.headers, context.active())
        return (await parts.credentials?.(request, ...asked)) ?? false
      }
      const transport = connect(address, { ...parts, credentials })
      async function traced<T>(name: string, work: () => Promise<T>): Promise<T> {
        const attributes = { 'rpc.method': name, 'server.address': address.url }
        const { span, run, fail } = startSpan(name, { kind: SpanKind.CLIENT, attributes })
        try {
          return await run(work)
        } catch (error) {
          fail(error, kindOf(error), true)
          throw error
        } finally {
          span.end()
        }
      }
      return {
        call: (name, ...rest) => traced(name, () => transport.call(name, ...rest)),
        open: (name, ...rest) => traced(name, () => transport.open(name, ...rest)),
      } satisfies Transport
    },
  }
}
