/**
 * One run of one transcript: a runtime of its own, the player that feeds it, and a record of what was said, sent back
 * and refused. Starting over means making a new one.
 */
import { basicCatalog, type ClientEvent, createRuntime, extendedCatalog, type SurfaceError } from 'surface-runtime'
import { answerTo, thinkingTime } from './agent.ts'
import type { Speed } from './pace.ts'
import { createPlayer, type Player } from './player.ts'
import { createStore, type Readable } from './store.ts'
import type { Transcript } from './transcripts.ts'
import { agentSays, opening, personPresses, placeSurfaces, type Turn } from './turns.ts'

export type Runtime = ReturnType<typeof createRuntime>

export interface SentEvent {
  readonly event: ClientEvent
  /** What goes over the wire. */
  readonly wire: unknown
}

export interface Problem {
  readonly error: SurfaceError
  /** Line of the record, from 1. Differs from the error's own number after the first answer, a stream of its own. */
  readonly line: number | undefined
}

export interface Talk {
  readonly turns: readonly Turn[]
  readonly events: readonly SentEvent[]
  readonly problems: readonly Problem[]
}

export interface Conversation extends Readable<Talk> {
  readonly transcript: Transcript
  readonly runtime: Runtime
  readonly player: Player
  readonly dispose: () => void
}

/** `progressive`: components appear while their line is written. */
export function createConversation(transcript: Transcript, speed: Speed, progressive = true): Conversation {
  const store = createStore<Talk>({ turns: opening(transcript.prompt, transcript.reply), events: [], problems: [] })
  const change = (changed: Partial<Talk>): void => store.set({ ...store.getSnapshot(), ...changed })
  let linesPushed = 0
  /** Of streams that are over: the runtime counts the lines of each stream from 1. */
  let linesBefore = 0
  let disposed = false

  const runtime = createRuntime({
    catalogs: [extendedCatalog, basicCatalog],
    progressive,
    onEvent: answer,
    onError: record,
  })
  const player = createPlayer({ source: transcript.source, speed, push, end })
  const stopWatching = runtime.surfaces.subscribe(() => {
    const ids = runtime.surfaces.getSnapshot().map((surface) => surface.id)
    change({ turns: placeSurfaces(store.getSnapshot().turns, ids) })
  })

  function push(chunk: string): void {
    runtime.push(chunk)
    linesPushed += chunk.split('\n').length - 1
  }

  function end(): void {
    runtime.end()
    linesBefore = linesPushed
  }

  function record(error: SurfaceError): void {
    const { line } = error.place
    const problem = { error, line: line === undefined ? undefined : linesBefore + line }
    change({ problems: [...store.getSnapshot().problems, problem] })
  }

  async function answer(event: ClientEvent, wire: unknown): Promise<void> {
    const { turns, events } = store.getSnapshot()
    change({ turns: personPresses(turns, event), events: [...events, { event, wire }] })
    const time = 1 + events.filter((earlier) => earlier.event.name === event.name).length
    await new Promise((resolve) => setTimeout(resolve, thinkingTime))
    if (disposed) return
    const { reply, lines } = answerTo(event, time)
    change({ turns: agentSays(store.getSnapshot().turns, reply) })
    if (lines !== '') await player.interject(lines)
  }

  return {
    transcript,
    runtime,
    player,
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    dispose() {
      disposed = true
      stopWatching()
      player.dispose()
      runtime.dispose()
    },
  }
}
