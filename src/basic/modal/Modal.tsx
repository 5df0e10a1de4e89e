/** `Modal`: a dialog, and what opens it. */
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { RendererOf } from '../../react/renderer.ts'
import { controls, drawn, hasName, isEntering, type Look, pressed, useLook } from '../dom-query.ts'
import { Sign } from '../icon/IconSvg.tsx'
import type { ModalProps } from '../props.ts'

type State = 'unopened' | 'open' | 'closed'

/**
 * Opens when the person presses what is drawn for the trigger, and never by itself. Its content is drawn from the first
 * opening on, so that what was entered there stays. The dialog says whose it is, because it covers the page that said so.
 */
export const Modal: RendererOf<ModalProps> = ({ props, child, label, description, texts, agent }) => {
  const id = useId()
  const trigger = useRef<HTMLDivElement>(null)
  const beside = useRef<HTMLButtonElement>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const [state, setState] = useState<State>('unopened')
  const opener = useLook(trigger, openerOf)
  const named = useLook(trigger, hasName)
  const name = label ?? texts.open
  const itself = opener === 'itself' ? pressing(show, named ? undefined : name) : {}

  function show(): void {
    setState('open')
    // At once, because the browser may not have told yet that it was closed.
    reveal(dialog.current)
  }

  function press({ target }: MouseEvent): void {
    if (target instanceof Element && !isEntering(target) && isOwn(target, trigger.current)) show()
  }

  function closed(): void {
    setState('closed')
    // Browsers return the focus only where a press has moved it, which a press on a button does not everywhere.
    const [inside] = ownPressed(trigger.current)
    ;(inside ?? beside.current ?? trigger.current)?.focus()
  }

  return (
    <div className="sf-modal">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a control inside makes a click of a key; without one there are keys. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it is a button exactly where nothing inside is one. */}
      <div className="sf-modal__trigger" id={`${id}-trigger`} ref={trigger} onClick={press} {...itself}>
        {child(props.trigger)}
      </div>
      {opener === 'beside' && (
        <button
          type="button"
          className="sf-modal__open sf-button sf-button--default"
          ref={beside}
          aria-haspopup="dialog"
          onClick={show}
        >
          {name}
        </button>
      )}
      {state !== 'unopened' && (
        <Dialog
          id={id}
          frame={dialog}
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

/**
 * What opens it: a control inside that makes a click of a key, or else the trigger itself. A field cannot stand within a
 * button, nor can another dialog, and a trigger without content cannot be found; then there is a button beside it.
 */
const openerOf: Look<'inside' | 'itself' | 'beside'> = {
  see(trigger) {
    if (ownPressed(trigger).length > 0) return 'inside'
    if (trigger.querySelector(`${controls}, .sf-modal`)) return 'beside'
    return hasName.see(trigger) || trigger.querySelector(drawn) ? 'itself' : 'beside'
  },
  before: 'inside',
  words: true,
}

function ownPressed(trigger: HTMLElement | null): readonly HTMLElement[] {
  const found = trigger?.querySelectorAll<HTMLElement>(pressed) ?? []
  return [...found].filter((control) => isOwn(control, trigger))
}

/** What belongs to a dialog within the trigger opens that one. */
function isOwn(element: Element, trigger: HTMLElement | null): boolean {
  return element.closest('.sf-modal') === trigger?.parentElement
}

interface DialogProps {
  /** Of the instance; the id of its trigger begins with it. */
  readonly id: string
  readonly frame: RefObject<HTMLDialogElement | null>
  readonly open: boolean
  readonly label: string | undefined
  readonly description: string | undefined
  readonly agent: string
  readonly close: string
  readonly closed: () => void
  readonly children: ReactNode
}

/** The browser's own: it keeps the focus within, closes with Escape, and lies above everything of the page. */
function Dialog({ id, frame, open, label, description, agent, close, closed, children }: DialogProps): ReactNode {
  useEffect(() => {
    if (open) reveal(frame.current)
  }, [open, frame])

  function leave({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>): void {
    // React lets this event bubble, which browsers do not: a dialog within is not this one. It may be open once more.
    if (target !== currentTarget || currentTarget.open) return
    // What goes on out of sight cannot be stopped.
    for (const media of currentTarget.querySelectorAll<HTMLMediaElement>('audio, video')) media.pause()
    closed()
  }

  return (
    <dialog
      className="sf-dialog"
      ref={frame}
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
          <button type="button" className="sf-dialog__close" aria-label={close} onClick={() => frame.current?.close()}>
            <Sign name="close" />
          </button>
        </div>
      </div>
    </dialog>
  )
}

/** Milliseconds for which a press beside a new dialog may be the second one of a double click. */
const doubleClick = 500

function reveal(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.open) return
  dialog.setAttribute('closedby', 'closerequest')
  dialog.showModal()
  // Where browsers know it, a press beside the dialog closes it too.
  setTimeout(() => dialog.setAttribute('closedby', 'any'), doubleClick)
}

function pressing(
  press: () => void,
  name: string | undefined,
): {
  readonly role: 'button'
  readonly tabIndex: 0
  readonly 'aria-haspopup': 'dialog'
  readonly 'aria-label': string | undefined
  readonly onKeyDown: (event: KeyboardEvent) => void
} {
  return {
    role: 'button',
    tabIndex: 0,
    'aria-haspopup': 'dialog',
    'aria-label': name,
    onKeyDown(event) {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      press()
    },
  }
}
