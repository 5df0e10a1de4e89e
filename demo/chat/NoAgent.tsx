/** What stands in the place of the chat while there is no agent to talk to. */
import type { ReactNode } from 'react'
import { skipTarget } from '../site/SkipLink.tsx'
import { useWords } from '../words/use-words.ts'
import type { ChatState } from './connect-session.ts'

export interface NoAgentProps {
  readonly state: Exclude<ChatState, { readonly kind: 'open' }>
  readonly onRetry: () => void
}

export function NoAgent({ state, onRetry }: NoAgentProps) {
  const words = useWords()
  if (state.kind === 'connecting')
    return (
      <main {...skipTarget} className="chat no-agent" aria-busy="true">
        <h1 className="hidden">{words.conversation}</h1>
        <div className="no-agent__skeleton" aria-hidden="true" />
        <p className="hidden">{words.states.connecting}</p>
      </main>
    )
  return (
    <main {...skipTarget} className="chat no-agent">
      <div className="no-agent__body" role={state.kind === 'absent' ? undefined : 'alert'}>
        {explanationOf(state, onRetry)}
      </div>
    </main>
  )
}

function explanationOf(
  state: Exclude<NoAgentProps['state'], { readonly kind: 'connecting' }>,
  onRetry: () => void,
): ReactNode {
  if (state.kind === 'absent')
    return (
      <>
        <h1 className="chat__title">No agent is running</h1>
        <p className="no-agent__text">
          <code>npm start</code> starts the shop and its agent together with this page. Without them,{' '}
          <a href="./transcripts.html">recorded transcripts</a> show the same surfaces.
        </p>
      </>
    )
  if (state.kind === 'refused')
    return (
      <>
        <h1 className="chat__title">This address is not used</h1>
        <p className="no-agent__text">{state.reason}</p>
      </>
    )
  return (
    <>
      <h1 className="chat__title">The agent cannot be reached</h1>
      <p className="no-agent__text">{state.reason}</p>
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
    </>
  )
}
