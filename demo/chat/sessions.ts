/** Finds the agent, connects, and holds the conversation that is on show. */
import { type Agent, AgentError, type ConnectOptions, connectAgent } from 'surface-runtime/agent'
import { createStore, type Readable } from '../store.ts'
import { connectionSentence } from './error-sentence.ts'
import type { FoundAgent } from './find-agent.ts'
import { createSavedChat, type SavedChat } from './saved-chat.ts'
import { createSession, type Session } from './session.ts'
import { type SurfaceVersion, versionsNamed } from './surface-version.ts'

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

export interface Sessions extends Readable<ChatState> {
  /** Forgets the conversation and begins another one. */
  readonly restart: () => void
  /** Connects again and goes on with the conversation. */
  readonly reconnect: () => void
  /** Goes on with the conversation of another surface version; each version has its own. */
  readonly changeVersion: (version: SurfaceVersion) => void
}

export interface SessionsOptions {
  readonly find: () => Promise<FoundAgent>
  /** The newest that the agent offers, unless this is given and offered. */
  readonly surfaceVersion?: SurfaceVersion | undefined
  /** A version of the agent protocol to claim in place of the spoken one: to see an agent refuse it. */
  readonly agentVersion?: string | undefined
}

/** Pauses before a broken stream is resumed: 0.3 to 3 s. */
const reconnect = { minDelay: 300, maxDelay: 3_000 }

export function createSessions({ find, surfaceVersion, agentVersion }: SessionsOptions): Sessions {
  const store = createStore<ChatState>({ kind: 'connecting' })
  let wanted = surfaceVersion
  /** What stood in the composer of the conversation that was left for another one. */
  let draft = ''
  /** Of a connection that was given up for another one, nothing is shown. */
  let attempt = 0

  async function open(): Promise<void> {
    const own = ++attempt
    close()
    store.set({ kind: 'connecting' })
    const next = await connect(own)
    if (own === attempt) {
      if (next.kind === 'open') putDraft(next.session)
      store.set(next)
    } else if (next.kind === 'open') next.session.dispose()
  }

  async function connect(own: number): Promise<ChatState> {
    let address = 'the agent'
    try {
      const found = await find()
      if (found.kind !== 'found') return found
      address = found.address
      return { kind: 'open', session: begin(own, await connectAgent(address, optionsNow()), address, agentVersion) }
    } catch (cause) {
      // Nobody waits for this promise: whatever fails is shown in the place of the chat.
      const code = cause instanceof AgentError ? cause.code : undefined
      return { kind: 'unreachable', reason: connectionSentence(code, address) }
    }
  }

  function optionsNow(): ConnectOptions {
    return {
      ...{ allowInsecureLoopback: true, reconnect },
      ...(agentVersion !== undefined && { fetch: claiming(agentVersion) }),
      ...(wanted !== undefined && { surfaceVersions: [wanted] }),
    }
  }

  function close(): void {
    const now = store.getSnapshot()
    if (now.kind === 'open') now.session.dispose()
  }

  /** What is typed goes along to the next conversation. Returns where the open one is saved. */
  function takeDraft(): SavedChat | undefined {
    const now = store.getSnapshot()
    if (now.kind !== 'open') return undefined
    const { saved } = now.session
    draft = saved.read().draft || draft
    saved.write({ draft: '' })
    return saved
  }

  /** Not over another text that was left there. */
  function putDraft({ saved }: Session): void {
    if (draft !== '' && saved.read().draft === '') saved.write({ draft })
    draft = ''
  }

  void open()
  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    restart() {
      // What is being typed into surfaces is saved when the conversation ends, and forgotten after that.
      close()
      takeDraft()?.clear()
      void open()
    },
    reconnect: () => void open(),
    changeVersion(version) {
      takeDraft()
      wanted = version
      void open()
    },
  }
}

function begin(key: number, agent: Agent, address: string, claimed: string | undefined): Session {
  const protocol = claimed ?? agent.interface.protocolVersion
  const { capabilities, extensions = [] } = agent.card
  const declared = [...(capabilities.extensions ?? []), ...extensions]
  const offered = versionsNamed(declared.map(({ uri }) => uri))
  const [surfaceVersion] = versionsNamed(agent.extensions)
  const saved = createSavedChat(`${address} ${surfaceVersion ?? 'text'}`)
  return createSession({ key, agent, protocol, address, surfaceVersion, offered, saved })
}

/** `fetch` with another version in the header of the agent protocol. */
function claiming(version: string): typeof fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers)
    for (const name of ['Agent-Version', 'A2A-Version']) if (headers.has(name)) headers.set(name, version)
    return fetch(input, { ...init, headers })
  }
}
