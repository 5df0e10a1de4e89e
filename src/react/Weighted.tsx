/** A component's share of the free space in a Row or Column. */
import { type ReactNode, useCallback } from 'react'

export interface WeightedProps {
  /** Above 0. */
  readonly weight: number
  readonly inControl: boolean
  readonly children: ReactNode
}

/** The number is set through the object model, because a strict policy forbids `style` attributes in served HTML. */
export function Weighted({ weight, inControl, children }: WeightedProps): ReactNode {
  const share = useCallback(
    (element: HTMLElement | null) => element?.style.setProperty('flex-grow', String(Math.min(weight, 1000))),
    [weight],
  )
  const Tag = inControl ? 'span' : 'div'
  return (
    <Tag className="sf-weighted" ref={share}>
      {children}
    </Tag>
  )
}
