/** The role and name of a container with an accessibility label. */
import type { RendererInput } from '../../react/renderer.ts'

export interface GroupAttributes {
  readonly role?: 'group'
  readonly 'aria-label'?: string | undefined
  readonly 'aria-description'?: string | undefined
}

/** A container without label and description has no role: screen readers read its content only. */
export function groupOf({ label, description }: Pick<RendererInput<never>, 'label' | 'description'>): GroupAttributes {
  const isNamed = label !== undefined || description !== undefined
  return isNamed ? { role: 'group', 'aria-label': label, 'aria-description': description } : {}
}
