/** One turn of the chat: a bubble, and below the agent's the surfaces that came with it. */
import { SurfaceView } from 'surface-runtime'
import { workRenderers } from 'surface-runtime/renderers/extended'
import type { Runtime } from './conversation.ts'
import { Icon } from './Icon.tsx'
import { shopRenderers } from './shop/catalog/catalog.tsx'
import type { Turn } from './turns.ts'

const renderers = { ...workRenderers, ...shopRenderers }

export interface TurnViewProps {
  readonly turn: Turn
  readonly runtime: Runtime
}

export function TurnView({ turn, runtime }: TurnViewProps) {
  if (turn.kind === 'person') {
    return (
      <li className="turn" data-from="person">
        <p className="bubble">
          <span className="hidden">You: </span>
          {turn.text}
        </p>
      </li>
    )
  }
  if (turn.kind === 'press') {
    return (
      <li className="turn" data-from="person">
        <p className="pressed">
          <Icon name="press" />
          <span>
            You sent <code>{turn.eventName}</code>
          </span>
        </p>
      </li>
    )
  }
  return (
    <li className="turn" data-from="agent">
      <p className="bubble">
        <span className="hidden">Agent: </span>
        {turn.text}
      </p>
      {turn.surfaceIds.map((surfaceId) => (
        <div key={surfaceId} className="turn__surface">
          <SurfaceView runtime={runtime} surfaceId={surfaceId} renderers={renderers} />
        </div>
      ))}
    </li>
  )
}
