/** The text of a model → what the user gets: words as they come, and surfaces line by line. */
import type { Yielded } from '../../../../src/agent/server/index.ts'
import type { JsonObject } from '../../../../src/core.ts'
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

/** A line that never ends would be kept whole. */
const longestLine = 65_536

/**
 * A line that begins with `{` is a surface message, also where a model has spread it over several lines. Fences of code
 * blocks are passed over. Everything else is chat text and goes on at once, in the pieces in which it comes.
 *
 * @param check `undefined`: the client shows no surfaces; messages are dropped.
 */
export function createAnswerReader(check: LineCheck | undefined): AnswerReader {
  const reports: LineReport[] = []
  const accepted: JsonObject[] = []
  /** Of a line whose kind is not known yet, or of a message that is not whole. */
  let held = ''
  let kind: LineKind = 'unknown'
  /** The beginning of a line that may go on with the message, or be the next one. */
  let next: string | undefined
  let speaking = false

  function* message(line: string): Generator<Yielded> {
    speaking = false
    if (!check) return
    const result = check.take(line)
    reports.push(...result.reports)
    if (!result.message) return
    accepted.push(result.message)
    yield { surface: result.message }
  }

  function* finishLine(): Generator<Yielded> {
    const [line, was] = [held, kind]
    held = ''
    kind = 'unknown'
    if (was === 'message') yield* message(line.trim())
  }

  function* breakLine(): Generator<Yielded> {
    if (kind !== 'message') {
      // A blank line between two paragraphs counts, one between two messages does not.
      if (kind === 'text' || (kind === 'unknown' && speaking)) yield { text: '\n' }
      yield* finishLine()
      return
    }
    held += next ?? ''
    next = undefined
    if (isClosed(held) || held.length > longestLine) yield* finishLine()
    else next = ''
  }

  /** A part of one line. */
  function* part(text: string): Generator<Yielded> {
    if (next === undefined) {
      yield* add(text)
      return
    }
    next += text
    if (next.trim() === '{' || next === '') return
    const line = next
    next = undefined
    // A message at the very beginning of a line: the one before it was broken, and ends here.
    if (/^\{\s*"/.test(line)) yield* finishLine()
    else held += ' '
    yield* add(line)
  }

  function* add(text: string): Generator<Yielded> {
    held += text
    if (kind === 'unknown') kind = kindOf(held)
    if (kind !== 'text' || held === '') return
    speaking = true
    yield { text: held }
    held = ''
  }

  return {
    reports,
    accepted,
    *take(text) {
      const [first = '', ...rest] = text.replaceAll('\r', '').split('\n')
      yield* part(first)
      for (const line of rest) {
        yield* breakLine()
        yield* part(line)
      }
    },
    *end(isWhole) {
      held += next ?? ''
      yield* finishLine()
      const missing = check?.end() ?? []
      if (isWhole) reports.push(...missing)
    },
  }
}

type LineKind = 'unknown' | 'text' | 'fence' | 'message'

function kindOf(line: string): LineKind {
  const start = line.trimStart()
  if (start === '' || '```'.startsWith(start)) return 'unknown'
  if (start.startsWith('```')) return 'fence'
  return start.startsWith('{') ? 'message' : 'text'
}

/** Whether every bracket is closed. */
function isClosed(line: string): boolean {
  let [depth, inText] = [0, false]
  for (let index = 0; index < line.length; index++) {
    const sign = line[index]
    if (inText && sign === '\\') index++
    else if (sign === '"') inText = !inText
    else if (!inText && (sign === '{' || sign === '[')) depth++
    else if (!inText && (sign === '}' || sign === ']')) depth--
  }
  return depth <= 0
}
