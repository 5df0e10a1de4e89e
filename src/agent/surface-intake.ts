/** Surface messages out of parts, each applied once, however often an agent or a restored task repeats them. */
import type { JsonValue } from '../json/value.ts'
import type { Runtime } from '../runtime.ts'
import { surfaceMessagesOf } from './surface-part.ts'
import type { Part } from './types.ts'
import { isMembers, own, sameJson, textOf } from './value.ts'

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
  /** Artifact → the surface messages that were taken from it. */
  const taken = new Map<string, JsonValue[]>()
  let applying = false

  function apply(messages: readonly JsonValue[]): readonly string[] {
    const fresh = messages.filter((message) => !isRepeated(message))
    const ids = fresh.flatMap((message) => note(message) ?? [])
    if (fresh.length === 0) return ids
    applying = true
    try {
      // One call: the runtime draws once for all of them.
      runtime.apply(fresh)
    } finally {
      applying = false
    }
    return ids
  }

  /** A second createSurface is an error to the runtime, unless it is the first one come again. */
  function isRepeated(message: JsonValue): boolean {
    const id = idIn(message, 'createSurface')
    if (id === undefined || !runtime.surface(id)) return false
    return sameJson(created.get(id), message)
  }

  /** The surface that the message creates, if any. */
  function note(message: JsonValue): string | undefined {
    const gone = idIn(message, 'deleteSurface')
    if (gone !== undefined) created.delete(gone)
    const id = idIn(message, 'createSurface') ?? idIn(message, 'beginRendering')
    if (id === undefined) return undefined
    created.set(id, message)
    return id
  }

  return {
    message: (parts) => apply(messagesIn(parts)),
    artifact(key, parts, append) {
      const messages = messagesIn(parts)
      const known = taken.get(key) ?? []
      let same = 0
      if (!append) while (same < known.length && sameJson(known[same], messages[same])) same++
      if (append) known.push(...messages)
      taken.set(key, append ? known : messages)
      return apply(messages.slice(same))
    },
    owns: (surfaceId) => created.has(surfaceId) && runtime.surface(surfaceId) !== undefined,
    get applying() {
      return applying
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
