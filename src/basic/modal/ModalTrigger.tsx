/** The trigger of a `Modal`, and the button below it where the trigger cannot be pressed itself. */
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import type { Opener } from './opener.ts'

export interface ModalTriggerProps {
  readonly id: string
  readonly opener: Opener
  /** What a button without words of its own is called. */
  readonly name: string
  readonly onPress: () => void
  readonly children: ReactNode
}

export function ModalTrigger({ id, opener, name, onPress, children }: ModalTriggerProps): ReactNode {
  function handleClick({ target }: MouseEvent): void {
    if (opener.isPress(target)) onPress()
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys click a control inside; the trigger has a key handler. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the trigger is a button where nothing inside is one. */}
      <div
        className="sf-modal__trigger"
        id={id}
        ref={opener.trigger}
        onClick={handleClick}
        {...(opener.kind === 'trigger' ? buttonAttributes(onPress, opener.named ? undefined : name) : {})}
      >
        {children}
      </div>
      {opener.kind === 'extra' && (
        <button
          type="button"
          className="sf-modal__open sf-button sf-button--default"
          ref={opener.extra}
          aria-haspopup="dialog"
          onClick={onPress}
        >
          {name}
        </button>
      )}
    </>
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
