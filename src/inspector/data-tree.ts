/** A data model as rows, and what the user writes into a row as a value. */
import { escapeToken } from '../json/pointer.ts'
import { isObject, type JsonValue } from '../json/value.ts'

export interface DataRow {
  /** JSON Pointer. */
  readonly pointer: string
  readonly name: string
  readonly value: JsonValue
  /** 1 at the top. */
  readonly level: number
  /** `undefined`: the value has no members. */
  readonly open: boolean | undefined
}

/** More rows would be slow. */
const mostRows = 2_000

export function dataRows(model: JsonValue, isOpen: (pointer: string, level: number) => boolean): readonly DataRow[] {
  const rows: DataRow[] = []

  function add(name: string, value: JsonValue, pointer: string, level: number): void {
    if (rows.length >= mostRows) return
    const members = membersOf(value)
    const open = members.length > 0 ? isOpen(pointer, level) : undefined
    rows.push({ pointer, name, value, level, open })
    if (open) for (const [key, member] of members) add(key, member, `${pointer}/${escapeToken(key)}`, level + 1)
  }

  for (const [key, member] of membersOf(model)) add(key, member, `/${escapeToken(key)}`, 1)
  return rows
}

function membersOf(value: JsonValue): readonly (readonly [string, JsonValue])[] {
  return Array.isArray(value) || isObject(value) ? Object.entries(value) : []
}

/** What was typed as JSON; what is no JSON is a text. */
export function valueTyped(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return text
  }
}

/** Of containers their size, of texts the text in quotes. */
export function shownValue(value: JsonValue): string {
  if (Array.isArray(value)) return `${value.length} items`
  if (isObject(value)) return `${Object.keys(value).length} members`
  return JSON.stringify(value)
}
