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

/** `initialText`: the constant text that React gets. */
export function elementOf(
  { tag: Tag, className }: PlainText,
  initialText: string,
  ref: RefObject<HTMLHeadingElement | null>,
): ReactNode {
  const hidden = className === placeholderClass ? 'true' : undefined
  return (
    <Tag key="plain" ref={ref} className={className} dir="auto" aria-hidden={hidden} suppressHydrationWarning>
      {initialText}
    </Tag>
  )
}

const placeholderClass = 'sf-placeholder'

/**
 * The placeholder of a component that has not arrived: a faint block that appears after a moment. Most components turn
 * out to be plain paragraphs, so the placeholder is a paragraph, and the text takes the element over. The key keeps
 * React from using the element for anything else.
 */
export const placeholder: PlainText = { tag: 'p', className: placeholderClass, text: '' }
export const placeholderInControl: PlainText = { ...placeholder, tag: 'span' }

/** Whether the element is the one that the text wants, or can be made it, so that it can be written. */
export function fits(element: HTMLElement, { tag, className }: PlainText): boolean {
  return element.localName === tag && (element.className === className || element.className === placeholderClass)
}

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
export function write(element: HTMLElement, { className, text }: Pick<PlainText, 'className' | 'text'>): void {
  if (element.className === placeholderClass) applyClass(element, className)
  const { firstChild } = element
  if (firstChild?.nodeType === Node.TEXT_NODE && firstChild.nextSibling === null) {
    if (firstChild.nodeValue !== text) firstChild.nodeValue = text
  } else if (!firstChild || element.textContent !== text) element.textContent = text
}
