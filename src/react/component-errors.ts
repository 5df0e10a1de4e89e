/** Errors of drawing a component. Each names no place: the component's own is added where it is reported. */
import { reasonOf, SurfaceError } from '../errors/surface-error.ts'
import { clip } from '../json/value.ts'
import { shownComponent } from '../surface/shown.ts'
import type { LiveSurface } from '../surface/surface.ts'
import type { View } from './view.ts'

/** A component of a draft is drawn anew once its line is whole, and reported then. */
export function reportAt(surface: LiveSurface, id: string, error: SurfaceError): void {
  const { draft, origin } = shownComponent(surface, id) ?? {}
  if (!draft) surface.failed(id, error.in({ componentId: id, line: origin?.line, at: origin?.at }))
}

export function tooManyNodes({ surface, quota }: View): SurfaceError {
  const { nodes, totalNodes } = surface.limits
  const most = quota.shared ? `${totalNodes} components of all surfaces` : `${nodes} components`
  return tooMuch('LIMIT_NODES', `More than ${most} would be drawn`)
}

export function tooDeep({ surface }: View): SurfaceError {
  return tooMuch('LIMIT_RENDER_DEPTH', `Components nest more than ${surface.limits.renderDepth} deep`)
}

function tooMuch(code: 'LIMIT_NODES' | 'LIMIT_RENDER_DEPTH', message: string): SurfaceError {
  return new SurfaceError(code, message, { hint: 'Show less at once: fewer items, fewer levels.' })
}

export function tooManyMarks(): SurfaceError {
  const message = 'A text with more than 32 marks in a row is cut'
  return new SurfaceError(
    'LIMIT_MARKS',
    message,
    { hint: 'Send fewer marks with each letter.' },
    { severity: 'warning' },
  )
}

export function renderFailed(type: string, cause: unknown): SurfaceError {
  const hint = 'Look at the renderer; the component is drawn again when something in it changes.'
  return new SurfaceError(
    'RENDER_FAILED',
    `The renderer of "${type}" failed: ${clip(reasonOf(cause))}`,
    { hint },
    { cause },
  )
}

export function controlWithin(type: string): SurfaceError {
  const hint = 'Put it beside the control; inside belong texts, icons, pictures and their containers.'
  const message = `A "${type}" inside of a control is not drawn`
  return new SurfaceError('VALIDATION_FAILED', message, { hint }, { severity: 'warning' })
}

export function rendererMissing(type: string): SurfaceError {
  return new SurfaceError('RENDER_FAILED', `There is no renderer for "${type}"`, {
    hint: 'Pass renderers that fit the catalog; defineRenderers checks that.',
  })
}
