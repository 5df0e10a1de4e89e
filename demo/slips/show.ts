/** What the page shows: the choice, the text that comes of the choice, and the text in both modes of validation. */
import { lenient } from 'surface-runtime/lenient'
import { drawLines, type LiveLines } from '../guide/page/live-lines.ts'
import { createStore, type Readable } from '../store.ts'
import type { Choice } from './choice.ts'
import { writeAnswer } from './write-answer.ts'

interface Shown {
  readonly choice: Choice
  /** The answer without slips. */
  readonly right: string
  /** The answer with the chosen slips. */
  readonly sent: string
  readonly strict: LiveLines
  readonly lenient: LiveLines
}

export interface Show extends Readable<Shown> {
  readonly choose: (choice: Choice) => void
}

export function createShow(first: Choice): Show {
  const store = createStore(play(first))
  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    choose(choice) {
      const before = store.getSnapshot()
      store.set(play(choice))
      before.strict.runtime.dispose()
      before.lenient.runtime.dispose()
    },
  }
}

function play(choice: Choice): Shown {
  const right = writeAnswer(choice.answer, [])
  const sent = writeAnswer(choice.answer, choice.slips)
  return { choice, right, sent, strict: drawLines(sent), lenient: drawLines(sent, lenient) }
}
