/** What one could say, each as a button that says it. */
import { useWords } from '../words/use-words.ts'

export interface ExamplesProps {
  readonly examples: readonly string[]
  readonly onSay: (example: string) => void
}

export function Examples({ examples, onSay }: ExamplesProps) {
  const words = useWords()
  if (examples.length === 0) return null
  return (
    <ul className="examples" aria-label={words.examples}>
      {examples.map((example) => (
        <li key={example}>
          <button type="button" className="examples__button" onClick={() => onSay(example)}>
            {example}
          </button>
        </li>
      ))}
    </ul>
  )
}
