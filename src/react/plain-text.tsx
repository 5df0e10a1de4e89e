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
  readonly tag: 'p' | 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6'
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

/** Whether the element is the one that the text wants, so that it can be written. */
export function fits(element: HTMLElement, { tag, className }: PlainText): boolean {
  return element.localName === tag && element.className === className
}

/** An extension that translates the page may have put elements of its own around the text: those are replaced. */
export function write(element: HTMLElement, text: string): void {
  const { firstChild } = element
  if (firstChild instanceof Text && firstChild.nextSibling === null) {
    if (firstChild.nodeValue !== text) firstChild.nodeValue = text
  } else if (element.textContent !== text) element.textContent = text
}
