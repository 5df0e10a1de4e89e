/**
 * The element of a component that draws a plain text or a placeholder, and the text in it. For React a slot is the
 * `ref` of the element.
 */
import type { ReactNode, RefObject } from 'react'
import type { ComponentSnapshot } from '../surface/binding.ts'
import { ComponentInput, type MountedComponent } from './input.ts'
import { applyClass, elementOf, fits, type PlainText, placeholderClass, placeholderOf, write } from './plain-text.tsx'
import type { InlineRenderer } from './renderer.ts'

export class TextSlot implements RefObject<HTMLHeadingElement | null> {
  /** Set by React. */
  current: HTMLHeadingElement | null = null
  /** The text that React was given for the element: one and the same for the element's life. */
  private initialText: string | undefined
  /** The text and class that were drawn last. */
  private text = ''
  private className: string = placeholderClass
  /** The element was written to without a render. */
  private written = false

  /** The element of a placeholder, for a component that the agent has not sent. */
  drawPlaceholder(inControl: boolean): ReactNode {
    this.text = ''
    this.className = placeholderClass
    this.initialText ??= ''
    return placeholderOf(inControl ? 'span' : 'p', this.initialText, this)
  }

  draw(plain: PlainText): ReactNode {
    this.text = plain.text
    this.className = plain.className
    this.initialText ??= plain.text
    return elementOf(plain, this.initialText, this)
  }

  /** Writes the drawn text to the element. `served`: the element may come from the server. Part of each commit. */
  commit(served: boolean): void {
    const { current } = this
    if (!current || (this.text === this.initialText && !this.written && !served)) return
    if (served) applyClass(current, this.className)
    this.write({ className: this.className, text: this.text })
  }

  /** Whether the element can show the text without a render. */
  fits(plain: PlainText): boolean {
    return this.current !== null && fits(this.current, plain)
  }

  write(plain: Pick<PlainText, 'className' | 'text'>): void {
    if (this.current) write(this.current, plain)
    this.written = true
  }
}

/** The plain text that a snapshot comes to; `undefined` where there is more to draw. */
export function plainTextOf(
  renderer: InlineRenderer<never>,
  part: MountedComponent,
  snapshot: ComponentSnapshot,
): PlainText | undefined {
  try {
    return renderer.plain?.(new ComponentInput(part, snapshot))
  } catch {
    // It fails again while it is drawn, and is reported then.
    return undefined
  }
}
