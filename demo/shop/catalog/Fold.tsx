/** `Fold`: where there is little room, its child stands behind a button. */
import { type ReactNode, useId, useState } from 'react'
import type { ChildRef, RendererOf } from 'surface-runtime'

export interface FoldProps {
  readonly child: ChildRef
  /** On the button. */
  readonly label: string
}

export const Fold: RendererOf<FoldProps> = ({ props, child }) => (
  <Folded label={props.label}>{child(props.child)}</Folded>
)

function Folded({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="shop-fold shop-room">
      <button
        type="button"
        className="shop-fold__button sf-button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {label}
      </button>
      <div className="shop-fold__inside" id={id} data-open={open}>
        {children}
      </div>
    </div>
  )
}
