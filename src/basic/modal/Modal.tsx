/** `Modal`: a trigger, and a dialog that it opens. */
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import type { RendererOf } from '../../react/renderer.ts'
import { pausePlayers } from '../dom-query.ts'
import { IconSvg } from '../icon/IconSvg.tsx'
import type { ModalProps } from '../props.ts'
import { useOpener } from './opener.ts'

type State = 'unopened' | 'open' | 'closed'

/**
 * The dialog opens when the user presses the trigger, and never by itself. Its content is drawn at the first opening
 * and stays mounted, so input stays. The dialog names the agent, because it covers the line of the page that does.
 *
 * The browser's own dialog, with a button that closes it: the browser keeps the focus within the dialog, closes it on Escape and
 * draws it above the page.
 */
export const Modal: RendererOf<ModalProps> = ({ props, child, label, description, texts, agent, draft }) => {
  const id = useId()
  const name = label ?? texts.open
  const opener = useOpener(name, show)
  const dialog = useRef<HTMLDialogElement>(null)
  const [state, setState] = useState<State>('unopened')
  useEffect(() => {
    if (state === 'open') openDialog(dialog.current)
  }, [state])

  function show(): void {
    if (draft) return
    setState('open')
    // Opened at once, too: while the event of the last closing is on its way, the state does not change.
    openDialog(dialog.current)
  }

  function handleClose({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>): void {
    // In React, unlike in browsers, the event bubbles: it may come from a dialog within this one, or after a new
    // opening.
    if (target !== currentTarget || currentTarget.open) return
    // The user cannot stop a sound in a closed dialog.
    pausePlayers(currentTarget)
    setState('closed')
    // Browsers return the focus to the element that had it before, and some do not focus a button on a press.
    opener.focus()
  }

  return (
    <div className="sf-modal">
      <div className="sf-modal__trigger" id={`${id}-trigger`} {...opener.attributes}>
        {child(props.trigger)}
      </div>
      {opener.isExtra && (
        <button
          type="button"
          className="sf-modal__open sf-button sf-button--default"
          ref={opener.extra}
          aria-haspopup="dialog"
          onClick={show}
        >
          {name}
        </button>
      )}
      {state !== 'unopened' && (
        <dialog
          className="sf-dialog"
          ref={dialog}
          onClose={handleClose}
          aria-label={label}
          aria-labelledby={label === undefined ? `${id}-trigger ${id}-agent` : undefined}
          aria-description={description}
        >
          <div className="sf-dialog__frame">
            <div className="sf-dialog__content">{child(props.content)}</div>
            <div className="sf-dialog__head">
              <bdi className="sf-dialog__agent" id={`${id}-agent`}>
                {agent ?? texts.surface}
              </bdi>
              <button
                type="button"
                className="sf-dialog__close"
                aria-label={texts.close}
                onClick={() => dialog.current?.close()}
              >
                <IconSvg name="close" />
              </button>
            </div>
          </div>
        </dialog>
      )}
    </div>
  )
}

/** Milliseconds in which a press outside a new dialog may be the second press of a double click. */
const doubleClick = 500

/** Opens a dialog so that a double click does not close it. A dialog that is open stays as it is. */
function openDialog(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.open) return
  dialog.setAttribute('closedby', 'closerequest')
  dialog.showModal()
  // From now on a press outside closes the dialog, in browsers that know `closedby`.
  setTimeout(() => dialog.setAttribute('closedby', 'any'), doubleClick)
}
