/**
 * Spans of OpenTelemetry, and the W3C trace context in headers. The host's SDK decides what becomes of them: without one nothing
 * does. Only the two folders `telemetry/` import its API.
 */
import {
  type Attributes,
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

/** A span that has begun. */
export interface OpenSpan {
  readonly span: Span
  /** The context in which this span is the parent. */
  readonly inside: Context
  /** Runs work in which this span is the parent of new ones. */
  readonly run: <T>(work: () => T) => T
  /** What went wrong. `kind`: for `error.type`. `isFault`: the span's side is to blame, so its status is an error. */
  readonly fail: (error: unknown, kind: string, isFault: boolean) => void
}

export interface SpanOptions {
  readonly kind: SpanKind
  readonly attributes: Attributes
  /** Default: the active context. */
  readonly parent?: Context | undefined
  /** True: it begins a trace. Default: false. */
  readonly root?: boolean | undefined
}

export function startSpan(
  name: string,
  { kind, attributes, parent = context.active(), root = false }: SpanOptions,
): OpenSpan {
  const span = trace.getTracer('surface-runtime').startSpan(name, { kind, attributes, root }, parent)
  const inside = trace.setSpan(parent, span)
  return {
    span,
    inside,
    run: (work) => context.with(inside, work),
    fail(error, kind, isFault) {
      span.setAttribute('error.type', kind)
      if (!isFault) return
      span.recordException(error instanceof Error ? error : String(error))
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) })
    },
  }
}

export function kindOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown }
  return String(code ?? name ?? '_OTHER')
}

/** `traceparent`, `tracestate` and what else the host's propagator writes. */
export function inject(headers: Headers, inside: Context): void {
  propagation.inject(inside, headers, { set: (carrier, name, value) => carrier.set(name, value) })
}

/** The context that a request came with. Where the host has a span for the request already, that is the parent. */
export function contextOf(headers: Headers): Context {
  const active = context.active()
  if (trace.getSpan(active)) return active
  return propagation.extract(active, headers, {
    keys: (carrier) => [...carrier.keys()],
    get: (carrier, name) => carrier.get(name) ?? undefined,
  })
}

/** What the span of a request is. */
export interface RequestSpan extends Pick<SpanOptions, 'root'> {
  readonly name: string
  readonly attributes: Attributes
}

/** `fetch` with a span for each request that `spanOf` has one for; it ends when the answer begins. Others go as they are. */
export function tracedFetch(
  send: typeof fetch,
  spanOf: (url: URL, init: RequestInit) => RequestSpan | undefined,
): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(String(input))
    const found = spanOf(url, init)
    if (!found) return send(input, init)
    const { name, root } = found
    const port = Number(url.port || (url.protocol === 'http:' ? 80 : 443))
    const attributes = { ...found.attributes, 'server.address': url.hostname, 'server.port': port }
    const { span, inside, run, fail } = startSpan(name, { kind: SpanKind.CLIENT, attributes, root })
    const headers = new Headers(init.headers)
    inject(headers, inside)
    try {
      const response = await run(() => send(input, { ...init, headers }))
      const { status } = response
      span.setAttribute('http.response.status_code', status)
      if (status >= 400) fail(`HTTP ${status}`, String(status), true)
      return response
    } catch (error) {
      fail(error, kindOf(error), true)
      throw error
    } finally {
      span.end()
    }
  }
}
