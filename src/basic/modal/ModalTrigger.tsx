/** The trigger of a `Modal`, and the button below it where the trigger cannot be pressed itself. */
import type { HTMLAttributes, MouseEvent, ReactNode } from 'react'
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
  return (
    <>
      <div className="sf-modal__trigger" id={id} ref={opener.trigger} {...attributesOf(opener, name, onPress)}>
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

/** The trigger is a button where nothing inside is one. Else it only hears the clicks of the controls inside. */
function attributesOf({ kind, named, isPress }: Opener, name: string, press: () => void): HTMLAttributes<HTMLElement> {
  const onClick = ({ target }: MouseEvent): void => {
    if (isPress(target as Element)) press()
  }
  if (kind !== 'trigger') return { role: 'presentation', onClick }
  return {
    role: 'button',
    tabIndex: 0,
    'aria-haspopup': 'dialog',
    'aria-label': named ? undefined : name,
    onClick,
    onKeyDown(event) {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      press()
    },
  }
}
