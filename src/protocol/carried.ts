/** Surface messages within what a carrier brings: a list, an object around a list, a text. */
import { isObject } from '../json/value.ts'

/** Names under which carriers, and outputs of tools, hold messages: a list, one message, or either as a text. */
export const listNames: readonly string[] = [
  'messages',
  'a2ui',
  'a2ui_operations',
  'operations',
  'envelopes',
  'validated_a2ui_json',
]

/** The surface messages in what a carrier brought: one, a list, or a list in an object. Parts of the agent protocol are opened. */
export function messagesIn(carried: unknown, depth = 0): readonly unknown[] {
  // Deeper lists are no carrier's: the runtime says that they are no message.
  if (depth > mostNested || typeof carried !== 'object' || carried === null) return [carried]
  const listed = Array.isArray(carried) ? carried : listIn(carried as { readonly [name: string]: unknown })
  return listed ? listed.flatMap((one) => messagesIn(one, depth + 1)) : [carried]
}

/** A list of parts, each of which has a list in an object. */
const mostNested = 4

function listIn(carried: { readonly [name: string]: unknown }): readonly unknown[] | undefined {
  if (carried['kind'] === 'data' && 'data' in carried) return [carried['data']]
  for (const name of listNames) {
    const held = carried[name]
    const value = typeof held === 'string' ? parsed(held) : held
    if (Array.isArray(value)) return value
    if (surfaceIdsIn([value]).length > 0) return [value]
  }
  return undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The surface messages in a text. What is no JSON stays a text: the runtime reports it. */
export function messagesInText(text: string): readonly unknown[] {
  const value = parsed(text)
  return value === undefined ? [text] : messagesIn(value)
}

/** The surfaces that messages name. */
export function surfaceIdsIn(messages: readonly unknown[]): readonly string[] {
  return messages.flatMap((message) =>
    Object.values(isObject(message) ? message : {}).flatMap((body) => {
      const surfaceId = isObject(body) ? body['surfaceId'] : undefined
      return typeof surfaceId === 'string' ? [surfaceId] : []
    }),
  )
}

/** The surface messages in the output of a tool. Outputs hold anything: what names no surface is no message. */
export function messagesOfOutput(output: unknown): readonly unknown[] {
  const found = (typeof output === 'string' ? messagesInText(output) : messagesIn(output)).flatMap((value) =>
    // Some servers encode it twice.
    typeof value === 'string' ? messagesInText(value) : [value],
  )
  return found.filter((value) => surfaceIdsIn([value]).length > 0)
}
