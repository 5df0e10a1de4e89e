/** A drawn icon: for `Icon`, and for the buttons and placeholders of other components. The drawings come late. */
import type { ReactNode } from 'react'
import { createLazyModule, type LazyModule } from '../../live/lazy-module.ts'
import { useLazyModule } from '../../react/hooks.ts'
import type { IconDrawing } from './icons.ts'

/** The drawings of the icons. They are loaded when the first icon is drawn. */
export const icons: LazyModule<typeof import('./icons.ts')> = createLazyModule(() => import('./icons.ts'))

/** What `IconSvg` draws. */
export interface IconSvgProps {
  /** A name of the catalog; another name draws an empty icon. */
  readonly name: string
  /** For screen readers. Default: the icon is decoration. */
  readonly label?: string | undefined
  /** Whether the drawings may be loaded for this icon. Default true. */
  readonly loads?: boolean
  /** Called while rendering where the catalog has no such name. */
  readonly onUnknown?: (() => void) | undefined
}

/** Until the drawings have arrived the icon is empty, and has its size and its name. */
export function IconSvg({ name, label, loads = true, onUnknown }: IconSvgProps): ReactNode {
  const drawings = useLazyModule(icons, 'icons', loads)
  const drawing: Partial<IconDrawing> | undefined = drawings && drawings !== 'missing' ? drawings.iconNamed(name) : {}
  if (!drawing) onUnknown?.()
  return (
    <IconFrame label={label} directed={drawing?.directed} name={drawing && name}>
      {drawing?.shapes}
    </IconFrame>
  )
}

/** What stands around the shapes of an icon. */
export interface IconFrameProps {
  readonly label: string | undefined
  readonly directed?: true | undefined
  /** The name in the catalog. A control without another name is named by it. */
  readonly name?: string | undefined
  readonly children: ReactNode
}

/** The `svg` element, 24 by 24 units. */
export function IconFrame({ label, directed, name, children }: IconFrameProps): ReactNode {
  const semantics = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the label is its name, and without one it is decoration.
    <svg
      className={directed ? 'sf-icon sf-icon--directed' : 'sf-icon'}
      viewBox="0 0 24 24"
      data-icon={name}
      {...semantics}
    >
      {children}
    </svg>
  )
}
