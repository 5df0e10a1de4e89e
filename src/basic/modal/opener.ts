/** What opens the dialog of a `Modal`: a control in the trigger, the trigger itself, or a button below it. */
import { type RefObject, useRef } from 'react'
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

export interface Opener {
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
