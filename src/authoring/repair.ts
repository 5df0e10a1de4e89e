/**
 * A model's answer → JSON Lines, by changes that cannot change what was meant: what stands around messages goes, each message
 * gets its line, surplus commas and one surplus brace go. What would take a guess stays as it is, for the check to report.
 */
import { isList, isObject, type JsonObject, type JsonValue } from '../json/value.ts'
import { isOther } from '../protocol/other.ts'
import { maxText } from './lines.ts'

/**
 * What was done.
 * - Taken away: `bom`, a byte order mark; `fence`, a code fence; `tag`, a tag around messages; `prose`, text around messages;
 *   `comma`, one before a closing bracket or behind a message; `brace`, one too many behind a message.
 * - Made one line each: `line`, what stood on several lines; `list`, several messages in a list or on a line; `keys`, several
 *   messages in one object.
 * - Escaped: `newline`, a line break within a text.
 */
export type RepairKind = 'bom' | 'fence' | 'tag' | 'prose' | 'comma' | 'brace' | 'line' | 'list' | 'keys' | 'newline'

export interface Repair {
  readonly kind: RepairKind
  /** 1-based, in the text as it was. */
  readonly line: number
}

export interface Repaired {
  /** JSON Lines, as far as they could be read. */
  readonly text: string
  readonly repairs: readonly Repair[]
  /** Prose that was taken away. */
  readonly dropped: readonly { readonly line: number; readonly text: string }[]
}

/**
 * Takes linear time. JSON Lines come back as they were, and so does a text without any message or of more than 1 MiB. A repaired
 * text needs no further repair.
 */
export function repairText(text: string): Repaired {
  const unchanged = { text, repairs: [], dropped: [] }
  if (text.length > maxText) return unchanged
  const { lines, repairs, dropped, found } = linesIn(text)
  if (!found || repairs.length === 0) return unchanged
  return { text: lines.join('\n') + (text.endsWith('\n') ? '\n' : ''), repairs, dropped }
}

interface Lines extends Pick<Repaired, 'repairs' | 'dropped'> {
  readonly lines: readonly string[]
  /** Whether there was any object. */
  readonly found: boolean
}

function linesIn(text: string): Lines {
  const lines: string[] = []
  const repairs: Repair[] = []
  const dropped: { line: number; text: string }[] = []
  let found = false
  let position = 0
  let line = 1
  /** The end of the line at `position`. */
  let end = endOfLine(text, 0)
  /** Behind a part that cannot be read: what is indented, or no message, belongs to it. */
  let broken = false
  /** Characters that may be read in vain. Then each line is read by itself. */
  let budget = 4 * text.length

  function note(kind: RepairKind): void {
    repairs.push({ kind, line })
  }

  function moveTo(next: number): void {
    position = Math.min(next, text.length)
    for (; end < position; line++) end = endOfLine(text, end + 1)
  }

  /** What is no message. */
  function discard(part: string): void {
    const rest = part.trim()
    if (rest === '') return
    const kind = kindOf(rest)
    note(kind)
    if (kind === 'prose') dropped.push({ line, text: rest })
  }

  /** A message, or a list of messages. */
  function take(json: string): void {
    const inner = listIn(json)
    if (inner) note('list')
    for (const part of inner ?? [json]) {
      const apart = messagesIn(part)
      if (apart) note('keys')
      lines.push(...(apart ?? [part]))
    }
    found = true
    broken = false
  }

  function takeRaw(raw: string, isStart: boolean, looksLikeOne: boolean): void {
    if (raw.trim() === '') return
    if (broken && (!looksLikeOne || /^\s/.test(raw))) {
      lines.push(`${lines.pop()} ${raw.trim()}`)
      note('line')
    } else if (/^\s*\[\s*$/.test(raw) || !(looksLikeOne || (!isStart && /^[}\],:]/.test(raw)))) discard(raw)
    else {
      lines.push(raw)
      broken = true
    }
  }

  if (text.startsWith('\uFEFF')) {
    note('bom')
    position = 1
  }
  for (let isStart = true; position < text.length; ) {
    const raw = text.slice(position, end)
    const start = broken && /^\s/.test(raw) ? -1 : beginningIn(raw, isStart)
    const value = start < 0 ? undefined : readValue(budget > 0 ? text : text.slice(0, end), position + start)
    if (value?.json === undefined || !isMessage(value.json, isStart && raw.slice(0, start).trim() === '')) {
      budget -= (value?.end ?? position) - position
      takeRaw(raw, isStart, start >= 0)
      moveTo(end + 1)
      isStart = true
      continue
    }
    discard(raw.slice(0, start))
    if (!isStart) note('list')
    value.kinds.forEach(note)
    take(value.json)
    moveTo(value.end)
    surplus.lastIndex = position
    const [whole = '', brace, comma] = surplus.exec(text) ?? []
    if (brace) note('brace')
    if (comma) note('comma')
    isStart = text[position + whole.length] === '\n'
    moveTo(position + whole.length + (isStart ? 1 : 0))
  }
  return { lines, repairs, dropped, found }
}

/** Whether a value is taken. In the middle of a line it may be a part of something else. */
function isMessage(json: string, isWhole: boolean): boolean {
  return (isWhole && json.startsWith('{')) || !isOther(JSON.parse(json) as JsonValue)
}

