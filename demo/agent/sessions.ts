/** Connects the page with the agent at its own origin, and remembers the conversation for as long as the tab is open. */
import { createRuntime, type Runtime } from 'surface-runtime'
import { type Agent, type Conversation, connectAgent, connectSurfaces } from 'surface-runtime/agent'
import { createStore, type Readable } from '../store.ts'

export interface Session {
  readonly agent: Agent
  readonly runtime: Runtime
  readonly conversation: Conversation
}

/** `refused`: why there is no agent. */
type SessionState = { readonly session: Session } | { readonly refused: string } | undefined

export interface Sessions extends Readable<SessionState> {
  /** Forgets the conversation and begins another one. */
  readonly restart: () => void
}

interface Saved {
  readonly contextId?: string
  readonly tasks: readonly string[]
}

const key = 'surface-runtime:agent-conversation'

export function createSessions(): Sessions {
  const store = createStore<SessionState>(undefined)
  let agent: Agent | undefined

  async function open(saved: Saved): Promise<void> {
    try {
      agent ??= await connectAgent(location.origin, { allowInsecureLoopback: true })
      store.set({ session: begin(agent, saved) })
    } catch (error) {
      store.set({ refused: error instanceof Error ? error.message : String(error) })
    }
  }

  void open(read())
  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    restart() {
      const now = store.getSnapshot()
      if (now && 'session' in now) {
        now.session.conversation.dispose()
        now.session.runtime.dispose()
      }
      sessionStorage.removeItem(key)
      store.set(undefined)
      void open({ tasks: [] })
    },
  }
}

function begin(agent: Agent, saved: Saved): Session {
  const runtime = createRuntime({})
  const conversation = connectSurfaces(agent, runtime, saved)
  conversation.messages.subscribe(() => {
    const { contextId, taskIds } = conversation
    sessionStorage.setItem(key, JSON.stringify({ contextId, tasks: taskIds }))
  })
  return { agent, runtime, conversation }
}

/** Storage is the user's: whatever is no conversation is a new one. */
function read(): Saved {
  try {
    const saved = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    if (typeof saved?.contextId === 'string' && Array.isArray(saved.tasks)) return saved
  } catch {
    // A new conversation.
  }
  return { tasks: [] }
}
