/** Surface messages → artifacts: each surface has one of its own, which grows (surface protocol over the agent protocol). */
import type { JsonObject } from '../../json/value.ts'
import { surfaceExtensions, surfacePart } from '../surface-part.ts'
import type { Artifact } from '../types.ts'
import { isObject } from './fields.ts'

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
