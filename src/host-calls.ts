/** Reports and events → the host's handlers and its listeners, with the message for the agent. */

import { reasonOf, SurfaceError } from './errors/surface-error.ts'
import { isObject } from './json/value.ts'
import { callHost } from './live/call-host.ts'
import type { RuntimeOptions } from './options.ts'
import { encode } from './protocol/encode.ts'
import type { ClientEvent, ProtocolVersion } from './protocol/message.ts'

export type RuntimeListener = Pick<RuntimeOptions, 'onEvent' | 'onError'>

type Handlers = { readonly [name in keyof RuntimeListener]: RuntimeListener[name] | undefined }

export interface HostCalls {
  /** `version`: the one that the faulty message was written in, or its surface opened in. */
  report(error: SurfaceError, version?: ProtocolVersion): void
  /** A promise is pending as long as one of the handlers is, and rejects where one failed. That is reported, too. */
  emit(event: ClientEvent): Promise<void> | undefined
  listen(listener: RuntimeListener): () => void
  /** Input came after the end. That is reported once, to the host alone, however long a stream goes on. */
  reportIgnored(input: string): void
}

export interface HostCallsOptions {
  readonly onEvent: RuntimeOptions['onEvent']
  readonly onError: NonNullable<RuntimeOptions['onError']>
  /** The version that opened a surface. */
  readonly versionOf: (surfaceId: string) => ProtocolVersion | undefined
  /** When it is aborted, the runtime is disposed: nothing is reported any more. */
  readonly ending: AbortSignal
}

export function createHostCalls({ onEvent, onError, versionOf, ending }: HostCallsOptions): HostCalls {
  /** The host's own handlers come first. */
  const listeners = new Set<Handlers>([{ onEvent, onError }])
  let ignored = false

  function report(error: SurfaceError, version?: ProtocolVersion): void {
    if (ending.aborted) return
    const { surfaceId } = error.place
    const known = (surfaceId && versionOf(surfaceId)) || version
    const reported = known ? error.with({ version: known }) : error
    const wire = encode(reported)
    for (const listener of [...listeners]) callHost(() => listener.onError?.(reported, wire))
  }

  return {
    report,
    emit(event) {
      const wire = encode(event)
      const results = [...listeners].map((listener) => callHost(() => listener.onEvent?.(event, wire)))
      const pending = results.filter((result) => isObject(result) && typeof result['then'] === 'function')
      if (pending.length === 0) return undefined
      return Promise.all(pending).then(
        () => undefined,
        (cause: unknown) => {
          const { surfaceId, componentId, name } = event
          const place = { hint: 'Look at what onEvent rejected with.', surfaceId, componentId }
          const message = `The action "${name}" failed: ${reasonOf(cause)}`
          report(new SurfaceError('ACTION_FAILED', message, place, { cause }))
          throw cause
        },
      )
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
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
