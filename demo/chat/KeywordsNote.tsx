/** One quiet line for an agent that plans by keywords: what that means, and how a model is set. */
import type { AgentCard } from 'surface-runtime/agent'
import { keywordsExtension } from '../shop/keywords-extension.ts'
import { useWords } from '../words/use-words.ts'

export function KeywordsNote({ card }: { readonly card: AgentCard }) {
  const words = useWords()
  const { extensions = [] } = card.capabilities
  if (!extensions.some(({ uri }) => uri === keywordsExtension)) return null
  return (
    <p className="trials__note-below" data-testid="keywords">
      {words.byKeywords}{' '}
      <code className="trials__command" dir="ltr">
        MODEL_URL=… MODEL_NAME=… npm start
      </code>
    </p>
  )
}
