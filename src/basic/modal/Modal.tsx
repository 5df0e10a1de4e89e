/** `Modal`: a trigger, and a dialog that it opens. */
import { type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react'
import type { RendererOf } from '../../react/renderer.ts'
import { hasName, isFieldPress, useDomQuery } from '../dom-query.ts'
import type { ModalProps } from '../props.ts'
import { Dialog } from './Dialog.tsx'
import { openDialog } from './open-dialog.ts'
import { isOwn, openerQuery, ownClickables } from './opener.ts'

type State = 'unopened' | 'open' | 'closed'

/**
 * The dialog opens when the user presses the trigger, and never by itself. Its content is drawn at the first opening
 * and stays mounted, so input stays. The dialog names the agent, because it covers the line of the page that does.
 */
export const Modal: RendererOf<ModalProps> = ({ props, child, label, description, texts, agent }) => {
  const id = useId()
  const trigger = useRef<HTMLDivElement>(null)
  const extra = useRef<HTMLButtonElement>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const [state, setState] = useState<State>('unopened')
  const opener = useDomQuery(trigger, openerQuery)
  const named = useDomQuery(trigger, hasName)
  const name = label ?? texts.open

  function show(): void {
    setState('open')
    // Opened at once, too: while the event of the last closing is on its way, the state does not change.
    openDialog(dialog.current)
  }

  function press({ target }: MouseEvent): void {
    if (target instanceof Element && !isFieldPress(target) && isOwn(target, trigger.current)) show()
  }

  function handleClosed(): void {
    setState('closed')
    // Browsers return the focus to the element that had it before, and some do not focus a button on a press.
    const [inside] = ownClickables(trigger.current)
    ;(inside ?? extra.current ?? trigger.current)?.focus()
  }

  return (
    <div className="sf-modal">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys click a control inside; the trigger has a key handler. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the trigger is a button where nothing inside is one. */}
      <div
        className="sf-modal__trigger"
        id={`${id}-trigger`}
        ref={trigger}
        onClick={press}
        {...(opener === 'trigger' ? buttonAttributes(show, named ? undefined : name) : {})}
      >
        {child(props.trigger)}
      </div>
      {opener === 'extra' && (
        <button
          type="button"
          className="sf-modal__open sf-button sf-button--default"
          ref={extra}
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
          onClosed={handleClosed}
        >
          {child(props.content)}
        </Dialog>
      )}
    </div>
  )
}

interface ButtonAttributes {
  readonly role: 'button'
  readonly tabIndex: 0
  readonly 'aria-haspopup': 'dialog'
  readonly 'aria-label': string | undefined
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** Makes an element a button that opens a dialog. */
function buttonAttributes(press: () => void, name: string | undefined): ButtonAttributes {
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
