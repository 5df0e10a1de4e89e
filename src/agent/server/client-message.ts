/** What a client says about surfaces: actions, errors and data models in a message (surface protocol over the agent protocol). */
import type { JsonObject, JsonValue } from '../../json/value.ts'
import { surfaceExtensions, surfaceMessagesOf, surfaceMetadata } from '../surface-part.ts'
import type { Message } from '../types.ts'
import { isObject } from './fields.ts'

/** A user's press on a component of a surface. */
export interface SurfaceAction {
  /** Version of the protocol that the surface is written in. */
  readonly version: string
  readonly name: string
  readonly surfaceId: string
  readonly sourceComponentId: string
  readonly timestamp: string
  readonly context: JsonObject
}

export interface ClientMessage {
  readonly text: string
  readonly actions: readonly SurfaceAction[]
  readonly surfaceErrors: readonly JsonObject[]
  readonly dataModels: { readonly [surfaceId: string]: JsonValue }
}

export function readClientMessage({ parts, metadata }: Message): ClientMessage {
  const wire = parts.flatMap((part) => surfaceMessagesOf(part) ?? []).filter(isObject)
  return {
    text: parts.flatMap((part) => (part.text === undefined ? [] : [part.text])).join('\n'),
    actions: wire.flatMap(actionsOf),
    surfaceErrors: wire.flatMap((message) => (isObject(message['error']) ? [message['error']] : [])),
    dataModels: dataModelsOf(metadata),
  }
}

/** v0.8 says `userAction`, later versions `action` beside a `version`. */
function actionsOf(message: JsonObject): readonly SurfaceAction[] {
  const body = message['action'] ?? message['userAction']
  if (!isObject(body)) return []
  const { context } = body
  return [
    {
      version: textOf(message['version']) || 'v0.8',
      name: textOf(body['name']),
      surfaceId: textOf(body['surfaceId']),
      sourceComponentId: textOf(body['sourceComponentId']),
      timestamp: textOf(body['timestamp']),
      context: isObject(context) ? context : {},
    },
  ]
}

function dataModelsOf(metadata: JsonObject | undefined): { readonly [surfaceId: string]: JsonValue } {
  const model = metadata?.[surfaceMetadata.dataModel]
  const surfaces = isObject(model) ? model['surfaces'] : undefined
  return isObject(surfaces) ? surfaces : {}
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** The newest surface version among extension URIs. */
export function surfaceVersionOf(extensions: readonly string[]): 'v0.8' | 'v0.9' | 'v0.9.1' | undefined {
  const uri = surfaceExtensions.find((known) => extensions.includes(known))
  return uri?.replace(/^.*\//, '') as 'v0.8' | 'v0.9' | 'v0.9.1' | undefined
}
