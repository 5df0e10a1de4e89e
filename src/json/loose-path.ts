/**
 * v0.8's paths. Slashes part names. A name is looked up as it stands; where there is no such key it is read as a path itself,
 * if it is written as one: identifiers with dots between them, and `[n]`, such as `chart.items[0].label`.
 */
import { join, type Pointer, pointerOf, root } from './pointer.ts'
import type { Maybe } from './value.ts'

const written = /^(?!\.)(?:(?:^|\.)[\p{L}_][\p{L}\w]*(?:\[\d+\])*)+$/u

/** Whether a name is written as a path. The first look is the cheaper one. */
export function isPath(name: string): boolean {
  return /[.[]/.test(name) && written.test(name)
}

/** The names in a path, as they stand: nothing is escaped. Empty names and `.` count for nothing. */
export function parseLoosePath(path: string): Pointer {
  const names = path.split('/').filter((name) => name !== '' && name !== '.')
  pointerOfNames(names)
  return names as readonly string[] as Pointer
}

interface Readable {
  read(pointer: Pointer): Maybe
}

/** At most so many, because each is looked for in several ways. */
const longest = 32

/** Where the names lead if each that is written as a path is one. Throws `POINTER_FORBIDDEN` or `LIMIT_DEPTH`. */
export function pointerOfNames(names: readonly string[]): Pointer {
  const parts = placeOf(root, names)
  return pointerOf(parts, parts.length > names.length ? longest : undefined)
}

/** Where the names lead from a place in the data. */
export function placeOf(from: Pointer, names: readonly string[], data?: Readable): Pointer {
  if (!names.some(isPath)) return join(from, names)
  const place = [...from]
  const inBrackets: number[] = []
  for (const name of names) {
    if (!isPath(name)) place.push(name)
    else
      for (const { 0: part, index } of name.matchAll(/\[?[^.[\]]+/g)) {
        const rest = name.slice(index)
        const isKey = data?.read([...place, rest] as readonly string[] as Pointer) !== undefined
        if (part.startsWith('[')) inBrackets.push(place.length)
        place.push(isKey ? rest : part.replace('[', ''))
        if (isKey) break
      }
  }
  return Object.assign(place, { inBrackets }) as readonly string[] as Pointer
}
