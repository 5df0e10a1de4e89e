/** Which surfaces of a conversation a newer one has replaced. */
import type { ConversationMessage } from 'surface-runtime/agent'

/**
 * `results-2`, `results:a1` and `results` are of one kind: only a last part that has a digit is cut off. `order-form` and
 * `order-status` are of two kinds.
 */
export function surfaceKindOf(surfaceId: string): string {
  return surfaceId.replace(/[-:](?=[^-:]*\d)[^-:]*$/, '')
}

/**
 * Surfaces after which another one of their kind came: what they show is no longer how things are. The latest of each
 * kind, and whatever is not in `present`, is not among them.
 */
export function replacedSurfaces(
  messages: readonly ConversationMessage[],
  present: ReadonlySet<string>,
): ReadonlySet<string> {
  const latest = new Map<string, string>()
  const replaced = new Set<string>()
  for (const id of messages.flatMap(({ surfaceIds }) => surfaceIds)) {
    if (!present.has(id)) continue
    const kind = surfaceKindOf(id)
    const before = latest.get(kind)
    if (before !== undefined && before !== id) replaced.add(before)
    latest.set(kind, id)
    replaced.delete(id)
  }
  return replaced
}
