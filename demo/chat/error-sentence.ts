/** Errors of the agent client in words for the user. Codes, hints and the library's own messages are for developers. */
import type { AgentErrorCode } from 'surface-runtime/agent'

type Sentence = (name: string) => string

const unreachable: Sentence = (name) => `${name} cannot be reached. What you typed is kept.`
const signIn: Sentence = (name) => `${name} asks for a sign-in, and this page has none. What you typed is kept.`
const forgotten: Sentence = (name) => `${name} no longer has this conversation. Begin a new one.`
const tooLarge: Sentence = (name) => `${name} sent more than this page takes. What you typed is kept.`
const confused: Sentence = (name) => `${name} gave an answer that this page cannot read. What you typed is kept.`

const sentences: { readonly [code in AgentErrorCode]?: Sentence } = {
  ...{ NETWORK_FAILED: unreachable, TIMEOUT: unreachable, UNAVAILABLE: unreachable, HTTP_STATUS: unreachable },
  ...{ STREAM_ENDED_EARLY: unreachable, STREAM_IDLE: unreachable, ABORTED: unreachable },
  ...{ UNAUTHENTICATED: signIn, PERMISSION_DENIED: signIn },
  ...{ TASK_NOT_FOUND: forgotten, UNSUPPORTED_OPERATION: forgotten },
  LIMIT_BYTES: tooLarge,
  RATE_LIMITED: (name) => `${name} has too much to do. Try again in a minute; what you typed is kept.`,
  REQUEST_TOO_LARGE: (name) => `This is too long for ${name}. Send less at once.`,
  INTERNAL_ERROR: (name) => `Something went wrong at ${name}. What you typed is kept.`,
  ADDRESS_INSECURE: (name) => `The address of ${name} is not safe, so nothing was sent there.`,
  REDIRECT_REFUSED: (name) => `${name} has moved to another address, and this page does not follow by itself.`,
}

/** Why a conversation does not go on. `name`: what the agent is called. */
export function conversationSentence(code: AgentErrorCode, name: string): string {
  return (sentences[code] ?? confused)(name)
}

const silent: ReadonlySet<string> = new Set(['NETWORK_FAILED', 'TIMEOUT', 'UNAVAILABLE', 'STREAM_ENDED_EARLY'])
const foreign: ReadonlySet<string> = new Set(['NO_INTERFACE', 'EXTENSION_SUPPORT_REQUIRED', 'VERSION_NOT_SUPPORTED'])

/** Why there is no conversation. `code`: absent where something else than the connection failed. */
export function connectionSentence(code: AgentErrorCode | undefined, address: string): string {
  if (code === undefined) return `This page could not connect to ${address}.`
  if (silent.has(code)) return `Nothing answers at ${address}. Is the agent running?`
  if (foreign.has(code)) return `The agent at ${address} speaks a version that this page does not know.`
  if (code === 'CARD_SIGNATURE_INVALID') return `The agent at ${address} cannot prove who it is.`
  return `${address} answers, but not as an agent.`
}
