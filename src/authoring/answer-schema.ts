/** What a schema of answers is, and the one that needs no catalog: a text of JSON Lines, which every provider takes. */
import { isObject, type JsonObject } from '../json/value.ts'

/**
 * `open`: the whole schema, which the provider shows to the model but does not enforce. `strict`: what the provider enforces,
 * with null for what is left out, lists of `{key, value}` for maps and JSON in texts. `text`: one text of JSON Lines.
 */
export type SchemaLevel = 'open' | 'strict' | 'text'

export interface MessageSchema {
  /** An object at its root, JSON Schema 2020-12. */
  readonly schema: JsonObject
  readonly level: SchemaLevel
  /** Whether the provider may be asked to enforce it. */
  readonly strict: boolean
  /** What the provider cannot hold, in sentences. `checkMessages` finds it afterwards. */
  readonly lost: readonly string[]
  /** The answer as messages, unchecked: what cannot be read stays as it is, for `checkMessages` to tell. */
  readonly decode: (answer: unknown) => readonly unknown[]
}

/** `reasons`: why it is no other level, in sentences. */
export function textAnswer(reasons: readonly string[] = []): MessageSchema {
  const description = 'The messages as JSON Lines: each on a line of its own'
  return {
    schema: {
      type: 'object',
      properties: { lines: { type: 'string', description } },
      required: ['lines'],
      additionalProperties: false,
    },
    level: 'text',
    strict: true,
    lost: [...reasons, 'Everything within the text.'],
    decode: (answer) => linesOf(answer).map(parsed),
  }
}

/** The text of such an answer. */
export function linesOf(answer: unknown): readonly string[] {
  const text = isObject(answer) ? answer['lines'] : answer
  return String(text)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return line
  }
}
