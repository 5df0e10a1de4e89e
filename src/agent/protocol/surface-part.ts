/** Surface messages as parts of agent messages and artifacts (surface protocol over the agent protocol). */
import type { JsonObject, JsonValue } from '../../json/value.ts'
import type { Part } from './types.ts'

/** Media types of a part that holds surface messages: today's name, then the older one. */
export const surfaceMediaTypes = ['application/a2ui+json', 'application/json+a2ui'] as const

/** Extension URIs of the surface protocol, newest version first. */
export const surfaceExtensions = [
  'https://a2ui.org/a2a-extension/a2ui/v0.9.1',
  'https://a2ui.org/a2a-extension/a2ui/v0.9',
  'https://a2ui.org/a2a-extension/a2ui/v0.8',
] as const

/** Members of a message's `metadata` that the surface extensions define. */
export const surfaceMetadata = { capabilities: 'a2uiClientCapabilities', dataModel: 'a2uiClientDataModel' } as const

/**
 * Surface messages, or client events, as one part. v0.8 takes one message in each part, later versions an array. The
 * media type stands in both places, because old readers look for it in `metadata.mimeType`.
 */
export function surfacePart(data: JsonValue, mediaType: string = surfaceMediaTypes[1]): Part {
  return { data, mediaType, metadata: { mimeType: mediaType } }
}

/** The wire messages of a part, in order; `undefined` for a part that holds something else. */
export function surfaceMessagesOf(part: Part): readonly JsonValue[] | undefined {
  if (part.data === undefined || !isSurfacePart(part.mediaType, part.metadata)) return undefined
  return Array.isArray(part.data) ? part.data : [part.data]
}

function isSurfacePart(mediaType: string | undefined, metadata: JsonObject | undefined): boolean {
  const older = metadata?.['mimeType']
  return [mediaType, older].some((type) => typeof type === 'string' && isSurfaceType(type))
}

/** Media types have no case, and parameters may follow. */
function isSurfaceType(type: string): boolean {
  const [essence = ''] = type.split(';')
  return (surfaceMediaTypes as readonly string[]).includes(essence.trim().toLowerCase())
}
