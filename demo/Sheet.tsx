/** A modal sheet for narrow screens. The browser keeps the focus inside and gives it back. */
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './IconButton.tsx'
import { useWords } from './words/use-words.ts'

export interface SheetProps {
  readonly title: string
  /** The edge it comes from; `middle`: it stands in the middle of a wide page. */
  readonly side: 'start' | 'end' | 'middle'
  readonly open: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

export function Sheet({ title, side, open, onClose, children }: SheetProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const words = useWords()

  useEffect(() => {
    if (open) ref.current?.showModal()
    else if (ref.current?.open) ref.current.close()
  }, [open])

  useEffect(() => {
    const dialog = ref.current
    // A click on the backdrop has the dialog itself as its target; one on its content never has.
    const closeFromOutside = (event: MouseEvent) => {
      if (event.target === dialog) dialog?.close()
    }
    dialog?.addEventListener('click', closeFromOutside)
    return () => dialog?.removeEventListener('click', closeFromOutside)
  }, [])

  return (
    <dialog ref={ref} className="sheet" data-side={side} aria-labelledby={titleId} onClose={onClose}>
      <div className="sheet__body">
        <div className="sheet__header">
          <h2 className="sheet__title" id={titleId}>
            {title}
          </h2>
          <IconButton icon="close" label={words.close} onClick={onClose} />
        </div>
        {open && children}
      </div>
    </dialog>
  )
}
