/** Surface messages out of parts, each applied once, however often an agent or a restored task repeats them. */

import type { JsonValue } from '../../json/value.ts'
import type { ActedOn } from '../../runtime/delivery.ts'
import type { ApplyOptions, CoreRuntime } from '../../runtime/runtime.ts'
import type { Surface } from '../../surface/surface.ts'
import { getOwn, isMembers, sameJson, textOf } from '../protocol/read-value.ts'
import { surfaceMessagesOf } from '../protocol/surface-part.ts'
import type { Part } from '../protocol/types.ts'

/** What the agent says in one task until the user speaks there again. */
export interface SurfaceAnswer extends Pick<ApplyOptions, 'answerTo'> {
  readonly source: string
}

export interface SurfaceIntake {
  /**
   * Applies the surface messages of a message's parts. Returns the ids of the surfaces that they create. `before`: the parts of
   * the version that came before; what it began with is not applied again.
   */
  message(parts: readonly Part[], answer: SurfaceAnswer, before?: readonly Part[]): readonly string[]
  /** The same for parts of an artifact. `append`: they follow those that came before; else they hold all of them. */
  artifact(key: string, parts: readonly Part[], append: boolean, answer: SurfaceAnswer): readonly string[]
  /** The answer is whole. */
  end(source: string): void
  /** The surface of one of these sources that the first action in the parts is about; of several the last source's. */
  actedOn(parts: readonly Part[], sources: readonly string[]): ActedOn | undefined
  /** Whether the surface came by this intake. */
  owns(surface: Pick<Surface, 'source'>): boolean
  /** True while messages are applied: what is reported now is about them. */
  readonly applying: boolean
}

/** `onEvent`: sends the events of the surfaces. */
export function createSurfaceIntake(
  runtime: Pick<CoreRuntime, 'apply' | 'surface'>,
  onEvent: NonNullable<ApplyOptions['onEvent']>,
): SurfaceIntake {
  /** By source: surface → the message that created it. */
  const created = new Map<string, Map<string, JsonValue>>()
  const artifacts = createArtifactMessages()
  let applying = false

  function apply(messages: readonly JsonValue[], answer: SurfaceAnswer): readonly string[] {
    const { source } = answer
    const known = created.get(source) ?? new Map<string, JsonValue>()
    const before = new Map<string, Surface | undefined>()
    const fresh = messages.filter((message) => take(message, source, known, before))
    if (fresh.length === 0) return []
    created.set(source, known)
    run(fresh, { ...answer, onEvent })
    return [...before].flatMap(([id, other]) => {
      const surface = runtime.surface(id, source)
      return surface && surface !== other ? [id] : []
    })
  }

  /** One call: the runtime draws once for all messages. */
  function run(messages: readonly JsonValue[], options: ApplyOptions): void {
    applying = true
    try {
      runtime.apply(messages, options)
    } finally {
      applying = false
    }
  }

  /** False for a createSurface that comes again. `before`: surfaces by the ids that are created or deleted now. */
  function take(
    message: JsonValue,
    source: string,
    known: Map<string, JsonValue>,
    before: Map<string, Surface | undefined>,
  ): boolean {
    const note = (id: string): unknown => before.has(id) || before.set(id, runtime.surface(id, source))
    const gone = idIn(message, 'deleteSurface')
    if (gone !== undefined) {
      known.delete(gone)
      note(gone)
    }
    const id = idIn(message, 'createSurface') ?? idIn(message, 'beginRendering')
    if (id === undefined) return true
    const exists = before.has(id) || runtime.surface(id, source) !== undefined
    if (exists && idIn(message, 'createSurface') !== undefined && sameJson(known.get(id), message)) return false
    known.set(id, message)
    note(id)
    return true
  }

  return {
    message: (parts, answer, before = []) => apply(beyond(messagesIn(before), messagesIn(parts)), answer),
    artifact: (key, parts, append, answer) => apply(artifacts.take(key, messagesIn(parts), append), answer),
    end(source) {
      if (created.has(source)) run([], { source, done: true })
    },
    actedOn(parts, sources) {
      const [message = null] = messagesIn(parts)
      const surfaceId = idIn(message, 'action') ?? idIn(message, 'userAction')
      if (surfaceId === undefined) return undefined
      const source = sources.findLast((one) => runtime.surface(surfaceId, one))
      return source === undefined ? undefined : { surfaceId, source }
    },
    owns: ({ source }) => source !== undefined && created.has(source),
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
      return append || !known ? messages : beyond(known, messages)
    },
  }
}

/** The messages after those that both begin with. */
function beyond(known: readonly JsonValue[], messages: readonly JsonValue[]): readonly JsonValue[] {
  let same = 0
  while (same < known.length && sameJson(known[same], messages[same])) same++
  return messages.slice(same)
}

function messagesIn(parts: readonly Part[]): JsonValue[] {
  return parts.flatMap((part) => surfaceMessagesOf(part) ?? [])
}

/** The `surfaceId` of a wire message of this kind. */
function idIn(message: JsonValue, kind: string): string | undefined {
  const payload = isMembers(message) ? getOwn(message, kind) : undefined
  return isMembers(payload) ? textOf(payload, 'surfaceId') : undefined
}
