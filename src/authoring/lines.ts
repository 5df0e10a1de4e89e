/** What a model wrote, text or parsed messages, as numbered lines within the limits of a check. */
import { asSurfaceError, SurfaceError } from '../errors/surface-error.ts'
import { copyJson } from '../json/inspect.ts'
import { createLineSplitter, type Line } from '../stream/lines.ts'
import { limits } from './headless.ts'

/** UTF-16 units of a text that is looked at. Over it: `LIMIT_LINE_BYTES`, and nothing is checked. */
export const maxText = 1_048_576

/** Lines or messages that are looked at. Over it: `STREAM_TRUNCATED` at the first one that was not. */
const maxLines = 1_000

/** A text is cut at its newlines. A parsed message is a line of its own. */
export function* linesOf(input: string | readonly unknown[]): Generator<Line> {
  let count = 0
  for (const line of typeof input === 'string' ? linesOfText(input) : messagesAsLines(input)) {
    if (count++ === maxLines) {
      yield { ...line, text: tooMany() }
      return
    }
    yield line
  }
}

function* linesOfText(input: string): Generator<Line> {
  if (input.length > maxText) {
    yield { number: 1, text: tooLong() }
    return
  }
  const splitter = createLineSplitter(limits)
  const next = splitter.feed(input)
  for (let line = next(); line; line = next()) yield line
  const last = splitter.end()
  if (last) yield last
}

function* messagesAsLines(input: readonly unknown[]): Generator<Line> {
  for (const [index, message] of input.entries()) yield { number: index + 1, text: textOf(message) }
}

function textOf(message: unknown): Line['text'] {
  try {
    return JSON.stringify(copyJson(message, limits))
  } catch (error) {
    return asSurfaceError(error)
  }
}

function tooLong(): SurfaceError {
  return new SurfaceError('LIMIT_LINE_BYTES', `The text is longer than ${maxText} characters`, {
    hint: 'Send it in several parts.',
  })
}

function tooMany(): SurfaceError {
  return new SurfaceError('STREAM_TRUNCATED', `Only the first ${maxLines} lines were checked`, {
    hint: 'Send the rest by itself.',
  })
}
