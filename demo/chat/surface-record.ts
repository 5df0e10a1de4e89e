/** The surface messages of a conversation as they came, so that they can be taken elsewhere: one JSON object a line. */
import type { Recording } from 'surface-runtime/inspector'

/** JSON Lines of these surfaces alone. Holds what the agent sent, and nothing that the user typed. */
export function linesOf(record: Recording, surfaceIds: readonly string[]): string {
  const lines = record.getSnapshot().lines.map(({ text }) => text)
  return lines
    .filter((text) => surfaceIds.includes(surfaceIdIn(text) ?? ''))
    .map((text) => `${text}\n`)
    .join('')
}

/** Of `{"version":"v0.9","updateComponents":{"surfaceId":"s",…}}`: `s`. */
export function surfaceIdIn(text: string): string | undefined {
  const payloads: readonly unknown[] = Object.values(JSON.parse(text) ?? {})
  for (const payload of payloads)
    if (typeof payload === 'object' && payload !== null && 'surfaceId' in payload) return String(payload.surfaceId)
  return undefined
}
