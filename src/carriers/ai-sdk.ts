/** `surface-runtime/ai-sdk`: surfaces in the messages of the AI SDK's chat (`ai` 7 with `@ai-sdk/react` 4, `ai` 6 with 3). */
'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import type { SurfaceError } from '../errors/surface-error.ts'
import { isObject } from '../json/value.ts'
import { messagesIn, messagesOfOutput, surfaceIdsIn } from '../protocol/carried.ts'
import type { ClientEvent } from '../protocol/message.ts'
import type { ClientMessage } from '../protocol/wire.ts'
import type { ActedOn } from '../runtime/delivery.ts'
import { type CarriedRuntime, inTurn, openInputIn } from './carried.ts'
import { unreadIn } from './unread-output.ts'

export type { CarriedRuntime } from './carried.ts'

/** What is read of `useChat()`. */
export interface SurfaceChat {
  readonly messages: readonly { readonly id: string; readonly parts: readonly unknown[] }[]
  /** Sends what the user did, as a part `data-a2uiAction` whose `id` is the message that the surface came with. */
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
const actionPart = 'data-a2uiAction'

/**
 * Keeps a runtime at what the messages of a chat hold, at each render: parts `data-a2ui`, and outputs of tools in which surface
 * messages stand. What has grown is applied as a change; the surfaces of a message that is gone or was written again go.
 * `SurfaceList source={message.id}` draws those of one message. While the input of a tool streams, components in it appear as
 * drafts on surfaces that there are, until its output is there. Actions are sent with `sendMessage`, if it is given, one behind the
 * other and behind the answer under way; one whose request fails is reported as `ACTION_FAILED`. When an answer is whole, components that are missing in it are reported.
 */
export function useSurfaceParts(runtime: CarriedRuntime, { messages, sendMessage, status, error }: SurfaceChat): void {
  const known = useRef<ReadonlySet<string>>(new Set())
  const done = status === 'ready' || status === 'error'
  const latest = useRef<Pick<SurfaceChat, 'sendMessage' | 'error' | 'status'>>({})
  const [rendered, renderWith] = useState<() => void>()
  const [run] = useState(() => inTurn(() => /^(submitted|streaming)$/.test(latest.current.status ?? '')))
  const send = useCallback(async ({ source: id }: ClientEvent, wire: ClientMessage) => {
    await latest.current.sendMessage?.({ parts: [{ type: actionPart, id, data: wire }] } as never)
    // The error of the request is known when React has rendered, and a render that is asked for now has it. The timer is
    // for where none comes: in `act`, and in a chat that is gone.
    const known = await new Promise<boolean>((resolve) => {
      renderWith(() => () => resolve(true))
      setTimeout(resolve, 100, false)
    })
    if (known && latest.current.error) throw latest.current.error
  }, [])
  const onEvent = useCallback((event: ClientEvent, wire: ClientMessage) => run(() => send(event, wire)), [run, send])
  useEffect(() => {
    latest.current = { sendMessage, error, status }
    rendered?.()
    // A chat that is gone is not waited for.
    return () => {
      latest.current = { sendMessage, error }
    }
  })
  useEffect(() => {
    const next = new Set<string>()
    /** A press is a message of its own, and the next message answers it. */
    let answerTo: ActedOn | undefined
    for (const { id, parts } of messages) {
      const surfaces = parts.flatMap(surfacesIn)
      const open = openInputIn(parts)
      const warnings = parts.flatMap(unreadOutput)
      const before = answerTo
      answerTo = parts.map(actedOnIn).find((surface) => surface)
      if (surfaces.length + warnings.length === 0 && !open && !known.current.has(id)) continue
      next.add(id)
      runtime.sync(id, surfaces, { open, done, onEvent, warnings, answerTo: before })
    }
    for (const id of known.current) if (!next.has(id)) runtime.drop(id)
    known.current = next
  }, [runtime, messages, done, onEvent])
}

/** The input of a tool is never taken: while it streams there are halves of ids in it. What is whole of it is shown as a draft. */
function surfacesIn(part: unknown): readonly unknown[] {
  if (!isObject(part)) return []
  if (part['type'] === dataPart) return messagesIn(part['data'])
  return part['state'] === 'output-available' ? messagesOfOutput(part['output']) : []
}

/** The surface that the user acted on. The part's id is its source, so that a chat that is restored knows which it was. */
function actedOnIn(part: unknown): ActedOn | undefined {
  if (!isObject(part) || part['type'] !== actionPart) return undefined
  const { id, data } = part
  const [surfaceId] = surfaceIdsIn([data])
  return surfaceId === undefined ? undefined : { surfaceId, source: typeof id === 'string' ? id : undefined }
}

function unreadOutput(part: unknown): readonly SurfaceError[] {
  if (!isObject(part) || part['state'] !== 'output-available') return []
  return unreadIn(part['output'])
}

/** Writes surface messages into the stream of `createUIMessageStream`, each as a part of its own. For the server. */
export function surfaceStream(writer: { readonly write: (part: never) => void }): (messages: unknown) => void {
  return (messages) => {
    for (const data of messagesIn(messages)) writer.write({ type: dataPart, data } as never)
  }
}
