/** `Modal`: a dialog, and what opens it. */
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import type { RendererOf } from '../react/renderer.ts'
import { controls, useWithin } from './contents.ts'
import type { ModalProps } from './props.ts'
import { Sign } from './Sign.tsx'

type State = 'unopened' | 'open' | 'closed'

/**
 * Opens when the person presses what is drawn for the trigger, and never by itself. Its content is drawn from the first
 * opening on, so that what was entered there stays. The dialog says whose it is, because it covers the page that said so.
 */
export const Modal: RendererOf<ModalProps> = ({ props, child, label, description, texts, agent }) => {
  const id = useId()
  const trigger = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<State>('unopened')
  const show = (): void => setState('open')
  const pressable = useWithin(trigger, controls) ? {} : pressing(show)

  function closed(): void {
    setState('closed')
    // Browsers return the focus only where a press has moved it, which a press on a button does not everywhere.
    const control = trigger.current?.querySelector<HTMLElement>(controls)
    ;(control ?? trigger.current)?.focus()
  }

  return (
    <div className="sf-modal">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a control inside makes a click of a key; without one there are keys. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it is a button exactly where nothing inside is one. */}
      <div className="sf-modal__trigger" id={`${id}-trigger`} ref={trigger} onClick={show} {...pressable}>
        {child(props.trigger)}
      </div>
      {state !== 'unopened' && (
        <Dialog
          id={id}
          open={state === 'open'}
          label={label}
          description={description}
          agent={agent ?? texts.surface}
          close={texts.close}
          closed={closed}
        >
          {child(props.content)}
        </Dialog>
      )}
    </div>
  )
}

interface DialogProps {
  /** Of the instance; the id of its trigger begins with it. */
  readonly id: string
  readonly open: boolean
  readonly label: string | undefined
  readonly description: string | undefined
  readonly agent: string
  readonly close: string
  readonly closed: () => void
  readonly children: ReactNode
}

/** The browser's own: it keeps the focus within, closes with Escape, and lies above everything of the page. */
function Dialog({ id, open, label, description, agent, close, closed, children }: DialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!open || !element || element.open) return
    // Where browsers know it, a press beside the dialog closes it too.
    element.setAttribute('closedby', 'any')
    element.showModal()
  }, [open])

  function leave({ target, currentTarget }: SyntheticEvent<HTMLElement>): void {
    // React lets this event bubble, which browsers do not: a dialog within is not this one.
    if (target !== currentTarget) return
    // What goes on out of sight cannot be stopped.
    for (const media of currentTarget.querySelectorAll<HTMLMediaElement>('audio, video')) media.pause()
    closed()
  }

  return (
    <dialog
      className="sf-dialog"
      ref={dialog}
      onClose={leave}
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
          <button type="button" className="sf-dialog__close" aria-label={close} onClick={() => dialog.current?.close()}>
            <Sign name="close" />
          </button>
        </div>
      </div>
    </dialog>
  )
}

function pressing(press: () => void): {
  readonly role: 'button'
  readonly tabIndex: 0
  readonly 'aria-haspopup': 'dialog'
  readonly onKeyDown: (event: KeyboardEvent) => void
} {
  return {
    role: 'button',
    tabIndex: 0,
    'aria-haspopup': 'dialog',
    onKeyDown(event) {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      press()
    },
  }
}
