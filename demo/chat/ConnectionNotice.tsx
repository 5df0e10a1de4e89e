/** Why the conversation does not go on: a connection that broke, or an agent that does not understand the page. */
import { useBinding } from 'surface-runtime'
import type { AgentError } from 'surface-runtime/agent'
import { Icon } from '../Icon.tsx'
import { useWords } from '../words/use-words.ts'
import { conversationSentence } from './error-sentence.ts'
import type { Session } from './session.ts'
import { mayPass } from './undelivered.ts'
import { useMending } from './use-mending.ts'

export interface ConnectionNoticeProps {
  readonly session: Session
  /** Goes on with the conversation over a new connection. */
  readonly onReconnect: () => void
  /** The same without a trace where it does not succeed. */
  readonly onMend: () => Promise<void>
}

export function ConnectionNotice({ session, onReconnect, onMend }: ConnectionNoticeProps) {
  const { conversation } = session
  const words = useWords()
  const state = useBinding(conversation.state)
  const error = useBinding(conversation.error)
  const lost = state === 'failed' && error !== undefined && mayPass(error.code)
  useMending(lost, onMend)
  // One line from the first break to the end of it.
  if (lost || state === 'reconnecting')
    return (
      <p className="notice" data-kind="calm" role="status" data-testid="notice">
        <span className="working__dot" aria-hidden="true" />
        {words.lost}
      </p>
    )
  // What has to be done about a sign-in is said there.
  const told = session.signIn?.state.getSnapshot().kind === 'failed'
  if (state !== 'failed' || !error || (told && error.code === 'UNAUTHENTICATED')) return null
  return (
    <div className="notice" data-kind="alert" role="alert" data-testid="notice">
      <Icon name="alert" />
      <p className="notice__text">{sentenceFor(error, session)}</p>
      {error.code !== 'VERSION_NOT_SUPPORTED' && (
        <button type="button" className="text-button" onClick={onReconnect}>
          {words.tryAgain}
        </button>
      )}
    </div>
  )
}

function sentenceFor(error: AgentError, session: Session): string {
  if (error.code === 'VERSION_NOT_SUPPORTED') return versionSentence(error, session)
  return conversationSentence(error.code, session.agent.card.name)
}

/** The agent tells in its error which versions it speaks: in a list, or in the text of an ErrorInfo. */
function versionSentence({ details }: AgentError, { agent, protocol }: Session): string {
  const spoken = details.flatMap(({ supportedVersions: list, metadata }) => {
    if (Array.isArray(list)) return list
    return typeof metadata === 'object' && metadata !== null && 'supportedVersions' in metadata
      ? [metadata['supportedVersions']]
      : []
  })
  const theirs = spoken.length > 0 ? `version ${[...new Set(spoken)].join(' and ')}` : 'another version'
  return `This page speaks version ${protocol} of the agent protocol; ${agent.card.name} speaks ${theirs}. One of the two needs an update.`
}
