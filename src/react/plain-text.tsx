/**
 * A text that is the whole content of one element, written to it without a render.
 *
 * React is given one and the same string for the element's life and never compares it, so it can write nothing over a text
 * that is newer. Who draws compares the element with the text it stands for after each commit: after a render, after the
 * server's text was taken over, after it was hidden. To give React the current text instead would be unsound: a slow
 * transition that began with an older text would commit it over a newer one.
 */
import type { ReactNode, RefObject } from 'react'

/** One element around one text. */
export interface PlainText {
  readonly tag: 'p' | 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'span'
  readonly className: string
  readonly text: string
}

/** `given`: the text that React is told, always the same one. */
export function elementOf(
  { tag: Tag, className }: PlainText,
  given: string,
  ref: RefObject<HTMLHeadingElement | null>,
): ReactNode {
  return (
    <Tag key="plain" ref={ref} className={className} dir="auto" suppressHydrationWarning>
      {given}
    </Tag>
  )
}

export const awaiting = 'sf-placeholder'

/**
 * In place of a component that is still to come: a faint block, after a moment, that says nothing. Most turn out to be plain
 * paragraphs, so it is the element of one, which the text takes over when it comes. The key keeps React from making it the
 * element of anything else.
 */
export function placeholderOf(Tag: 'p' | 'span', given: string, ref: RefObject<HTMLHeadingElement | null>): ReactNode {
  return (
    <Tag key="plain" ref={ref} className={awaiting} dir="auto" aria-hidden="true" suppressHydrationWarning>
      {given}
    </Tag>
  )
}

/** Whether the element is the one that the text wants, or can be made it, so that it can be written. */
export function fits(element: HTMLElement, { tag, className }: PlainText): boolean {
  return element.localName === tag && (element.className === className || element.className === awaiting)
}

/** Makes the element look as React would make it: it leaves what the server has drawn as it is. */
export function wear(element: HTMLElement, className: string): void {
  element.className = className
  if (className === awaiting) element.setAttribute('aria-hidden', 'true')
  else element.removeAttribute('aria-hidden')
}

/**
 * Makes an element that fits show the text. A placeholder becomes what React would make of it at its next render. An extension
 * that translates the page may have put elements of its own around the text: those are replaced.
 */
export function write(element: HTMLElement, { className, text }: Pick<PlainText, 'className' | 'text'>): void {
  if (element.className === awaiting) wear(element, className)
  const { firstChild } = element
  if (firstChild instanceof Text && firstChild.nextSibling === null) {
    if (firstChild.nodeValue !== text) firstChild.nodeValue = text
  } else if (element.textContent !== text) element.textContent = text
}
