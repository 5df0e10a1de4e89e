/** The report of a part of the views that could not be loaded. */
import { SurfaceError } from '../json/errors.ts'

/**
 * For `Surface.failed`: once for a part and surface. The first member takes the place of a component id, so that
 * components that are sent again do not repeat the report.
 */
export function partMissing(part: string, cause: unknown): readonly [owner: string, error: SurfaceError] {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const message = `The part "${part}" could not be loaded, so something is drawn without it: ${reason}`
  const hint =
    'See that the page can fetch the module; it is tried again when the browser is online, or when next needed.'
  return [`\0${part}`, new SurfaceError('RENDER_FAILED', message, { hint }, { severity: 'warning', cause })]
}
