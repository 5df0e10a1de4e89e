/** Surface messages out of parts, each applied once, however often an agent or a restored task repeats them. */
import type { JsonValue } from '../json/value.ts'
import type { Runtime } from '../runtime.ts'
import type { Surface } from '../surface/surface.ts'
import { isMembers, own, sameJson, textOf } from './read-value.ts'
import { surfaceMessagesOf } from './surface-part.ts'
import type { Part } from './types.ts'

export interface SurfaceIntake {
  /** Applies the surface messages of a message's parts. Returns the ids of the surfaces that they create. */
  message(parts: readonly Part[]): readonly string[]
  /** The same for parts of an artifact. `append`: they follow those that came before; else they hold all of them. */
  artifact(key: string, parts: readonly Part[], append: boolean): readonly string[]
  /** Whether the surface came by this intake and is still there. */
  owns(surfaceId: string): boolean
  /** True while messages are applied: what is reported now is about them. */
  readonly applying: boolean
}

export function createSurfaceIntake(runtime: Pick<Runtime, 'apply' | 'surface'>): SurfaceIntake {
  /** Surface → the message that created it. */
  const created = new Map<string, JsonValue>()
  /** The surfaces that this intake has created and that are there. */
  const owned = new Map<string, Surface>()
  const artifacts = createArtifactMessages()
  let applying = false

  function apply(messages: readonly JsonValue[]): readonly string[] {
    const before = new Map<string, Surface | undefined>()
    const fresh = messages.filter((message) => take(message, before))
    if (fresh.length === 0) return []
    applying = true
    try {
      // One call: the runtime draws once for all of them.
      runtime.apply(fresh)
    } finally {
      applying = false
    }
    return [...before].flatMap(([id, other]) => {
      const surface = runtime.surface(id)
      // A surface that existed before keeps its owner: an agent cannot take it over by its id.
      if (other === undefined || owned.get(id) === other) {
        if (surface) owned.set(id, surface)
        // A conversation may have very many surfaces, one after the other.
        else owned.delete(id)
      }
      return surface && surface !== other ? [id] : []
    })
  }

  /** False for a createSurface that comes again. `before`: surfaces by the ids that are created or deleted now. */
  function take(message: JsonValue, before: Map<string, Surface | undefined>): boolean {
    const note = (id: string): unknown => before.has(id) || before.set(id, runtime.surface(id))
    const gone = idIn(message, 'deleteSurface')
    if (gone !== undefined) {
      created.delete(gone)
      note(gone)
    }
    const id = idIn(message, 'createSurface') ?? idIn(message, 'beginRendering')
    if (id === undefined) return true
    const exists = before.has(id) || runtime.surface(id) !== undefined
    if (exists && idIn(message, 'createSurface') !== undefined && sameJson(created.get(id), message)) return false
    created.set(id, message)
    note(id)
    return true
  }

  return {
    message: (parts) => apply(messagesIn(parts)),
    artifact: (key, parts, append) => apply(artifacts.take(key, messagesIn(parts), append)),
    owns(surfaceId) {
      const surface = runtime.surface(surfaceId)
      return surface !== undefined && owned.get(surfaceId) === surface
    },
    get applying() {
      return applying
    },
  }
}

interface ArtifactMessages {
  /** The messages that were not taken before. `append`: all of them are new. */
  take(key: string, messages: JsonValue[], append: boolean): readonly JsonValue[]
}

/** The surface messages that were taken from each artifact. An artifact that comes again begins with the same ones. */
function createArtifactMessages(): ArtifactMessages {
  const taken = new Map<string, JsonValue[]>()
  return {
    take(key, messages, append) {
      const known = taken.get(key)
      // Not `push` with all of them as arguments: an event may hold more messages than a call can have arguments.
      if (append && known) for (const message of messages) known.push(message)
      else taken.set(key, messages)
      if (append || !known) return messages
      let same = 0
      while (same < known.length && sameJson(known[same], messages[same])) same++
      return messages.slice(same)
    },
  }
}

function messagesIn(parts: readonly Part[]): JsonValue[] {
  return parts.flatMap((part) => surfaceMessagesOf(part) ?? [])
}

/** The `surfaceId` of a wire message of this kind. */
function idIn(message: JsonValue, kind: string): string | undefined {
  const payload = isMembers(message) ? own(message, kind) : undefined
  return isMembers(payload) ? textOf(payload, 'surfaceId') : undefined
}
