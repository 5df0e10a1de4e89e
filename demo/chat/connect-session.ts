/** Finds the agent, connects, and begins a conversation or goes on with the saved one. */

import { type Agent, AgentError, type ConnectOptions, connectAgent } from 'surface-runtime/agent'
import type { SignIn } from 'surface-runtime/agent/sign-in'
import { type ChatStore, openChatStore } from './chat-store.ts'
import { connectionSentence } from './error-sentence.ts'
import type { FoundAgent } from './find-agent.ts'
import { createSession, type Session } from './session.ts'
import { type SurfaceVersion, versionsNamed } from './surface-version.ts'
import { deliverKept } from './undelivered.ts'

/**
 * `refused`: the address may not be used. `absent`: no agent is known. `unreachable`: there is no usable card. `reason`: one or
 * two sentences for the user.
 */
export type ChatState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open'; readonly session: Session }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreachable'; readonly reason: string }

export interface SessionOptions {
  readonly find: () => Promise<FoundAgent>
  /** The newest that the agent offers, unless this is given and offered. */
  readonly surfaceVersion?: SurfaceVersion | undefined
  /** A version of the agent protocol to claim in place of the spoken one: to see an agent refuse it. */
  readonly agentVersion?: string | undefined
  /** What the browser remembers, where it was read before. */
  readonly chats?: ChatStore | undefined
  /** Signs in at this authorization server. Called for each conversation. */
  readonly signInAt?: (issuer: string) => Promise<SignIn>
}

/** Pauses before a broken stream is resumed: 0.3 to 3 s. */
const reconnect = { minDelay: 300, maxDelay: 3_000 }

/** @param options `key`: the number of the session. Never rejects: whatever fails is shown in the place of the chat. */
export async function connectSession(
  options: SessionOptions & { readonly key: number },
): Promise<Exclude<ChatState, { readonly kind: 'connecting' }>> {
  let address = 'the agent'
  try {
    const found = await options.find()
    if (found.kind !== 'found') return found
    address = found.address
    const signIn = found.login === undefined ? undefined : await options.signInAt?.(found.login)
    const credentials = signIn && { credentials: signIn.credentials }
    const agent = await connectAgent(address, { ...connectOptions(options), ...credentials })
    return { kind: 'open', session: await begin(options, agent, found, signIn) }
  } catch (cause) {
    const code = cause instanceof AgentError ? cause.code : undefined
    return { kind: 'unreachable', reason: connectionSentence(code, address) }
  }
}

function connectOptions({ surfaceVersion, agentVersion }: SessionOptions): ConnectOptions {
  return {
    ...{ allowInsecureLoopback: true, reconnect },
    ...(agentVersion !== undefined && { fetch: claiming(agentVersion) }),
    ...(surfaceVersion !== undefined && { surfaceVersions: [surfaceVersion] }),
  }
}

async function begin(
  { key, agentVersion, chats: known }: SessionOptions & { readonly key: number },
  agent: Agent,
  { address, shop }: Extract<FoundAgent, { kind: 'found' }>,
  signIn: SignIn | undefined,
): Promise<Session> {
  const protocol = agentVersion ?? agent.interface.protocolVersion
  const { capabilities, extensions = [] } = agent.card
  const declared = [...(capabilities.extensions ?? []), ...extensions]
  const offered = versionsNamed(declared.map(({ uri }) => uri))
  const [surfaceVersion] = versionsNamed(agent.extensions)
  const chats = known ?? openChatStore(`${address} ${surfaceVersion ?? 'text'}`)
  await deliverKept(agent, chats.saved(chats.current()))
  return createSession({ key, agent, protocol, address, shop, surfaceVersion, offered, chats, signIn })
}

/** `fetch` with another version in the header of the agent protocol. */
function claiming(version: string): typeof fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers)
    for (const name of ['Agent-Version', 'A2A-Version']) if (headers.has(name)) headers.set(name, version)
    return fetch(input, { ...init, headers })
  }
}
