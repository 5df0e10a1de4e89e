/** A model that says what is recorded, piece by piece, as a model streams. */
import type { Generate } from 'surface-runtime/authoring'

/** Characters of a piece. */
const size = 24

/** `pause`: milliseconds between two pieces; 0: the answer is there at once. */
export function recordedModel(answers: readonly string[], pause: number): Generate {
  return async function* ({ round, signal }) {
    const answer = answers[round] ?? ''
    for (let from = 0; from < answer.length; from += size) {
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
      if (signal.aborted) return
      yield answer.slice(from, from + size)
    }
  }
}
