/** A task in the user's own words, for a model that was given to `npm start`. */
import { type FormEvent, type ReactNode, useMemo, useState } from 'react'
import { Loop } from './Loop.tsx'
import { liveModel } from './live-model.ts'

export interface OwnTaskProps {
  /** Origin of the agent that asks the model. */
  readonly agent: string
}

export function OwnTask({ agent }: OwnTaskProps): ReactNode {
  const [words, setWords] = useState('Show a form that books a table.')
  const [asked, setAsked] = useState<{ readonly words: string }>()
  const model = useMemo(() => asked && liveModel(agent, asked.words), [agent, asked])

  function ask(event: FormEvent): void {
    event.preventDefault()
    setAsked({ words })
  }

  return (
    <>
      <form className="writer__form" onSubmit={ask}>
        <label className="writer__label">
          What the model shall show
          <textarea
            className="writer__input"
            rows={2}
            maxLength={2000}
            required
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        </label>
        <button type="submit" className="carriers__ask">
          Ask the model
        </button>
      </form>
      {model && <Loop model={model} />}
    </>
  )
}
