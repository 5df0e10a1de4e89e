/**
 * Text of one JSON value that is still being written → its parts that are whole already.
 *
 * Each piece is read once, whatever came before it. Structure alone is followed: whether a part is JSON is seen when the part is
 * parsed, and the rest of the text is nobody's concern here.
 */

/** `text`: the value is handed on when it is whole. `parts`: its members or elements are asked for. `stop`: read no further. */
export type Want = 'text' | 'parts' | 'stop' | undefined

export interface PartReader {
  /** A value begins, with this character. `path`: the keys and indexes that lead to it. Default: the value is skipped. */
  wants(path: readonly string[], first: string): Want
  /** A value that was wanted is whole. False: read no further. */
  take(path: readonly string[], text: string): boolean
  /** Containers within one another at most. */
  readonly depth: number
}

/** Reads the next piece; false when nothing more will be read. */
export type PartScanner = (piece: string) => boolean

/** A container whose parts are wanted. */
interface Frame {
  readonly isList: boolean
  /** The keys so far: one that comes twice counts as the last one, which nobody can wait for. */
  readonly keys: Set<string>
  /** The key or index of the part at hand. */
  token: string
}

/** What may come next, in a container whose parts are wanted. */
type Next = 'value' | 'key' | 'colon' | 'comma'

export function createPartScanner({ wants, take, depth: mostDepth }: PartReader): PartScanner {
  const frames: Frame[] = []
  let next: Next = 'value'
  /** A key, or a value that is not read by its parts, is under way. */
  let token: 'key' | 'string' | 'container' | 'scalar' | undefined
  /** Open containers within the value under way. */
  let depth = 0
  let inString = false
  let escaped = false
  let wanted = false
  /** What earlier pieces hold of a token that is wanted. */
  let text = ''
  let over = false

  const path = (): readonly string[] => frames.map((frame) => frame.token)

  /** False: what begins here cannot be read. */
  function begin(first: string): boolean {
    const want = wants(path(), first)
    if (want === 'stop' || /[^[{"\w-]/.test(first)) return false
    const isContainer = first === '{' || first === '['
    if (want === 'parts' && isContainer) {
      frames.push({ isList: first === '[', keys: new Set(), token: '0' })
      next = first === '[' ? 'value' : 'key'
      return frames.length <= mostDepth
    }
    wanted = want === 'text'
    token = isContainer ? 'container' : first === '"' ? 'string' : 'scalar'
    depth = isContainer ? 1 : 0
    inString = first === '"'
    return true
  }

  /** The token under way ends. */
  function end(whole: string): boolean {
    const frame = frames.at(-1)
    const isKey = token === 'key'
    const isWanted = wanted
    token = undefined
    text = ''
    next = isKey ? 'colon' : 'comma'
    if (!isKey) return !isWanted || take(path(), whole)
    const key = whole.slice(1, -1)
    if (!frame || frame.keys.has(key) || key.includes('\\')) return false
    frame.keys.add(key)
    frame.token = key
    return true
  }

  /** A container whose parts are wanted is closed. */
  function close(isList: boolean): boolean {
    next = 'comma'
    return frames.pop()?.isList === isList
  }

  /** A character between tokens. */
  function between(character: string): boolean {
    const frame = frames.at(-1)
    if (character === ']' || character === '}') return next !== 'colon' && close(character === ']')
    if (next === 'value') return begin(character)
    if (next === 'key') {
      token = 'key'
      wanted = true
      inString = true
      return character === '"'
    }
    if (next === 'colon') {
      next = 'value'
      return character === ':'
    }
    if (!frame || character !== ',') return false
    next = frame.isList ? 'value' : 'key'
    if (frame.isList) frame.token = String(Number(frame.token) + 1)
    return true
  }

  /** A character of the token under way, outside of strings. Whether the token ends with it. */
  function isLast(character: string): boolean {
    if (character === '"') inString = true
    else if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    return depth === 0
  }

  function scan(piece: string): boolean {
    let start = 0
    for (let at = 0; at < piece.length; at++) {
      const character = piece[at] as string
      let ends = false
      if (escaped) escaped = false
      else if (inString) {
        if (character === '\\') escaped = true
        inString = character !== '"'
        ends = !inString && depth === 0
      } else if (token === 'container') {
        ends = isLast(character)
        if (depth + frames.length > mostDepth) return false
      } else if (token === 'scalar') {
        if (/[\w.+-]/.test(character)) continue
        if (!end(wanted ? text + piece.slice(start, at) : '')) return false
      }
      if (ends) {
        if (!end(wanted ? text + piece.slice(start, at + 1) : '')) return false
      } else if (!token && !/\s/.test(character)) {
        if (!between(character)) return false
        start = at
      }
    }
    if (token && wanted) text += piece.slice(start)
    return true
  }

  return (piece) => {
    over ||= !scan(piece)
    return !over
  }
}
