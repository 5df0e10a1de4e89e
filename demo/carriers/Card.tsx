/** One carrier on the page: its name, the line that connects it, what the agent says, and the surface. */
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import { createRuntime, type Runtime, SurfaceList } from 'surface-runtime'

export type CardState = 'idle' | 'connecting' | 'open' | 'done' | 'failed'

const said: { readonly [state in CardState]: string } = {
  idle: 'Not asked yet',
  connecting: 'Connecting…',
  open: 'Connected',
  done: 'Answered',
  failed: 'The connection broke off.',
}

export interface CardProps {
  readonly name: string
  /** How a host connects it. */
  readonly code: string
  readonly state: CardState
  readonly text: string
  readonly runtime: Runtime
  /** Does once more what failed. */
  readonly onRetry: () => void
  /** Draws the surfaces; default: all of the runtime. */
  readonly children?: ReactNode
}

export function Card({ name, code, state, text, runtime, onRetry, children }: CardProps): ReactNode {
  const id = useId()
  return (
    <section className="carrier" aria-labelledby={id}>
      <header className="carrier__head">
        <h2 className="carrier__name" id={id}>
          {name}
        </h2>
        <p className="carrier__state" role="status" data-state={state}>
          {said[state]}
          {state === 'failed' && (
            <button type="button" className="text-button" onClick={onRetry}>
              Try again
            </button>
          )}
        </p>
      </header>
      <code className="carrier__code">{code}</code>
      {text !== '' && <p className="carrier__text">{text}</p>}
      {children ?? <SurfaceList runtime={runtime} />}
    </section>
  )
}

/** Each carrier has a runtime of its own: surface ids are unique for one agent only. */
export function useTableRuntime(): Runtime {
  const [runtime] = useState(() =>
    createRuntime({ locale: 'en-US', onError: (error) => console.warn(error.code, error.message) }),
  )
  return runtime
}

/** Calls `ask` for each question. What it returns ends what it began. */
export function useAsked(asked: number, ask: () => (() => void) | undefined): void {
  const begin = useEffectEvent(ask)
  useEffect(() => (asked > 0 ? begin() : undefined), [asked])
}
