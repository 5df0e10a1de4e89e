/** What opens the dialog of a `Modal`: a control in the trigger, the trigger itself, or a button below it. */
import { clickableSelector, controlSelector, type DomQuery, hasName, visualSelector } from '../dom-query.ts'

/**
 * `inside`: a control within the trigger that browsers click on a key press. `trigger`: the trigger element is the
 * button.
 *
 * `extra`: a button below the trigger. It is needed where the trigger holds a field or another dialog, which must not
 * stand within a button, and where the trigger is empty, so that nobody could find it.
 */
export type Opener = 'inside' | 'trigger' | 'extra'

export const openerQuery: DomQuery<Opener> = {
  read(trigger) {
    if (ownClickables(trigger).length > 0) return 'inside'
    if (trigger.querySelector(`${controlSelector}, .sf-modal`)) return 'extra'
    return hasName.read(trigger) || trigger.querySelector(visualSelector) ? 'trigger' : 'extra'
  },
  initial: 'inside',
  text: true,
}

/** The controls that open this dialog by a click, in the order of the document. */
export function ownClickables(trigger: HTMLElement | null): readonly HTMLElement[] {
  const found = trigger?.querySelectorAll<HTMLElement>(clickableSelector) ?? []
  return [...found].filter((control) => isOwn(control, trigger))
}

/** False for the parts of another `Modal` within the trigger: they open that dialog. */
export function isOwn(element: Element, trigger: HTMLElement | null): boolean {
  return element.closest('.sf-modal') === trigger?.parentElement
}
