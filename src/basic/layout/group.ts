/** The role and name of a container that the agent has labelled. */
import type { RendererInput } from '../../react/renderer.ts'

export interface GroupAttributes {
  readonly role?: 'group'
  readonly 'aria-label'?: string
  readonly 'aria-description'?: string
}

/** Without a label a container means nothing to assistive technology, and has no role. */
export function groupOf({ label, description }: Pick<RendererInput<never>, 'label' | 'description'>): GroupAttributes {
  if (label === undefined && description === undefined) return {}
  return {
    role: 'group',
    ...(label === undefined ? {} : { 'aria-label': label }),
    ...(description === undefined ? {} : { 'aria-description': description }),
  }
}
