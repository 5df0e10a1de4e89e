/** Holds the conversation that is on show, and begins another one when that is asked for. */
import { createStore, type Readable } from '../store.ts'
import { type ChatState, connectSession, type SessionOptions } from './connect-session.ts'
import type { Session } from './session.ts'
import type { SurfaceVersion } from './surface-version.ts'

export interface Sessions extends Readable<ChatState> {
  /** Begins another conversation; this one stays in the list. */
  readonly restart: () => void
  /** Goes on with another conversation of the list; without an id it begins one. What is typed stays where it is. */
  readonly openChat: (id?: string) => void
  /** Connects again and goes on with the conversation. */
  readonly reconnect: () => void
  /** The same without a trace where it does not succeed: what is on show stays. Never rejects. */
  readonly mend: () => Promise<void>
  /** Fetches what was said in another tab, where there is something and nothing is on its way here. */
  readonly catchUp: () => void
  /** Goes on with the conversation of another surface version; each version has its own. */
  readonly changeVersion: (version: SurfaceVersion) => void
}

export function createSessions({ surfaceVersion, ...options }: SessionOptions): Sessions {
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
    const next = await connectSession({ ...options, key: own, surfaceVersion: wanted })
    if (own === attempt) {
      if (next.kind === 'open') putDraft(next.session)
      store.set(next)
    } else if (next.kind === 'open') next.session.dispose()
  }

  /** Puts the same conversation, as the agent has it now, in the place of the one on show, where that may still be done. */
  async function replaceWhere(may: (old: Session | undefined) => boolean): Promise<void> {
    const own = ++attempt
    const before = store.getSnapshot()
    const old = before.kind === 'open' ? before.session : undefined
    old?.saved.write({ typed: old.runtime.userInput() })
    const next = await connectSession({ ...options, key: old?.key ?? own, surfaceVersion: wanted, chats: old?.chats })
    if (next.kind !== 'open') return
    const { conversation, runtime, dispose } = next.session
    await conversation.restored
    // The user may have sent something meanwhile, or left the conversation.
    if (own !== attempt || !may(old) || conversation.state.getSnapshot() === 'failed') return dispose()
    if (old) runtime.restoreInput(old.runtime.userInput())
    old?.dispose()
    store.set(next)
  }

  function catchUp(): void {
    const now = store.getSnapshot()
    if (now.kind === 'open' && isBehind(now.session)) void replaceWhere((old) => old !== undefined && isBehind(old))
  }

  function close(): void {
    const now = store.getSnapshot()
    if (now.kind === 'open') now.session.dispose()
  }

  /** What is typed goes along to the next conversation. */
  function takeDraft(): void {
    const now = store.getSnapshot()
    if (now.kind !== 'open') return
    const { saved } = now.session
    draft = saved.read().draft || draft
    saved.write({ draft: '' })
  }

  /** Without an id a new one. */
  function turnTo(id?: string): void {
    const now = store.getSnapshot()
    // What is being typed into surfaces is saved when the conversation ends.
    close()
    if (now.kind === 'open') now.session.chats.open(id)
    void open()
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
      takeDraft()
      turnTo()
    },
    openChat: turnTo,
    reconnect: () => void open(),
    catchUp,
    mend: () => replaceWhere((old) => !old || old.conversation.state.getSnapshot() === 'failed'),
    changeVersion(version) {
      takeDraft()
      wanted = version
      void open()
    },
  }
}

function isBehind({ conversation, isOld }: Session): boolean {
  const state = conversation.state.getSnapshot()
  return (state === 'done' || state === 'waiting') && isOld()
}
