/**
 * A text that is the whole content of one element, written to it without a render.
 *
 * React gets one constant string for the element's life and never compares it, so React cannot overwrite a newer text.
 * The component compares the element with its text after each commit: after a render, after hydration, after the
 * element was hidden. Passing the current text to React would be wrong: a slow transition that began with an older text
 * would commit the older text.
 */
import type { ReactNode, RefObject } from 'react'

/** One element around one text. */
export interface PlainText {
  readonly tag: 'p' | 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'span'
  readonly className: string
  readonly text: string
}

const placeholderClass = 'sf-placeholder'

/**
 * The placeholder of a component that has not arrived: a faint block that appears after a moment. Most components turn
 * out to be plain paragraphs, so the placeholder is a paragraph, and the text takes the element over. The key keeps
 * React from using the element for anything else.
 */
export const placeholder: PlainText = { tag: 'p', className: placeholderClass, text: '' }
export const placeholderInControl: PlainText = { ...placeholder, tag: 'span' }

/** Sets the class as React would: React keeps the attributes that the server has written. */
export function applyClass(element: HTMLElement, className: string): void {
  element.className = className
  if (className === placeholderClass) element.setAttribute('aria-hidden', 'true')
  else element.removeAttribute('aria-hidden')
}

/**
 * Makes an element that fits show the text. A placeholder becomes what React would make of it at its next render. An extension
 * that translates the page may have put elements of its own around the text: those are replaced.
 */
export function write(element: HTMLElement, { className, text }: PlainText): void {
  if (element.className === placeholderClass) applyClass(element, className)
  const { firstChild } = element
  if (firstChild?.nodeType === Node.TEXT_NODE && firstChild.nextSibling === null) {
    if (firstChild.nodeValue !== text) firstChild.nodeValue = text
  } else if (!firstChild || element.textContent !== text) element.textContent = text
}

/**
 * The element of a component view that draws a plain text or a placeholder. For React a slot is the `ref` of the element.
 */
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
    const { tag: Tag, className } = plain
    this.drawn = plain
    this.initialText ??= plain.text
    const hidden = className === placeholderClass ? 'true' : undefined
    return (
      <Tag key="plain" ref={this} className={className} dir="auto" aria-hidden={hidden} suppressHydrationWarning>
        {this.initialText}
      </Tag>
    )
  }

  /** Writes the drawn text to the element. `served`: the element may come from the server. Part of each commit. */
  commit(served: boolean): void {
    const { current, drawn } = this
    if (!current || (drawn.text === this.initialText && !this.written && !served)) return
    // A draft that went: React knows nothing of the class that was written.
    if (served || this.written) applyClass(current, drawn.className)
    write(current, drawn)
    this.written = true
  }

  /** Writes the text without a render; false and no change where the element is not the one that the text wants. */
  write(plain: PlainText): boolean {
    const { current } = this
    if (current?.localName !== plain.tag) return false
    if (current.className !== plain.className && current.className !== placeholderClass) return false
    write(current, plain)
    this.written = true
    return true
  }
}
