/** A message to the shopping agent, as a plan reads it: words, presses, and what the surfaces hold. */
import type { SurfaceAction } from '../../../src/agent/server/index.ts'

export interface PlanMessage {
  /** The same for a message that was sent twice. */
  readonly id: string
  /** What the user wrote; empty for a press on a surface alone. */
  readonly text: string
  /** What the user pressed on surfaces. */
  readonly actions: readonly SurfaceAction[]
  /** Surface id → its data model, with what the user typed there. v0.8 sends none. */
  readonly dataModels: Readonly<Record<string, unknown>>
  /** What the client found wrong with earlier surfaces, as it stands on the wire (`VALIDATION_FAILED` and the like). */
  readonly surfaceErrors: readonly Readonly<Record<string, unknown>>[]
}
