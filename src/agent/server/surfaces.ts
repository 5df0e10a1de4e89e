/** Surfaces over the agent protocol: what a client says about them in a message, and surface messages as artifacts that grow. */
import type { JsonObject, JsonValue } from '../../json/value.ts'
import { surfaceExtensions, surfaceMessagesOf, surfaceMetadata, surfacePart } from '../protocol/surface-part.ts'
import type { Artifact, Message } from '../protocol/types.ts'
import { isObject } from './read-request.ts'

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

interface ClientMessage {
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

/** Neighbouring messages of one surface, in one version. */
interface SurfaceRun {
  readonly surfaceId: string
  readonly version: string
  readonly messages: JsonObject[]
}

/** `wanted`: the version that the client chose; messages of others go to `refuse`. `undefined`: it chose none. */
export function surfaceArtifacts(
  messages: readonly JsonObject[],
  wanted: string | undefined,
  refuse: (version: string) => void,
): readonly Artifact[] {
  return runsOf(messages).flatMap((run) => {
    if (wanted === undefined || familyOf(run.version) === familyOf(wanted)) return [artifactOf(run)]
    refuse(run.version)
    return []
  })
}

function runsOf(messages: readonly JsonObject[]): readonly SurfaceRun[] {
  const runs: SurfaceRun[] = []
  for (const message of messages) {
    const surfaceId = surfaceIdOf(message)
    const version = typeof message['version'] === 'string' ? message['version'] : 'v0.8'
    const last = runs.at(-1)
    if (last?.surfaceId === surfaceId && last.version === version) last.messages.push(message)
    else runs.push({ surfaceId, version, messages: [message] })
  }
  return runs
}

function surfaceIdOf(message: JsonObject): string {
  for (const name of Object.keys(message)) {
    const body = message[name]
    if (isObject(body) && typeof body['surfaceId'] === 'string') return body['surfaceId']
  }
  throw new TypeError(
    `A surface message needs a surfaceId; this one has the members ${Object.keys(message).join(', ')}`,
  )
}

function artifactOf({ surfaceId, version, messages }: SurfaceRun): Artifact {
  const uri = surfaceExtensions.find((known) => known.endsWith(`/${version}`))
  return {
    artifactId: `surface:${surfaceId}`,
    parts: version === 'v0.8' ? messages.map((message) => surfacePart(message)) : [surfacePart(messages)],
    ...(uri && { extensions: [uri] }),
  }
}

/** v0.9 and v0.9.1 are one. */
function familyOf(version: string): string {
  return version.split('.').slice(0, 2).join('.')
}
