/** The place of the next page, as an opaque text. */
import { isObject } from '../../json/value.ts'
import { CommerceError } from '../error.ts'
import type { SearchPlace } from './store.ts'

export interface Cursor extends SearchPlace {
  readonly match: 'all' | 'any'
  /** Of the search: a cursor belongs to one search only. */
  readonly digest: string
}

export function writeCursor({ rank, position, match, digest }: Cursor): string {
  return btoa(JSON.stringify({ rank, position, match, digest }))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** Throws `invalid_request` for a text that is no cursor, or the cursor of another search. */
export function readCursor(text: string, digest: string): Cursor {
  const cursor = parse(text)
  const { rank, position, match } = isObject(cursor) ? cursor : {}
  const isPlace = typeof rank === 'number' && Number.isSafeInteger(position)
  if (!isObject(cursor) || !isPlace || (match !== 'all' && match !== 'any') || cursor['digest'] !== digest)
    throw new CommerceError('invalid_request', 'The cursor does not belong to this search')
  return { rank, position: Number(position), match, digest }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return undefined
  }
}
