/** Whose a surface is: what the host knows, or else the name and sign that the agent gives itself. */
import type { ReactNode } from 'react'
import type { Theme } from '../catalog/door.ts'
import { nameWithin } from '../json/value.ts'
import { allowedMedia, mediaRefused } from '../surface/media.ts'
import type { LiveSurface } from '../surface/surface.ts'

/** An agent as the host knows it. */
export interface AgentIdentity {
  /** Shown in one line, cut after 40 characters. */
  readonly name: string
  /** Address of a picture of the host's; the `media` policy is for agents, and is not asked. */
  readonly icon?: string | undefined
}

export interface AgentProps {
  readonly known: AgentIdentity | undefined
  readonly theme: Theme
  readonly surface: LiveSurface
}

/** Where the host says who it is, nothing of the agent's own is shown: a claim beside the truth would still be read. */
export function Agent({ known, theme, surface }: AgentProps): ReactNode {
  const name = known ? nameWithin(known.name) : theme.agentDisplayName
  const icon = known ? known.icon : claimedIcon(theme, surface)
  if (!name && icon === undefined) return null
  return (
    <header className="sf-agent">
      {icon !== undefined && <img className="sf-agent__icon" src={icon} alt="" referrerPolicy="no-referrer" />}
      {name && <bdi className="sf-agent__name">{name}</bdi>}
    </header>
  )
}

function claimedIcon({ iconUrl }: Theme, surface: LiveSurface): string | undefined {
  const icon = iconUrl === undefined ? undefined : allowedMedia(iconUrl, surface.media)
  // Told as of no component: no id is empty.
  if (iconUrl !== undefined && icon === undefined) surface.failed('', mediaRefused('iconUrl'))
  return icon
}