function endOfLine(text: string, from: number): number {
  const newline = text.indexOf('\n', from)
  return newline < 0 ? text.length : newline
}

/** Behind a message: one brace too many, and a comma. */
const surplus = /[ \t\r]*(\}(?=[ \t\r]*(?:[,`<\n]|$)))?[ \t\r]*(,(?=\s*(?:[{`\]]|$)))?[ \t\r]*/y

/** Where a message or a list of messages may begin, within a line; -1: nowhere. A line that begins with a brace is meant as one. */
function beginningIn(raw: string, isStart: boolean): number {
  const first = isStart ? /^\s*(?=\{)/.exec(raw)?.[0].length : undefined
  return first ?? raw.search(/\{\s*(?:"|\}|$)|\[\s*(?:\{|$)/)
}

function kindOf(rest: string): RepairKind {
  if (/^(?:```|~~~)[\w:+-]*$/.test(rest)) return 'fence'
  if (/^<\/?[\w:-]+>$/.test(rest)) return 'tag'
  return /^[[\],]+$/.test(rest) ? 'list' : 'prose'
}

interface ReadValue {
  /** On one line, without surplus commas. `undefined`: it is not JSON, or no object and no list of objects. */
  readonly json?: string
  /** Where the reading ended. */
  readonly end: number
  readonly kinds: readonly RepairKind[]
}

const tokens = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|\r?\n\s*|[ \t\r]+|[-+.\w]+|[{}[\],:]/y

/** Reads an object or list, as far as brackets and texts go; whether it is JSON the parser says. */
function readValue(text: string, start: number): ReadValue {
  const kinds = new Set<RepairKind>()
  const pieces: string[] = []
  const open: string[] = []
  /** The last piece that is no white space, and its index. */
  let last = ''
  let lastIndex = 0
  let end = start
  do {
    tokens.lastIndex = end
    const piece = tokens.exec(text)?.[0]
    // A text without an end was looked for up to the end.
    if (piece === undefined) return { end: text[end] === '"' ? text.length : end, kinds: [] }
    end += piece.length
    if (/^\r?\n/.test(piece)) {
      // A new message begins, though this one is not closed.
      if (text[end] === '{' && piece.endsWith('\n') && open[0] === '{' && !/[[,:]/.test(last)) return { end, kinds: [] }
      kinds.add('line')
      continue
    }
    const isText = piece.startsWith('"') && piece.includes('\n')
    if (isText) kinds.add('newline')
    pieces.push(isText ? piece.replace(/\r?\n/g, '\\n') : piece)
    if (/^[ \t\r]/.test(piece)) continue
    if (piece === '{' || piece === '[') open.push(piece)
    if (piece === '}' || piece === ']') {
      if (open.pop() !== (piece === '}' ? '{' : '[')) return { end, kinds: [] }
      if (last === ',') {
        pieces[lastIndex] = ''
        kinds.add('comma')
      }
    }
    last = piece
    lastIndex = pieces.length - 1
  } while (open.length > 0)
  const json = pieces.join('')
  return isMeant(json) ? { json, end, kinds: [...kinds] } : { end, kinds: [] }
}

function isMeant(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value.length > 0 && value.every(isObject) : isObject(value)
  } catch {
    return false
  }
}

/** The objects of a list, or of `{"messages": […]}`. */
function listIn(json: string): readonly string[] | undefined {
  const value = JSON.parse(json) as JsonValue
  if (isList(value)) return messageTextsOf(json)
  const { messages, ...others } = value as JsonObject
  if (messages === undefined || !isList(messages) || Object.keys(others).some((name) => name !== 'version'))
    return undefined
  if (messages.length === 0 || !messages.every((one) => isObject(one) && !Object.hasOwn(one, 'messages')))
    return undefined
  const member = messageTextsOf(json).find((part) => /^\s*"messages"/.test(part)) ?? ''
  return messageTextsOf(member.slice(member.indexOf(':') + 1))
}

/** The order in which messages of one object are applied. */
const order = [
  ['createSurface', 'updateComponents', 'updateDataModel', 'deleteSurface'],
  ['surfaceUpdate', 'dataModelUpdate', 'beginRendering', 'deleteSurface'],
]

/** An object for each message of an object with several. A key that is there twice is a fault. */
function messagesIn(json: string): readonly string[] | undefined {
  const names = Object.keys(JSON.parse(json) as JsonObject).filter((name) => name !== 'version')
  const kinds = order.find((known) => names.every((name) => known.includes(name)))
  if (!kinds || names.length < 2) return undefined
  const parts = messageTextsOf(json)
  const version = parts.filter((part) => /^\s*"version"/.test(part))
  if (parts.length !== names.length + version.length) return undefined
  return kinds.flatMap((kind) => {
    const part = parts.find((one) => one.trimStart().startsWith(`"${kind}"`))
    return part === undefined ? [] : [`{${[...version, part.trim()].join(', ')}}`]
  })
}

/** The elements or members of a value as they are written. */
function messageTextsOf(json: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (const { 0: token, index } of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],]/g)) {
    const closes = token === '}' || token === ']'
    if ((token === ',' || closes) && depth === 1) {
      parts.push(json.slice(start, index).trim())
      start = index + 1
    }
    if (token === '{' || token === '[') {
      if (depth++ === 0) start = index + 1
    } else if (closes) depth--
  }
  return parts.filter((part) => part !== '')
}
