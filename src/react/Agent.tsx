/** The name and icon of the agent: as the host knows them, or else as the agent gives them itself. */
import type { ReactNode } from 'react'
import type { Theme } from '../catalog/dialect.ts'
import { mediaOf, mediaRefused } from '../surface/media.ts'
import type { LiveSurface } from '../surface/surface.ts'
import { useBinding } from './hooks.ts'

/** An agent as the host knows it. */
export interface AgentIdentity {
  /** Shown in one line, cut after 40 characters. */
  readonly name: string
  /** Address of a picture of the host's; the `media` policy is for agents, and is not asked. */
  readonly icon?: string | undefined
}

export interface AgentProps {
  readonly known: AgentIdentity | undefined
  /** That of `known`, or the agent's own. */
  readonly name: string | undefined
  readonly theme: Theme
  readonly surface: LiveSurface
}

/** If the host names the agent, the agent's own name and icon are not shown: users would read a false claim as well. */
export function Agent({ known, name, theme, surface }: AgentProps): ReactNode {
  // An icon that waits is drawn once it is free.
  useBinding(surface.unsent.waiting)
  const icon = known ? known.icon : claimedIcon(theme, surface)
  if (!name && icon === undefined) return null
  return (
    <header className="sf-agent">
      {icon !== undefined && (
        <img key={icon} className="sf-agent__icon" src={icon} alt="" referrerPolicy="no-referrer" />
      )}
      {name && <bdi className="sf-agent__name">{name}</bdi>}
    </header>
  )
}

function claimedIcon({ iconUrl = '' }: Theme, surface: LiveSurface): string | undefined {
  const icon = mediaOf(iconUrl, surface)
  if (icon.kind === 'refused') surface.failed('', mediaRefused('iconUrl'))
  return icon.kind === 'load' ? icon.url : undefined
}
