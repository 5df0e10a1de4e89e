/** The surface messages of a conversation as they came, so that they can be taken elsewhere: one JSON object a line. */
import type { Runtime } from 'surface-runtime'

export interface SurfaceRecord {
  /** For the connection: notes what is applied, and applies it. */
  readonly runtime: Runtime
  /** JSON Lines. `surfaceIds`: of these surfaces alone. Holds what the agent sent, and nothing that the user typed. */
  readonly linesOf: (surfaceIds?: readonly string[]) => string
}

export function recordSurfaces(runtime: Runtime): SurfaceRecord {
  const lines: { readonly surfaceId: string | undefined; readonly text: string }[] = []
  return {
    runtime: {
      ...runtime,
      apply(messages) {
        for (const message of Array.isArray(messages) ? messages : [messages])
          lines.push({ surfaceId: surfaceIdIn(message), text: JSON.stringify(message) })
        runtime.apply(messages)
      },
    },
    linesOf(surfaceIds) {
      const wanted = lines.filter(({ surfaceId = '' }) => surfaceIds === undefined || surfaceIds.includes(surfaceId))
      return wanted.map(({ text }) => `${text}\n`).join('')
    },
  }
}

/** Of `{"version":"v0.9","updateComponents":{"surfaceId":"s",…}}`: `s`. */
function surfaceIdIn(message: unknown): string | undefined {
  const payloads: readonly unknown[] = Object.values(message ?? {})
  for (const payload of payloads)
    if (typeof payload === 'object' && payload !== null && 'surfaceId' in payload) return String(payload.surfaceId)
  return undefined
}
