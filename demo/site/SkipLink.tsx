/** The first stop of the Tab key: past the header, to the content. In sight only while it has the focus. */
import type { MouseEvent } from 'react'
import { useWords } from '../words/use-words.ts'

const id = 'content'

/** For the `main` of a page. The focus may be put there, and the Tab key does not stop there. */
export const skipTarget = { id, tabIndex: -1 } as const

export function SkipLink() {
  const words = useWords()
  return (
    <a className="skip-link" href={`#${id}`} onClick={skip}>
      {words.skip}
    </a>
  )
}

/** The address stays: its last part may name a transcript. */
function skip(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById(id)?.focus()
}
