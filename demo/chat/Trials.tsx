/** Three things to try, with pictures, while nothing was said yet. */
import { drawPicture } from '../shop/picture.ts'
import { useWords } from '../words/use-words.ts'
import type { TrialSkill } from '../words/words.ts'

interface Trial {
  readonly skill: TrialSkill
  readonly picture: string
}

/** Of the shop's own drawings. */
const trials: readonly Trial[] = [
  { skill: 'find', picture: drawPicture('shoe', '#3d5a80') },
  { skill: 'compare', picture: drawPicture('shoe', '#e07a5f') },
  { skill: 'buy', picture: drawPicture('box', '#dda15e') },
]

/** The skills of this card that the page has pictures for. */
export function trialsFor(skills: readonly { readonly id: string }[]): readonly Trial[] {
  const found = trials.filter(({ skill }) => skills.some(({ id }) => id === skill))
  return found.length === trials.length ? found : []
}

export interface TrialsProps {
  readonly trials: readonly Trial[]
  readonly onSay: (text: string) => void
}

export function Trials({ trials: shown, onSay }: TrialsProps) {
  const words = useWords()
  return (
    <div>
      <ul className="trials" aria-label={words.tries}>
        {shown.map(({ skill, picture }) => (
          <li key={skill}>
            <button type="button" className="trials__button" onClick={() => onSay(words.trials[skill].say)}>
              <img
                className="trials__picture"
                src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
                alt=""
                width={480}
                height={360}
              />
              <span className="trials__text">
                <span className="trials__title">{words.trials[skill].title}</span>
                <span className="trials__note">{words.trials[skill].note}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {words.triesNote && <p className="trials__language">{words.triesNote}</p>}
    </div>
  )
}
