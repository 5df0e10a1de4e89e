/** A drawn icon: for `Icon`, and for the buttons and placeholders of other components. */
import { createContext, createElement, type Provider, type ReactNode, useContext, useEffect } from 'react'
import { useLazyModule } from '../../react/use-lazy-module.ts'
import { icons } from './icon-module.ts'
import type { IconDrawing, Shape } from './icons.ts'

export interface IconSvgProps {
  /** A name of the catalog; another name draws an empty icon. */
  readonly name: string
  /** For screen readers. Default: the icon is decoration. */
  readonly label?: string | undefined
  /** Called while rendering where the catalog has no such name. */
  readonly onUnknown?: (() => void) | undefined
}

const iconMount = createContext<(() => void) | undefined>(undefined)

/**
 * Stands around the content of a control. Its value is called when an icon mounts there, and must always be the same.
 */
export const OnIconMount: Provider<(() => void) | undefined> = iconMount.Provider

/** Until the drawings have arrived the icon is empty, and has its size and its name. */
export function IconSvg({ name, label, onUnknown }: IconSvgProps): ReactNode {
  const onMount = useContext(iconMount)
  useEffect(() => onMount?.(), [onMount])
  const drawings = useLazyModule(icons, 'icons')
  if (!drawings || drawings === 'missing') {
    return (
      <IconFrame label={label} name={name}>
        {null}
      </IconFrame>
    )
  }
  const drawing = drawings.iconNamed(name)
  if (!drawing) onUnknown?.()
  return (
    <IconFrame label={label} directed={drawing?.directed} name={drawing && name}>
      {drawing && shapesOf(drawing)}
    </IconFrame>
  )
}

export interface IconFrameProps {
  readonly label: string | undefined
  readonly directed?: true | undefined
  /** The name in the catalog. A control without another name is named by it. */
  readonly name?: string | undefined
  readonly children: ReactNode
}

/** The `svg` element, 24 by 24 units. */
export function IconFrame({ label, directed, name, children }: IconFrameProps): ReactNode {
  const className = directed ? 'sf-icon sf-icon--directed' : 'sf-icon'
  const frame = { className, viewBox: '0 0 24 24', 'data-icon': name }
  if (label === undefined) {
    return (
      <svg {...frame} aria-hidden="true">
        {children}
      </svg>
    )
  }
  return (
    <svg {...frame} role="img" aria-label={label}>
      {children}
    </svg>
  )
}

function shapesOf({ shapes, filled = [] }: IconDrawing): ReactNode {
  const draw =
    (className: string | undefined) =>
    ([tag, { key, ...attributes }]: Shape) =>
      createElement(tag, { key: `${className} ${key}`, className, ...attributes })
  return [...filled.map(draw('sf-icon__filled')), ...shapes.map(draw(undefined))]
}
