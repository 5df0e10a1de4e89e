/** A text in which web addresses are links. Everything else stays the text that it is: agents write no HTML here. */
import type { ReactNode } from 'react'

/** Signs at the end of an address belong to the sentence around it. */
const address = /https?:\/\/[^\s<>"“”]*[^\s<>"“”.,:;!?)\]]/g

export interface LinkedTextProps {
  readonly text: string
}

export function LinkedText({ text }: LinkedTextProps) {
  const parts: ReactNode[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    parts.push(
      text.slice(end, index),
      <a key={index} className="bubble__link" href={found} target="_blank" rel="noopener noreferrer">
        {found}
      </a>,
    )
    end = index + found.length
  }
  return [...parts, text.slice(end)]
}
