/** A task as a model does it: each answer with what was wrong in it, and the surface that grows of what is right. */
import { type ReactNode, useEffect, useState } from 'react'
import { createRuntime, type Runtime, SurfaceList } from 'surface-runtime'
import { type Generate, type Revised, type Round, reviseUntilValid } from 'surface-runtime/authoring'
import { basicCatalog } from 'surface-runtime/catalogs'
import { Answer } from './Answer.tsx'

interface LoopState {
  readonly runtime: Runtime
  readonly rounds: readonly Round[]
  /** What the model was told before each answer but the first. */
  readonly reports: readonly string[]
  readonly result?: Revised
  /** Why there is no result, as a sentence. */
  readonly failure?: string
}

export interface LoopProps {
  readonly model: Generate
}

/** Begins when it is mounted: give it another key to begin again. */
export function Loop({ model }: LoopProps): ReactNode {
  const [state, setState] = useState<LoopState>()

  useEffect(() => {
    const runtime = createRuntime({ onError: (error) => console.warn(error.code, error.message) })
    const ended = new AbortController()
    const { signal } = ended
    const change = (next: (state: LoopState) => Partial<LoopState>): void =>
      setState((now) => (now && !signal.aborted ? { ...now, ...next(now) } : now))
    setState({ runtime, rounds: [], reports: [] })
    const asked = reviseUntilValid(
      (ask) => {
        if (ask.round > 0) change(({ reports }) => ({ reports: [...reports, ask.text] }))
        return model(ask)
      },
      {
        ...{ catalog: basicCatalog, signal, onMessage: (message) => runtime.apply(message) },
        onRound: (round) => change(({ rounds }) => ({ rounds: [...rounds, round] })),
      },
    )
    asked.then(
      (result) => change(() => ({ result })),
      (error: unknown) => change(() => ({ failure: error instanceof Error ? error.message : String(error) })),
    )
    return () => {
      ended.abort()
      runtime.dispose()
    }
  }, [model])

  if (!state) return null
  const { runtime, rounds, reports, result, failure } = state
  return (
    <div className="loop">
      <p className="loop__status" role="status" data-state={stateOf(state)}>
        {failure === undefined ? said(result) : `${failure}.`}
      </p>
      <section className="loop__surface" aria-labelledby="drawn">
        <h2 className="loop__name" id="drawn">
          What is drawn
        </h2>
        <SurfaceList runtime={runtime} />
      </section>
      <div className="loop__answers">
        {rounds.map((round, index) => (
          <Answer
            key={round.round}
            round={round}
            later={rounds.slice(index + 1)}
            report={reports[index]}
            isOver={result !== undefined || failure !== undefined}
          />
        ))}
      </div>
    </div>
  )
}

function stateOf({ result, failure }: LoopState): 'working' | 'valid' | 'left' {
  if (!result && failure === undefined) return 'working'
  return result?.valid ? 'valid' : 'left'
}

const times = ['', 'once', 'twice']

function said(result: Revised | undefined): string {
  if (!result) return 'The model is writing …'
  const { stopped, rounds } = result
  switch (stopped) {
    case 'valid':
      return rounds === 0 ? 'Valid at once.' : `Valid, after the model was asked ${times[rounds]} more.`
    case 'unchanged':
      return 'The model made the same mistake again, so it is asked no more. What is right stays.'
    case 'rounds':
      return `Still wrong, after the model was asked ${times[rounds]} more. What is right stays.`
    case 'aborted':
      return 'Ended.'
  }
}
