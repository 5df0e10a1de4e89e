/** A drawn icon: for `Icon`, and for the buttons and placeholders of other components. */
import { createContext, createElement, type Provider, type ReactNode, useContext, useEffect } from 'react'
import { type IconDrawing, iconNamed, type Shape } from './icons.ts'

export interface SignProps {
  /** One of the catalog's names; another draws nothing. */
  readonly name: string
  /** For assistive technology; without one the icon is decoration. */
  readonly label?: string | undefined
}

const arrival = createContext<(() => void) | undefined>(undefined)

/** Around what a control is labelled with: is called when an icon comes there. Always the same function. */
export const IconArrival: Provider<(() => void) | undefined> = arrival.Provider

export function Sign({ name, label }: SignProps): ReactNode {
  const arrive = useContext(arrival)
  useEffect(() => arrive?.(), [arrive])
  const drawing = iconNamed(name)
  return (
    <SignFrame label={label} directed={drawing?.directed} name={drawing && name}>
      {drawing && shapesOf(drawing)}
    </SignFrame>
  )
}

export interface SignFrameProps {
  readonly label: string | undefined
  readonly directed?: true | undefined
  /** Of the catalog, for a control that has nothing else to be called by. */
  readonly name?: string | undefined
  readonly children: ReactNode
}

/** The ground of 24 by 24 that icons are drawn on. */
export function SignFrame({ label, directed, name, children }: SignFrameProps): ReactNode {
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
