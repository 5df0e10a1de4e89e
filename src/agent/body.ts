/** Bytes of a response, never more than a limit. */
import { readBytes } from '../http/read-bytes.ts'
import { AgentError, peerAt, reasonOf } from './error.ts'
import { isTooDeep, maxDepth } from './value.ts'

/** The whole body as text. Over `limit` bytes: `LIMIT_BYTES`, and the rest is not loaded. */
export async function readText(response: Response, limit: number): Promise<string> {
  const bytes = await readBytes(response.body, limit)
  if (!bytes) throw overLimit('An answer', limit)
  return new TextDecoder().decode(bytes)
}

/** `LIMIT_BYTES`. */
export function overLimit(what: string, limit: number): AgentError {
  return new AgentError('LIMIT_BYTES', `${what} has more than ${limit} bytes`, {
    hint: 'The agent must send less at once, for example an artifact in several chunks.',
  })
}

/** A text → JSON of at most 256 levels. Anything else: `JSON_SYNTAX`. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    // Each level takes two characters, so most events need no check.
    if (text.length > 2 * maxDepth && isTooDeep(value)) throw new RangeError(`more than ${maxDepth} levels`)
    return value
  } catch (cause) {
    throw new AgentError('JSON_SYNTAX', `The agent sent no JSON: ${reasonOf(cause).slice(0, 200)}`, {
      hint: 'Report this to the maker of the agent, or look for a proxy that changes answers.',
      cause,
    })
  }
}

/** A JSON answer. Another content type, such as a login page with status 200: `CONTENT_TYPE_UNEXPECTED`. */
export async function readJson(response: Response, limit: number): Promise<unknown> {
  if (response.status === 204) return {}
  const type = essenceOf(response)
  if (type !== '' && !isJsonType(type)) return refuseType(response, type)
  return parseJson(await readText(response, limit))
}

/** Content type without parameters, in lower case; empty when there is none. */
export function essenceOf(response: Response): string {
  return (response.headers.get('content-type') ?? '').replace(/;.*/, '').trim().toLowerCase()
}

function isJsonType(type: string): boolean {
  return type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type)
}

/** Throws `CONTENT_TYPE_UNEXPECTED`. */
export async function refuseType(response: Response, type: string): Promise<never> {
  await response.body?.cancel()
  throw new AgentError(
    'CONTENT_TYPE_UNEXPECTED',
    `${peerAt(response.url)} answered with content of type ${type.slice(0, 100)}`,
    {
      hint: 'Check the address, and whether a proxy or a login page answers in place of the agent.',
    },
  )
}
