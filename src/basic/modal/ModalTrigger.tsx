/** The trigger of a `Modal`: what opens the dialog is a control in it, the trigger itself, or a button below it. */
import { type HTMLAttributes, type MouseEvent, type ReactNode, type RefObject, useRef } from 'react'
import {
  clickableSelector,
  controlSelector,
  type DomQuery,
  hasName,
  isFieldPress,
  useDomQuery,
  visualSelector,
} from '../dom-query.ts'

/**
 * `inside`: a control within the trigger that browsers click on a key press. `trigger`: the trigger element is the
 * button.
 *
 * `extra`: a button below the trigger. It is needed where the trigger holds a field or another dialog, which must not
 * stand within a button, and where the trigger is empty, so that nobody could find it.
 */
type OpenerKind = 'inside' | 'trigger' | 'extra'

const openerQuery: DomQuery<OpenerKind> = {
  read(trigger) {
    if (ownClickables(trigger).length > 0) return 'inside'
    if (trigger.querySelector(`${controlSelector}, .sf-modal`)) return 'extra'
    return hasName.read(trigger) || trigger.querySelector(visualSelector) ? 'trigger' : 'extra'
  },
  initial: 'inside',
  text: true,
}

/** What opens the dialog. */
interface Opener {
  readonly kind: OpenerKind
  /** Whether content of the trigger names it. */
  readonly named: boolean
  /** The element around the trigger. */
  readonly trigger: RefObject<HTMLDivElement | null>
  /** The button below the trigger. */
  readonly extra: RefObject<HTMLButtonElement | null>
  /** Whether a press on this element opens the dialog. */
  readonly isPress: (target: Element) => boolean
  readonly focus: () => void
}

/** Finds what opens the dialog, and follows each change of the trigger. */
export function useOpener(): Opener {
  const trigger = useRef<HTMLDivElement>(null)
  const extra = useRef<HTMLButtonElement>(null)
  return {
    kind: useDomQuery(trigger, openerQuery),
    named: useDomQuery(trigger, hasName),
    trigger,
    extra,
    isPress: (target) => !isFieldPress(target) && isOwn(target, trigger.current),
    focus() {
      const [inside] = ownClickables(trigger.current)
      ;(inside ?? extra.current ?? trigger.current)?.focus()
    },
  }
}

/** The controls that open this dialog by a click, in the order of the document. */
function ownClickables(trigger: HTMLElement | null): readonly HTMLElement[] {
  const found = trigger?.querySelectorAll<HTMLElement>(clickableSelector) ?? []
  return [...found].filter((control) => isOwn(control, trigger))
}

/** False for the parts of another `Modal` within the trigger: they open that dialog. */
function isOwn(element: Element, trigger: HTMLElement | null): boolean {
  return element.closest('.sf-modal') === trigger?.parentElement
}

interface ModalTriggerProps {
  readonly id: string
  readonly opener: Opener
  /** What a button without words of its own is called. */
  readonly name: string
  readonly onPress: () => void
  readonly children: ReactNode
}

/** The trigger, and the button below it where the trigger cannot be pressed itself. */
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

/** The trigger is a button where nothing inside is one. Else it has a listener for the clicks of the controls inside. */
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
