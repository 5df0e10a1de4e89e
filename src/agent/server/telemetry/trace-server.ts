/** `traceServer`: spans for operations, turns and push notifications of an agent. */
import { type Attributes, SpanKind } from '@opentelemetry/api'
import { AgentError } from '../../protocol/error.ts'
import { notificationHeaders } from '../../protocol/notification-headers.ts'
import { contextOf, kindOf, type OpenSpan, startSpan, tracedFetch } from '../../telemetry/spans.ts'
import type { EventReader } from '../event-log.ts'
import type { AgentServerOptions, Execute, ExecuteContext, TracedOperation, TracedResult, Yielded } from '../options.ts'

/**
 * Options of `createAgentServer` and `createGrpcServer` with spans:
 *
 * - of the kind server for each operation, named as the operation; its parent is the span that the request names (W3C
 *   `traceparent`, by the host's propagator), or the host's own span for the request. That of a stream ends with the stream.
 * - `execute` for each turn, in the context of the message that began it; one that another process goes on with has a trace of its
 *   own. In `execute` it is the parent of the agent's own spans.
 * - `push` of the kind client for each post of a push notification, in a trace of its own, whose context the receiver gets.
 *
 * Attributes: `rpc.method`, `agent.task.id`, `agent.context.id`, `agent.tenant`, `agent.resumed`, `agent.task.state`,
 * `agent.notification.id`, and `error.type`, which is an `AgentErrorCode` where there is one. What users and agents write is in none of
 * them. A host's errors are recorded with their messages.
 */
export function traceServer(options: AgentServerOptions): AgentServerOptions {
  const { execute, fetch: send = (input, init) => fetch(input, init) } = options
  const push = tracedFetch(send, (_url, { headers, body }) => ({
    ...{ name: 'push', root: true },
    attributes: {
      'agent.notification.id': new Headers(headers).get(notificationHeaders.id) ?? '',
      ...taskOf(typeof body === 'string' ? body : ''),
    },
  }))
  // A mistake in their place is told by `createAgentServer`.
  const traced = typeof execute === 'function' && { execute: (given: ExecuteContext) => traceTurn(execute, given) }
  return { ...options, ...traced, fetch: push, trace: traceOperation }
}

/** The task of a notification. Ids are the agent's. */
function taskOf(body: string): Attributes {
  const [, id] = /"taskId":"([^"\\]{1,200})"/.exec(body) ?? []
  return id === undefined ? {} : { 'agent.task.id': id }
}

async function traceOperation<Result extends TracedResult>(
  { name, headers, tenant }: TracedOperation,
  work: () => Promise<Result>,
): Promise<Result> {
  const attributes = { 'rpc.method': name, ...(tenant !== undefined && { 'agent.tenant': tenant }) }
  const open = startSpan(name, { kind: SpanKind.SERVER, attributes, parent: contextOf(headers) })
  try {
    const result = await open.run(work)
    if (result.kind === 'stream') return { ...result, reader: endingReader(result.reader, open) }
    open.span.end()
    return result
  } catch (error) {
    refuse(open, error)
    open.span.end()
    throw error
  }
}

/** A caller's mistake is no fault of this side. */
function refuse({ fail }: OpenSpan, error: unknown): void {
  const isFault = !(error instanceof AgentError) || error.code === 'INTERNAL_ERROR' || error.code === 'UNAVAILABLE'
  fail(error, kindOf(error), isFault)
}

function endingReader(reader: EventReader, open: OpenSpan): EventReader {
  let isOpen = true
  return {
    ...reader,
    read() {
      try {
        return reader.read()
      } catch (error) {
        if (isOpen) refuse(open, error)
        throw error
      }
    },
    close() {
      if (isOpen) open.span.end()
      isOpen = false
      reader.close()
    },
  }
}

function traceTurn(execute: Execute, given: ExecuteContext): ReturnType<Execute> {
  const { task, tenant, resumed } = given
  const attributes = {
    'agent.task.id': task.id,
    ...(task.contextId !== undefined && { 'agent.context.id': task.contextId }),
    ...(tenant !== undefined && { 'agent.tenant': tenant }),
    ...(resumed && { 'agent.resumed': true }),
  }
  const open = startSpan('execute', { kind: SpanKind.INTERNAL, attributes })
  const { span, run, fail } = open
  try {
    const values = run(() => execute(given))
    const iterator = iteratorOf(values)
    if (iterator) return tracedValues(iterator, open)
    span.end()
    // The server says what is wrong with it.
    return values
  } catch (error) {
    fail(error, kindOf(error), true)
    span.end()
    throw error
  }
}

type Values = Iterator<Yielded> | AsyncIterator<Yielded>

/** Undefined for what cannot be iterated: a mistake that types do not show in JavaScript. */
function iteratorOf(values: ReturnType<Execute>): Values | undefined {
  if (typeof values !== 'object' || values === null) return undefined
  if (Symbol.asyncIterator in values) return values[Symbol.asyncIterator]()
  return Symbol.iterator in values ? values[Symbol.iterator]() : undefined
}

function tracedValues(iterator: Values, { span, run, fail }: OpenSpan): AsyncIterable<Yielded> {
  let isOpen = true
  function end(): void {
    if (isOpen) span.end()
    isOpen = false
  }
  const values: AsyncIterator<Yielded> = {
    async next() {
      try {
        const step = await run(() => iterator.next())
        const { value } = step
        if (step.done) end()
        else if (typeof value === 'object' && value !== null && 'status' in value)
          span.setAttribute('agent.task.state', String(value.status))
        return step
      } catch (error) {
        fail(error, kindOf(error), true)
        end()
        throw error
      }
    },
    async return() {
      try {
        await run(() => iterator.return?.())
      } finally {
        end()
      }
      return { done: true, value: undefined }
    },
  }
  return { [Symbol.asyncIterator]: () => values }
}
