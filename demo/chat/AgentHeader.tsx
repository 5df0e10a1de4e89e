/** Who answers here; and behind the scenes how the page speaks with the agent, with the choice of the surface version. */
import { useBinding } from 'surface-runtime'
import { useWords } from '../words/use-words.ts'
import type { Session } from './session.ts'
import type { SurfaceVersion } from './surface-version.ts'
import { VersionChoice } from './VersionChoice.tsx'

export interface AgentHeaderProps {
  readonly session: Session
  readonly onVersion: (version: SurfaceVersion) => void
  /** What is meant for developers is in sight. */
  readonly behind: boolean
  readonly onBehind: ((behind: boolean) => void) | undefined
}

export function AgentHeader({ session, onVersion, behind, onBehind }: AgentHeaderProps) {
  const words = useWords()
  const { agent, address, offered, surfaceVersion } = session
  const { card } = agent
  const protocol = agent.interface.protocolVersion
  const lost = useBinding(session.conversation.state) === 'failed'
  const { skills = [], extensions = [] } = card as Partial<typeof card>
  const declared = [...(card.capabilities.extensions ?? []), ...extensions].map(({ uri }) => uri)
  return (
    <header className="agent-header">
      <div className="agent-header__avatar" aria-hidden="true">
        {[...card.name][0]}
      </div>
      <div className="agent-header__text">
        <h1 className="chat__title" dir="auto">
          {card.name}
        </h1>
        <p className="agent-header__description" dir="auto">
          {card.description}
        </p>
      </div>
      <details
        className="agent-header__about"
        open={behind}
        onToggle={({ currentTarget }) => onBehind?.(currentTarget.open)}
      >
        <summary className="agent-header__summary">{words.behind}</summary>
        <p className="agent-header__connection" data-testid="connection" data-lost={lost}>
          {lost ? 'not connected' : 'connected'}, protocol {protocol},{' '}
          {surfaceVersion === undefined ? 'texts only' : `surface ${surfaceVersion}`}
        </p>
        <dl className="agent-header__facts">
          <Fact name="Address" value={address} />
          <Fact name="Version" value={card.version} />
          <Fact name="Made by" value={card.provider?.organization} />
          <Fact name="Protocol" value={`${protocol}, ${agent.interface.protocolBinding}`} />
          <Fact name="Extensions" value={[...new Set(declared)].join(', ')} />
          <Fact name="Can" value={skills.map(({ name }) => name).join(', ')} />
        </dl>
        {offered.length > 1 && surfaceVersion !== undefined && (
          <div className="agent-header__version">
            <span aria-hidden="true">Surface version</span>
            <VersionChoice offered={offered} value={surfaceVersion} onChange={onVersion} />
          </div>
        )}
      </details>
    </header>
  )
}

interface FactProps {
  readonly name: string
  readonly value: string | undefined
}

function Fact({ name, value }: FactProps) {
  if (value === undefined || value === '') return null
  return (
    <div className="agent-header__fact">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
