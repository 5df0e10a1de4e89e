/** The dialog of a `Modal`: the browser's own, with the agent's name and a button that closes it. */
import { type ReactNode, type RefObject, type SyntheticEvent, useEffect } from 'react'
import { IconSvg } from '../icon/IconSvg.tsx'
import { openDialog } from './open-dialog.ts'

export interface DialogProps {
  /** Id of the instance; the id of its trigger begins with it. */
  readonly id: string
  readonly frame: RefObject<HTMLDialogElement | null>
  readonly open: boolean
  readonly label: string | undefined
  readonly description: string | undefined
  /** The name of the agent, as the user reads it. */
  readonly agent: string
  /** Label of the button that closes the dialog. */
  readonly close: string
  readonly onClosed: () => void
  readonly children: ReactNode
}

/** The browser keeps the focus within the dialog, closes it on Escape and draws it above the page. */
export function Dialog({
  id,
  frame,
  open,
  label,
  description,
  agent,
  close,
  onClosed,
  children,
}: DialogProps): ReactNode {
  useEffect(() => {
    if (open) openDialog(frame.current)
  }, [open, frame])

  function handleClose({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>): void {
    // In React, unlike in browsers, the event bubbles: it may come from a dialog within this one, or after a new
    // opening.
    if (target !== currentTarget || currentTarget.open) return
    // Players are paused: the user cannot stop a sound in a closed dialog.
    for (const media of currentTarget.querySelectorAll<HTMLMediaElement>('audio, video')) media.pause()
    onClosed()
  }

  return (
    <dialog
      className="sf-dialog"
      ref={frame}
      onClose={handleClose}
      aria-label={label}
      aria-labelledby={label === undefined ? `${id}-trigger ${id}-agent` : undefined}
      aria-description={description}
    >
      <div className="sf-dialog__frame">
        <div className="sf-dialog__content">{children}</div>
        <div className="sf-dialog__head">
          <bdi className="sf-dialog__agent" id={`${id}-agent`}>
            {agent}
          </bdi>
          <button type="button" className="sf-dialog__close" aria-label={close} onClick={() => frame.current?.close()}>
            <IconSvg name="close" />
          </button>
        </div>
      </div>
    </dialog>
  )
}
