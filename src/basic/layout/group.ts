/** The role and name of a container with an accessibility label. */
import type { RendererInput } from '../../react/renderer.ts'

export interface GroupAttributes {
  readonly role?: 'group'
  readonly 'aria-label'?: string
  readonly 'aria-description'?: string
}

/** A container without label and description has no role: screen readers read its content only. */
export function groupOf({ label, description }: Pick<RendererInput<never>, 'label' | 'description'>): GroupAttributes {
  if (label === undefined && description === undefined) return {}
  return {
    role: 'group',
    ...(label === undefined ? {} : { 'aria-label': label }),
    ...(description === undefined ? {} : { 'aria-description': description }),
  }
}
