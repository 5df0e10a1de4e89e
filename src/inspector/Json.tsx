/** A JSON value, laid out and coloured. Text only: whatever an agent sends stays text. */
import type { ReactNode } from 'react'

/** A key, another string, a number or a word; what is between is punctuation. */
const token = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g

export function Json({ value }: { readonly value: unknown }): ReactNode {
  return <pre className="sf-i-json">{parts(JSON.stringify(value, null, 2) ?? 'undefined')}</pre>
}

function parts(text: string): ReactNode[] {
  const found: ReactNode[] = []
  let from = 0
  for (const match of text.matchAll(token)) {
    const [whole, string, colon] = match
    const word = string ?? whole
    found.push(
      text.slice(from, match.index),
      <span key={match.index} className={`sf-i-json__${kindOf(string, colon)}`}>
        {word}
      </span>,
    )
    from = match.index + word.length
  }
  return [...found, text.slice(from)]
}

function kindOf(string: string | undefined, colon: string | undefined): 'key' | 'string' | 'literal' {
  if (colon !== undefined) return 'key'
  return string === undefined ? 'literal' : 'string'
}
