/** What goes back to the agent beside the user's words: events, errors, capabilities and data models. */
import type { JsonObject, JsonValue } from '../json/value.ts'
import type { CapabilityOptions } from '../protocol/capabilities.ts'
import type { ProtocolVersion } from '../protocol/message.ts'
import type { Runtime } from '../runtime.ts'
import type { Agent, MessageDraft } from './agent.ts'
import { surfaceExtensions, surfaceMediaTypes, surfaceMetadata, surfacePart } from './surface-part.ts'
import type { Part } from './types.ts'

/** A client event or error as a part. v0.8 has one object in a part, later versions an array. */
export function eventPart(wire: JsonObject, version: ProtocolVersion): Part {
  const [today, older] = surfaceMediaTypes
  return surfacePart(version === 'v0.8' ? wire : [wire], version === 'v0.9.1' ? today : older)
}

/** The newest version of the surface protocol that both sides name. */
function agreedVersion({ extensions }: Agent): ProtocolVersion | undefined {
  const uri = surfaceExtensions.find((known) => extensions.includes(known))
  return uri?.slice(uri.lastIndexOf('/') + 1) as ProtocolVersion | undefined
}

/** The message with what the surface extension wants in it. `owns`: surfaces of another agent stay private. */
export function withSurfaceMetadata(
  parts: readonly Part[],
  agent: Agent,
  runtime: Pick<Runtime, 'clientCapabilities' | 'clientDataModel'>,
  owns: (surfaceId: string) => boolean,
  announced?: CapabilityOptions,
): MessageDraft {
  const version = agreedVersion(agent)
  if (!version) return { parts }
  const metadata: { [name: string]: JsonValue } = {}
  const capabilities = runtime.clientCapabilities(announced)
  const { 'v0.8': older, 'v0.9': newer, 'v0.9.1': newest } = capabilities as unknown as JsonObject
  const own = version === 'v0.9.1' ? { 'v0.9': newer ?? {}, 'v0.9.1': newest ?? {} } : { 'v0.9': newer ?? {} }
  metadata[surfaceMetadata.capabilities] = version === 'v0.8' ? (older ?? {}) : own
  const model = version === 'v0.8' ? undefined : runtime.clientDataModel()
  const surfaces = Object.entries(model?.surfaces ?? {}).filter(([id]) => owns(id))
  if (model && surfaces.length > 0)
    metadata[surfaceMetadata.dataModel] = { version: model.version, surfaces: Object.fromEntries(surfaces) }
  return { parts, metadata, extensions: agent.extensions.filter((uri) => uri.endsWith(`/${version}`)) }
}
