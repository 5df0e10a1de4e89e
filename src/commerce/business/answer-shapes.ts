/** The shapes of what only a business writes: the envelope and the body of a protocol error. */
import type { Shape } from '../shape.ts'
import { list, object, text, versionPattern } from '../shapes.ts'

const version: Shape = { type: 'string', pattern: versionPattern }

/** As the seed's dialect writes it; a reader of both shapes of `capabilities` uses `readEnvelope`. */
export const envelopeShape: Shape = object(
  { version },
  {
    capabilities: { type: 'object', additionalProperties: list(object({ version })) },
    status: { type: 'string', enum: ['success', 'error'] },
  },
)

/** The body of a protocol error. */
export const errorShape: Shape = object({ code: text, content: text }, { continue_url: text })
