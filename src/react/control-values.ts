/** What a control of a surface would do when it is pressed, and what the user reads on it: texts that the guard of presses compares. */
import type { Pointer } from '../json/pointer.ts'
import { ComponentBinding } from '../surface/binding.ts'
import { scopeNow } from './children.ts'

const controls =
  'a[href], button, input, select, textarea, summary, video, audio, [role="button"], [role="link"], [contenteditable]'

/** What an event on this element acts on: a label and its box are one. */
export function controlOf(target: Element): Element | undefined {
  return target.closest('label') ?? target.closest(controls) ?? undefined
}

/** Whether the user writes in it. */
export function isText(control: Element): boolean {
  return inputOf(control).matches(':read-write')
}

/** Of a label its input. */
function inputOf(control: Element & { readonly control?: Element | null }): Element {
  return control.control ?? control
}

const attributes = ['href', 'src', 'min', 'max', 'step']

/**
 * What a press or entry would send, open or write now. `pointed`: with the pointer; on a slider the place of the press says what
 * is entered. `changes` of the surface count instead where the components are not found.
 */
export function doesOf(control: Element, pointed: boolean, changes: number): string {
  const input = inputOf(control)
  return JSON.stringify([
    // A press comes up to the components around it, which may act as well.
    mountedAround(control)?.map(({ binding, props }, index) => {
      const scope = scopeNow(props.scope, binding)
      return scope && binding.moveTo(scope).intent(index > 0)
    }) ?? changes,
    attributes.map((name) => input.getAttribute(name)),
    // The address of a link that has none before it is pressed.
    /^(?:https?|mailto):.*/.exec(input.getAttribute('aria-description') ?? ''),
    pointed && input.matches('[type="range"]') && placeOf(input),
  ])
}

/** In whole pixels. */
function placeOf(element: Element): readonly number[] {
  const { left, top, width } = element.getBoundingClientRect()
  return [left, top, width].map(Math.round)
}

const namedSelector = '[aria-label], [alt], [src], [d]'

/** Words; pictures and icons by what they show, and whether it is there. */
export function nameOf(control: Element & { readonly labels?: Iterable<Element> | null }): string {
  const parts = [control, ...(control.labels ?? [])]
  const named = parts.flatMap((part) => [part, ...part.querySelectorAll(namedSelector)])
  return JSON.stringify([
    parts.map(({ textContent }) => textContent),
    named.map((part) => [
      ...['aria-label', 'alt', 'src', 'd'].map((name) => part.getAttribute(name)),
      'complete' in part && part.complete,
    ]),
  ])
}

/** Whether a press on it only says which checks fail. */
export function isBlocked(control: Element): boolean {
  return mountedAround(control)?.[0]?.binding.isBlocked === true
}

interface MountedComponent {
  readonly binding: ComponentBinding
  readonly props: { readonly scope: Pointer }
}

/** What React keeps for an element or a component, in 18 and 19. */
interface Fiber {
  readonly stateNode: Partial<MountedComponent> | null
  readonly return: Fiber | null
}

/**
 * The mounted components around an element, the innermost first. React knows them, and nothing has to be kept for each of them.
 * `undefined` where React keeps its tree under other names.
 */
export function mountedAround(start: Element): readonly MountedComponent[] | undefined {
  for (let element: Element | null = start; element; element = element.parentElement) {
    const key = Object.keys(element).find((name) => name.startsWith('__reactFiber$'))
    if (!key) continue
    const found: MountedComponent[] = []
    const first = (element as unknown as { readonly [key: string]: Fiber })[key]
    for (let fiber: Fiber | null | undefined = first; fiber; fiber = fiber.return)
      if (fiber.stateNode?.binding instanceof ComponentBinding) found.push(fiber.stateNode as MountedComponent)
    return found
  }
  return undefined
}
