/** Bytes of a response, never more than a limit. */
import { AgentError, reasonOf } from './error.ts'
import { isMembers } from './value.ts'

/** Chunks of a body. Leaving the loop cancels the body. Not every browser can iterate a stream. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** The whole body as text. Over `limit` bytes: `LIMIT_BYTES`, and the rest is not loaded. */
export async function readText(response: Response, limit: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  if (!response.body) return text
  for await (const chunk of chunksOf(response.body)) {
    bytes += chunk.byteLength
    if (bytes > limit) throw overLimit('An answer', limit)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** `LIMIT_BYTES`. */
export function overLimit(what: string, limit: number): AgentError {
  return new AgentError('LIMIT_BYTES', `${what} has more than ${limit} bytes`, {
    hint: 'The agent must send less at once, for example an artifact in several chunks.',
  })
}

/** A text → JSON. Anything else: `JSON_SYNTAX`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
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
  if (type !== '' && !isJsonType(type)) {
    await response.body?.cancel()
    throw unexpectedType(type)
  }
  return parseJson(await readText(response, limit))
}

/** The body of a failed answer as JSON, or `undefined`: a proxy's error page is no JSON. */
export async function readProblem(response: Response, limit: number): Promise<unknown> {
  try {
    const value = parseJson(await readText(response, limit))
    return isMembers(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Content type without parameters, in lower case; empty when there is none. */
export function essenceOf(response: Response): string {
  return (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

export function isJsonType(type: string): boolean {
  return type === 'application/json' || /^application\/[\w.-]+\+json$/.test(type)
}

export function unexpectedType(type: string): AgentError {
  return new AgentError('CONTENT_TYPE_UNEXPECTED', `The agent answered with content of type ${type.slice(0, 100)}`, {
    hint: 'Check the address, and whether a proxy or a login page answers in place of the agent.',
  })
}
