/** Reports and events → the host's handlers and its listeners, with the message for the agent. */

import { reasonOf, SurfaceError } from '../errors/surface-error.ts'
import { isObject } from '../json/value.ts'
import { callHost } from '../live/call-host.ts'
import { encode } from '../protocol/encode.ts'
import type { ClientEvent, ProtocolVersion } from '../protocol/message.ts'
import type { RuntimeOptions } from './options.ts'

export type RuntimeListener = Pick<RuntimeOptions, 'onEvent' | 'onError'>

export type OnEvent = NonNullable<RuntimeOptions['onEvent']>

type Handlers = { readonly [name in keyof RuntimeListener]: RuntimeListener[name] | undefined }

export interface HostCalls {
  /** `version`: the one that the faulty message was written in, or its surface opened in. */
  report(error: SurfaceError, version?: ProtocolVersion): void
  /**
   * The host's handlers get the event, and the one of its source. A promise is pending as long as one of them is, and rejects where
   * one failed, or answered with an HTTP status that is no success. That is reported, too.
   */
  emit(event: ClientEvent): Promise<void> | undefined
  listen(listener: RuntimeListener): () => void
  /** Sends the events of the source's surfaces from now on. */
  own(source: string, onEvent: OnEvent): void
  /** The source is gone. */
  disown(source: string): void
  /** Input came after the end. That is reported once, to the host alone, however long a stream goes on. */
  reportIgnored(input: string): void
}

export interface HostCallsOptions {
  readonly onEvent: RuntimeOptions['onEvent']
  readonly onError: NonNullable<RuntimeOptions['onError']>
  /** The version that opened a surface. */
  readonly versionOf: (surfaceId: string, source: string | undefined) => ProtocolVersion | undefined
  /** Reads what a handler answered to the event. */
  readonly read: (answer: Response, event: ClientEvent) => Promise<unknown>
  /** When it is aborted, the runtime is disposed: nothing is reported any more. */
  readonly ending: AbortSignal
}

export function createHostCalls({ onEvent, onError, versionOf, read, ending }: HostCallsOptions): HostCalls {
  /** The host's own handlers come first. */
  const listeners = new Set<Handlers>([{ onEvent, onError }])
  const owners = new Map<string, OnEvent>()
  let ignored = false

  function report(error: SurfaceError, version?: ProtocolVersion): void {
    if (ending.aborted) return
    const { surfaceId, source } = error.place
    const known = (surfaceId && versionOf(surfaceId, source)) || version
    const reported = known ? error.with({ version: known }) : error
    const wire = encode(reported)
    for (const listener of [...listeners]) callHost(() => listener.onError?.(reported, wire))
  }

  /** A handler may return what `fetch` gives: what the agent answers is read. */
  async function answered(result: unknown, event: ClientEvent): Promise<void> {
    // An element hands on a list: each of its listeners may have given one.
    for (const answer of [await result].flat()) {
      if (!isResponse(answer)) continue
      if (!answer.ok) throw new Error(`the agent answered with HTTP ${answer.status}`)
      if (!answer.bodyUsed) await read(answer, event)
    }
  }

  return {
    report,
    emit(event) {
      const wire = encode(event)
      const owner = event.source === undefined ? undefined : owners.get(event.source)
      const handlers = [...listeners].map((listener) => listener.onEvent)
      const results = [...handlers, owner].map((handler) => callHost(() => handler?.(event, wire)))
      const pending = results.filter((result) => isPromise(result) || isResponse(result))
      if (pending.length === 0) return undefined
      return Promise.all(pending.map((result) => answered(result, event))).then(
        () => undefined,
        (cause: unknown) => {
          const { surfaceId, source, componentId, name } = event
          const place = { hint: 'Look at what onEvent rejected with.', surfaceId, componentId }
          const message = `The action "${name}" failed: ${reasonOf(cause)}`
          report(new SurfaceError('ACTION_FAILED', message, place, { cause }).in({ source }))
          throw cause
        },
      )
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    own: (source, onEvent) => void owners.set(source, onEvent),
    disown: (source) => void owners.delete(source),
    reportIgnored(input) {
      if (ignored) return
      ignored = true
      const hint = 'Stop the stream before dispose(), or make a new runtime.'
      const message = `The runtime was disposed, so ${input}() does nothing`
      const error = new SurfaceError('RUNTIME_DISPOSED', message, { hint })
      callHost(() => onError(error, encode(error)))
    },
  }
}

function isPromise(result: unknown): boolean {
  return isObject(result) && typeof result['then'] === 'function'
}

/** Servers and tests may have no `Response`. */
function isResponse(result: unknown): result is Response {
  return typeof Response !== 'undefined' && result instanceof Response
}
