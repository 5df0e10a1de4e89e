/**
 * Texts of the data model that hold a JSON object or array. v0.8 has no arrays of its own, so agents write
 * `{"key": "rows", "valueString": "[…]"}`. The text stays a text; a path that leads on from it reads what it holds.
 */
import type { Limits } from '../errors/limits.ts'
import { parseJson } from '../json/parse-json.ts'
import { type Pointer, read, step, write } from '../json/pointer.ts'
import { isList, isObject, type Maybe } from '../json/value.ts'

export interface JsonTexts {
  /** The object or array that a text holds; any other value as it is. The same text gives the same object. */
  open(value: Maybe): Maybe
  /** The value one step below, through a text where there is one. */
  step(value: Maybe, token: string): Maybe
  /** The value at a pointer, through texts where there are some. */
  read(value: Maybe, pointer: Pointer): Maybe
  /** A document like `value` in which no text stands above the pointer's place: what it holds takes its place. */
  opened(value: Maybe, pointer: Pointer): Maybe
}

/**
 * Characters of texts whose contents are kept. Beyond it all are forgotten at the end of the running task, and read again
 * when they are next asked for. Not earlier: 10,000 rows that read eleven long texts in turn would parse one for each row,
 * which takes 15 s.
 */
const maxKept = 1_000_000

export function createJsonTexts(limits: Limits): JsonTexts {
  const contents = new Map<string, Maybe>()
  let kept = 0

  function open(value: Maybe): Maybe {
    if (typeof value !== 'string' || !mayHold.test(value)) return value
    if (!contents.has(value)) {
      if (kept <= maxKept && kept + value.length > maxKept) queueMicrotask(forget)
      kept += value.length
      contents.set(value, contentOf(value))
    }
    return contents.get(value)
  }

  /** The text itself where it is no JSON after all. */
  function contentOf(text: string): Maybe {
    try {
      const value = parseJson(text, limits, [])
      return isList(value) || isObject(value) ? value : text
    } catch {
      return text
    }
  }

  function forget(): void {
    contents.clear()
    kept = 0
  }

  function stepInto(value: Maybe, token: string): Maybe {
    return step(open(value), token)
  }

  return {
    open,
    step: stepInto,
    read: (value, pointer) => read(value, pointer, pointer.length, stepInto),
    opened(value, pointer) {
      let document = value
      for (let depth = 0; depth < pointer.length; depth++) {
        const found = read(document, pointer, depth)
        const content = open(found)
        if (content === found) continue
        const place = pointer.slice(0, depth) as readonly string[] as Pointer
        document = write(document, place, content, new WeakSet(), true)
      }
      return document
    },
  }
}

/** A look at the first character. What follows blanks is found out once: a text may have 100,000 of them. */
const mayHold = /^[\s[{]/
