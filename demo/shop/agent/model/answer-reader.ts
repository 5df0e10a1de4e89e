/** The text of a model → what the user gets: words as they come, and surfaces line by line. */
import type { Yielded } from '../../../../src/agent/server/index.ts'
import type { Fault } from '../../../../src/authoring/index.ts'
import type { SurfaceMessage } from '../../../../src/entries/core.ts'
import { type AnswerPiece, createAnswerLines } from './answer-lines.ts'
import type { LineCheck } from './line-check.ts'

export interface AnswerReader {
  /** Text, cut anywhere. */
  readonly take: (text: string) => Generator<Yielded>
  /** `isWhole`: what is missing from the surface is reported. */
  readonly end: (isWhole: boolean) => Generator<Yielded>
  /** What was wrong, complete after `end`. */
  readonly faults: readonly Fault[]
  /** The lines that were refused, by their numbers. */
  readonly refused: ReadonlyMap<number, string>
  /** The messages that went to the user. */
  readonly accepted: readonly SurfaceMessage[]
}

/** @param check `undefined`: the client shows no surfaces; messages are dropped. */
export function createAnswerReader(check: LineCheck | undefined): AnswerReader {
  const faults: Fault[] = []
  const refused = new Map<number, string>()
  const accepted: SurfaceMessage[] = []
  const lines = createAnswerLines()

  function* yielded(pieces: Iterable<AnswerPiece>): Generator<Yielded> {
    for (const piece of pieces)
      if (piece.kind === 'text') yield { text: piece.text }
      else yield* message(piece.line)
  }

  function* message(line: string): Generator<Yielded> {
    if (!check) return
    const result = check.take(line)
    faults.push(...result.faults)
    for (const { line: number } of result.faults) if (number !== undefined) refused.set(number, line)
    if (!result.message) return
    accepted.push(result.message)
    yield { surface: result.message }
  }

  return {
    ...{ faults, refused, accepted },
    take: (text) => yielded(lines.take(text)),
    *end(isWhole) {
      yield* yielded(lines.end())
      // A refused line may hold what is missing.
      if (isWhole && faults.length === 0) faults.push(...(check?.end() ?? []))
    },
  }
}
