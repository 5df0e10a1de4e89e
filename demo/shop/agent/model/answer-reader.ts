/** The text of a model → what the user gets: words as they come, and surfaces line by line. */
import type { Yielded } from '../../../../src/agent/server/index.ts'
import type { JsonObject } from '../../../../src/core.ts'
import { type AnswerPiece, createAnswerLines } from './answer-lines.ts'
import type { LineCheck, LineReport } from './line-check.ts'

export interface AnswerReader {
  /** Text, cut anywhere. */
  readonly take: (text: string) => Generator<Yielded>
  /** `isWhole`: what is missing from the surface is reported. */
  readonly end: (isWhole: boolean) => Generator<Yielded>
  /** What was wrong, complete after `end`. */
  readonly reports: readonly LineReport[]
  /** The messages that went to the user. */
  readonly accepted: readonly JsonObject[]
}

/** @param check `undefined`: the client shows no surfaces; messages are dropped. */
export function createAnswerReader(check: LineCheck | undefined): AnswerReader {
  const reports: LineReport[] = []
  const accepted: JsonObject[] = []
  const lines = createAnswerLines()

  function* yielded(pieces: Iterable<AnswerPiece>): Generator<Yielded> {
    for (const piece of pieces)
      if (piece.kind === 'text') yield { text: piece.text }
      else yield* message(piece.line)
  }

  function* message(line: string): Generator<Yielded> {
    if (!check) return
    const result = check.take(line)
    reports.push(...result.reports)
    if (!result.message) return
    accepted.push(result.message)
    yield { surface: result.message }
  }

  return {
    reports,
    accepted,
    take: (text) => yielded(lines.take(text)),
    *end(isWhole) {
      yield* yielded(lines.end())
      const missing = check?.end() ?? []
      if (isWhole) reports.push(...missing)
    },
  }
}
