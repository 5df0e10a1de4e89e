/**
 * Lenient mode: lines that are no JSON by themselves → the texts of messages. Models write one message on several lines, in fences and
 * tags and between sentences, with a comma or brace too many, and end in the middle of one.
 */
import { isObject, type JsonValue } from '../../json/value.ts'
import { isOther } from '../../protocol/other.ts'

/** A message whose end has not come. */
export interface OpenText {
  /** 1-based number of its first line. */
  readonly number: number
  /** Its lines, so that each character is looked at once. */
  readonly pieces: string[]
  size: number
  /** Brackets that are open, and whether a text is. */
  readonly open: string[]
  quoted: boolean
}

/** What a line brings. */
export interface Gathered {
  /** Whole texts, in their order. */
  readonly texts: readonly string[]
  /** What goes on with the next line. */
  readonly open: OpenText | undefined
}

/** `undefined`: there is no message in the line, and none is open. `most`: UTF-16 units of an open one. */
export function gathered(
  line: string,
  number: number,
  before: OpenText | undefined,
  most: number,
): Gathered | undefined {
  if (before === undefined && isAround(line)) return { texts: [], open: undefined }
  const isNext = before !== undefined && beginsMessage(line)
  const texts: string[] = before && isNext ? [closed(before)] : []
  let open = before && !isNext ? before : undefined
  let rest = line
  for (;;) {
    if (!open) {
      const start = rest.search(/\{\s*(?:["}]|$)|\[\s*\{/)
      // One brace too many, a comma, the end of a fence: nothing is in them.
      if (start < 0) return before || texts.length > 0 ? { texts, open: undefined } : undefined
      open = { number, pieces: [], size: 0, open: [], quoted: false }
      rest = rest.slice(start)
    }
    const end = endIn(rest, open)
    open.pieces.push(end === 0 ? rest : rest.slice(0, end))
    open.size += rest.length
    if (end === 0 && open.size <= most) return { texts, open }
    texts.push(cleaned(open.pieces.join('\n')))
    open = undefined
    if (end === 0) return { texts, open }
    rest = rest.slice(end)
  }
}

/** A fence, a tag, a marker, or brackets around messages. */
function isAround(line: string): boolean {
  return (
    /^\s*(?:```[\w:+-]*|~~~\w*|<\/?[\w:-]+>|---\w+---|[[\],{}\s]*)\s*$/.test(line.slice(0, 80)) &&
    line.trim().length < 80 &&
    !/\{/.test(line)
  )
}

/** A line that is a message by itself: what was open before has no end. */
function beginsMessage(line: string): boolean {
  if (!line.startsWith('{')) return false
  try {
    const value = JSON.parse(line) as JsonValue
    return isObject(value) && !isOther(value)
  } catch {
    return /^\{\s*"(?:version|\w*(?:Surface|Components|DataModel|Rendering|surfaceUpdate|dataModelUpdate))"/.test(line)
  }
}

/** Where the value ends in its next line; 0: it does not. */
function endIn(line: string, state: OpenText): number {
  const { open } = state
  for (let at = 0; at < line.length; at++) {
    const character = line[at] as string
    if (state.quoted) {
      if (character === '\\') at++
      else if (character === '"') state.quoted = false
    } else if (character === '"') state.quoted = true
    else if (character === '{' || character === '[') open.push(character)
    else if (character === '}' || character === ']') {
      open.pop()
      if (open.length === 0) return at + 1
    }
  }
  return 0
}

/** Without commas before a closing bracket, and with line breaks in texts as JSON has them. */
function cleaned(text: string): string {
  return text.replace(/"[^"\\]*(?:\\[\s\S][^"\\]*)*"|,(?=\s*[}\]])/g, (part) =>
    part === ',' ? '' : part.replace(/\r?\n/g, '\\n'),
  )
}

/** What is whole of a message that was cut: the elements of its innermost list, or its members. */
export function closed({ pieces }: Pick<OpenText, 'pieces'>): string {
  const text = pieces.join('\n')
  const open: string[] = []
  const closing = (): string =>
    open
      .map((one) => (one === '{' ? '}' : ']'))
      .toReversed()
      .join('')
  /** The last places at which something ends, anywhere and in a list, and what is open there. */
  let anywhere: readonly [end: number, closing: string] = [0, '']
  let inList = anywhere
  const tokens = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|[[\]{},]/g
  for (let found = tokens.exec(text); found; found = tokens.exec(text)) {
    const [token] = found
    if (token === '{' || token === '[') open.push(token)
    else if (token === '}' || token === ']') open.pop()
    if (open.length > mostOpen) return text
    if (token.startsWith('"') || token === '{') continue
    anywhere = [token === ',' ? found.index : tokens.lastIndex, closing()]
    if (open.at(-1) === '[') inList = anywhere
  }
  // Where only brackets are missing nothing was cut.
  const isWhole = text.slice(anywhere[0]).trim() === ''
  const [end, brackets] = isWhole || inList[0] === 0 ? anywhere : inList
  const whole = cleaned(text.slice(0, end) + brackets)
  // Of a list without a whole element nothing is left.
  return text[end - 1] !== '[' && isJson(whole) ? whole : text
}

/** A message is not nested deeper than this. */
const mostOpen = 200

function isJson(text: string): boolean {
  try {
    return text !== '' && typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
