/** `Modal`: a dialog, and what opens it. */
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { RendererOf } from '../react/renderer.ts'
import type { ModalProps } from './props.ts'
import { Sign } from './Sign.tsx'

/**
 * Opens when the person presses what is drawn for the trigger, and never by itself. Its content is drawn while it is open.
 * The dialog says whose it is, because it covers the page that said so.
 */
export const Modal: RendererOf<ModalProps> = ({ props, child, label, description, texts, agent }) => {
  const id = useId()
  const trigger = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const show = (): void => setOpen(true)
  const pressable = useControlWithin(trigger) ? {} : pressing(show)

  function closed(): void {
    setOpen(false)
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
      {open && (
        <Dialog
          id={id}
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
  readonly label: string | undefined
  readonly description: string | undefined
  readonly agent: string
  readonly close: string
  readonly closed: () => void
  readonly children: ReactNode
}

/** The browser's own: it keeps the focus within, closes with Escape, and lies above everything of the page. */
function Dialog({ id, label, description, agent, close, closed, children }: DialogProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element || element.open) return
    // Where browsers know it, a press beside the dialog closes it too.
    element.setAttribute('closedby', 'any')
    element.showModal()
  }, [])
  return (
    <dialog
      className="sf-dialog"
      ref={dialog}
      onClose={closed}
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

const controls = 'a[href], button, input, select, textarea, [tabindex]'

/** Whether something inside can be pressed by itself. It may come late, so the page is watched. */
function useControlWithin(frame: RefObject<HTMLElement | null>): boolean {
  const [found, setFound] = useState(true)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const look = (): void => setFound(element.querySelector(controls) !== null)
    const observer = new MutationObserver(look)
    observer.observe(element, { childList: true, subtree: true })
    look()
    return () => observer.disconnect()
  }, [frame])
  return found
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
