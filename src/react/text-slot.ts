/**
 * The element of a component that draws a plain text or a placeholder, and what stands in it. To React a slot is the `ref`
 * of that element.
 */
import type { ReactNode, RefObject } from 'react'
import { own } from '../json/value.ts'
import type { ComponentSnapshot } from '../surface/binding.ts'
import { type Part, PartInput } from './input.ts'
import { awaiting, elementOf, fits, type PlainText, placeholderOf, wear, write } from './plain-text.tsx'

export class TextSlot implements RefObject<HTMLHeadingElement | null> {
  /** Set by React. */
  current: HTMLHeadingElement | null = null
  /** The text that React was given for the element: one and the same for the element's life. */
  private given: string | undefined
  /** The text and class that were drawn last. */
  private text = ''
  private className: string = awaiting
  /** The element was written to without a render. */
  private written = false

  /** The element of a placeholder, for a component that the agent has not sent. */
  drawPlaceholder(inControl: boolean): ReactNode {
    this.text = ''
    this.className = awaiting
    this.given ??= ''
    return placeholderOf(inControl ? 'span' : 'p', this.given, this)
  }

  draw(plain: PlainText): ReactNode {
    this.text = plain.text
    this.className = plain.className
    this.given ??= plain.text
    return elementOf(plain, this.given, this)
  }

  /** Makes the element show what was drawn. `served`: the element may come from the server. Part of each commit. */
  commit(served: boolean): void {
    const { current } = this
    if (!current || (this.text === this.given && !this.written && !served)) return
    if (served) wear(current, this.className)
    this.write(current, { className: this.className, text: this.text })
  }

  /** Whether the element shows the text after this, without a render. */
  show(plain: PlainText, mayWrite: () => boolean): boolean {
    const { current } = this
    if (!current || !fits(current, plain) || !mayWrite()) return false
    this.write(current, plain)
    return true
  }

  private write(element: HTMLElement, plain: Pick<PlainText, 'className' | 'text'>): void {
    write(element, plain)
    this.written = true
  }
}

/** The plain text that a snapshot comes to; `undefined` where there is more to draw. */
export function plainTextOf(part: Part, snapshot: ComponentSnapshot): PlainText | undefined {
  const { component } = snapshot
  const renderer = component && own(part.props.view.renderers, component.type)
  if (!renderer || !('inline' in renderer) || component.invalid) return undefined
  try {
    return renderer.plain?.(new PartInput(part, snapshot))
  } catch {
    // It fails again while it is drawn, and is told then.
    return undefined
  }
}
