/** What opens the dialog of a `Modal`: a control in its trigger, the trigger itself, or a button below the trigger. */
import { type HTMLAttributes, type RefObject, useRef } from 'react'
import { isPressKey } from '../../react/press-guard.ts'
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
  /** Of the element around the trigger. */
  readonly attributes: HTMLAttributes<HTMLElement> & { readonly ref: RefObject<HTMLDivElement | null> }
  /** The button below the trigger. */
  readonly extra: RefObject<HTMLButtonElement | null>
  /** Whether the trigger needs that button. */
  readonly isExtra: boolean
  readonly focus: () => void
}

/**
 * Finds what opens the dialog, and follows each change of the trigger. `name`: what a button without words of its own is called.
 *
 * The trigger is a button where nothing inside is one. Else it has a listener for the clicks of the controls inside.
 */
export function useOpener(name: string, press: () => void): Opener {
  const trigger = useRef<HTMLDivElement>(null)
  const extra = useRef<HTMLButtonElement>(null)
  const kind = useDomQuery(trigger, openerQuery)
  const named = useDomQuery(trigger, hasName)
  const asButton: HTMLAttributes<HTMLElement> = {
    role: 'button',
    tabIndex: 0,
    'aria-haspopup': 'dialog',
    'aria-label': named ? undefined : name,
    onKeyDown(event) {
      if (!isPressKey(event)) return
      event.preventDefault()
      press()
    },
  }
  return {
    attributes: {
      ref: trigger,
      onClick({ target }) {
        if (!isFieldPress(target as Element) && isOwn(target as Element, trigger.current)) press()
      },
      ...(kind === 'trigger' ? asButton : { role: 'presentation' }),
    },
    extra,
    isExtra: kind === 'extra',
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
