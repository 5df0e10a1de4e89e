/** The text of a model, cut anywhere → chat text as it comes, and surface messages when they are whole. */

export type AnswerPiece =
  | { readonly kind: 'text'; readonly text: string }
  /** A line that begins with `{`; nobody has parsed it yet. */
  | { readonly kind: 'message'; readonly line: string }

export interface AnswerLines {
  /** Text, cut anywhere. */
  readonly take: (text: string) => Generator<AnswerPiece>
  /** What is still held: a message whose end never came. */
  readonly end: () => Generator<AnswerPiece>
}

/** A line that never ends would be kept whole. */
const longestLine = 65_536

interface LineState {
  /** Of a line whose kind is not known yet, or of a message that is not whole. */
  held: string
  kind: LineKind
  /** The beginning of a line that may go on with the message, or be the next one. */
  next: string | undefined
  /** The latest piece was chat text. */
  speaking: boolean
}

/**
 * A line that begins with `{` is a surface message, also where a model has spread it over several lines. Fences of code
 * blocks are passed over. Everything else is chat text and goes on at once, in the pieces in which it comes.
 */
export function createAnswerLines(): AnswerLines {
  const state: LineState = { held: '', kind: 'unknown', next: undefined, speaking: false }
  return {
    *take(text) {
      const [first = '', ...rest] = text.replaceAll('\r', '').split('\n')
      yield* part(state, first)
      for (const line of rest) {
        yield* breakLine(state)
        yield* part(state, line)
      }
    },
    *end() {
      state.held += state.next ?? ''
      yield* finishLine(state)
    },
  }
}

function* finishLine(state: LineState): Generator<AnswerPiece> {
  const { held, kind } = state
  state.held = ''
  state.kind = 'unknown'
  if (kind !== 'message') return
  state.speaking = false
  yield { kind: 'message', line: held.trim() }
}

function* breakLine(state: LineState): Generator<AnswerPiece> {
  const { kind, speaking } = state
  if (kind !== 'message') {
    // A blank line between two paragraphs counts, one between two messages does not.
    if (kind === 'text' || (kind === 'unknown' && speaking)) yield { kind: 'text', text: '\n' }
    yield* finishLine(state)
    return
  }
  state.held += state.next ?? ''
  state.next = undefined
  if (isClosed(state.held) || state.held.length > longestLine) yield* finishLine(state)
  else state.next = ''
}

/** A part of one line. */
function* part(state: LineState, text: string): Generator<AnswerPiece> {
  if (state.next === undefined) {
    yield* add(state, text)
    return
  }
  const line = state.next + text
  state.next = line
  if (line.trim() === '{' || line === '') return
  state.next = undefined
  // A message at the very beginning of a line: the one before it was broken, and ends here.
  if (/^\{\s*"/.test(line)) yield* finishLine(state)
  else state.held += ' '
  yield* add(state, line)
}

function* add(state: LineState, text: string): Generator<AnswerPiece> {
  state.held += text
  if (state.kind === 'unknown') state.kind = kindOf(state.held)
  if (state.kind !== 'text' || state.held === '') return
  state.speaking = true
  yield { kind: 'text', text: state.held }
  state.held = ''
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
