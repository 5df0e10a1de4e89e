/** `surface-runtime/ai-sdk`: surfaces in the messages of the AI SDK's chat (`ai` 6, `@ai-sdk/react` 3). */
'use client'

import { useEffect, useRef } from 'react'
import { isObject } from '../json/value.ts'
import { type CarriedRuntime, messagesIn, messagesInText, openInputIn, surfaceIdsIn } from './carried.ts'

export type { CarriedRuntime } from './carried.ts'

/** What is read of `useChat()`. */
export interface SurfaceChat {
  readonly messages: readonly { readonly id: string; readonly parts: readonly unknown[] }[]
  /** Sends what the user did, as a part `data-a2uiAction`. */
  readonly sendMessage?: ((message: never) => PromiseLike<unknown>) | undefined
  /** `ready` or `error`: no answer is under way, so components that never came are reported. Without it they wait for ever. */
  readonly status?: 'submitted' | 'streaming' | 'ready' | 'error' | undefined
  /** Of the last request. `sendMessage` itself resolves after a failure, too. */
  readonly error?: Error | undefined
}

/** Types of data parts, for `UIMessage<unknown, SurfaceDataParts>`. */
export interface SurfaceDataParts {
  /** A surface message, or a list of them. */
  readonly a2ui: unknown
  /** What the user did. */
  readonly a2uiAction: unknown
  readonly [name: string]: unknown
}

/** A schema in the form of Standard Schema 1. */
interface AnySchema {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => { readonly value: unknown }
  }
}

/** Takes any value: the runtime judges each message by itself. */
const anything: AnySchema = {
  '~standard': { version: 1, vendor: 'surface-runtime', validate: (value) => ({ value }) },
}

/** For the option `dataPartSchemas` of `useChat`, where other parts of the host's have schemas. */
export const surfaceDataParts: { readonly a2ui: AnySchema; readonly a2uiAction: AnySchema } = {
  a2ui: anything,
  a2uiAction: anything,
}

const dataPart = 'data-a2ui'

/**
 * Keeps a runtime at what the messages of a chat hold, at each render: parts `data-a2ui`, and outputs of tools in which surface
 * messages stand. What has grown is applied as a change; the surfaces of a message that is gone or was written again go.
 * `SurfaceList source={message.id}` draws those of one message. While the input of a tool streams, components in it appear as
 * drafts on surfaces that there are, until its output is there. Actions are sent with `sendMessage`, if it is given; one whose
 * request fails is reported as `ACTION_FAILED`. When an answer is whole, components that are missing in it are reported.
 */
export function useSurfaceParts(runtime: CarriedRuntime, { messages, sendMessage, status, error }: SurfaceChat): void {
  const known = useRef<ReadonlySet<string>>(new Set())
  const done = status === 'ready' || status === 'error'
  useEffect(() => {
    const next = new Set<string>()
    for (const { id, parts } of messages) {
      const surfaces = parts.flatMap(surfacesIn)
      const open = openInputIn(parts)
      if (surfaces.length === 0 && !open && !known.current.has(id)) continue
      next.add(id)
      runtime.sync(id, surfaces, { open, done })
    }
    for (const id of known.current) if (!next.has(id)) runtime.drop(id)
    known.current = next
  }, [runtime, messages, done])

  const latest = useRef<Pick<SurfaceChat, 'sendMessage' | 'error'>>({})
  useEffect(() => {
    latest.current = { sendMessage, error }
  })
  useEffect(
    () =>
      runtime.listen({
        async onEvent(_, wire) {
          await latest.current.sendMessage?.({ parts: [{ type: 'data-a2uiAction', data: wire }] } as never)
          // The chat's error is there when React has rendered.
          await new Promise((resolve) => setTimeout(resolve))
          if (latest.current.error) throw latest.current.error
        },
      }),
    [runtime],
  )
}

/** The input of a tool is never taken: while it streams there are halves of ids in it. What is whole of it is shown as a draft. */
function surfacesIn(part: unknown): readonly unknown[] {
  if (!isObject(part)) return []
  if (part['type'] === dataPart) return messagesIn(part['data'])
  if (part['state'] !== 'output-available') return []
  const { output } = part
  const found = typeof output === 'string' ? messagesInText(output) : messagesIn(output)
  return found.filter((value) => surfaceIdsIn([value]).length > 0)
}

/** Writes surface messages into the stream of `createUIMessageStream`, each as a part of its own. For the server. */
export function surfaceStream(writer: { readonly write: (part: never) => void }): (messages: unknown) => void {
  return (messages) => {
    for (const data of messagesIn(messages)) writer.write({ type: dataPart, data } as never)
  }
}
