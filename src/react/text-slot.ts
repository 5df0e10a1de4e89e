/**
 * The element of a component that draws a plain text or a placeholder, and the text in it. For React a slot is the
 * `ref` of the element.
 */
import type { ReactNode, RefObject } from 'react'
import type { ComponentSnapshot } from '../surface/binding.ts'
import { ComponentInput, type MountedComponent } from './input.ts'
import { applyClass, elementOf, fits, type PlainText, placeholder, write } from './plain-text.tsx'
import type { InlineRenderer } from './renderer.ts'

export class TextSlot implements RefObject<HTMLHeadingElement | null> {
  /** Set by React. */
  current: HTMLHeadingElement | null = null
  /** The text that React was given for the element: one and the same for the element's life. */
  private initialText: string | undefined
  /** What was drawn last. */
  private drawn = placeholder
  /** The element was written to without a render. */
  private written = false

  draw(plain: PlainText): ReactNode {
    this.drawn = plain
    this.initialText ??= plain.text
    return elementOf(plain, this.initialText, this)
  }

  /** Writes the drawn text to the element. `served`: the element may come from the server. Part of each commit. */
  commit(served: boolean): void {
    const { current, drawn } = this
    if (!current || (drawn.text === this.initialText && !this.written && !served)) return
    if (served) applyClass(current, drawn.className)
    this.write(drawn)
  }

  /** Whether the element can show the text without a render. */
  fits(plain: PlainText): boolean {
    return this.current !== null && fits(this.current, plain)
  }

  write(plain: PlainText): void {
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
