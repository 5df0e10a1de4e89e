/**
 * One run of one transcript: a runtime of its own, the player that feeds it, a record of it for the
 * inspector, and what was said. Starting over means making a new one.
 */
import { basicCatalog, type ClientEvent, createRuntime, extendedCatalog } from 'surface-runtime'
import { workCatalog } from 'surface-runtime/catalogs/extended'
import { type Recording, recordRuntime } from 'surface-runtime/inspector'
import { lenient } from 'surface-runtime/lenient'
import { answerTo, thinkingTime } from './agent.ts'
import { createPlayer, type Player } from './player.ts'
import type { Settings } from './settings.ts'
import { shopCatalog } from './shop/catalog/catalog.tsx'
import { createStore, type Readable } from './store.ts'
import type { Transcript } from './transcripts.ts'
import { agentSays, opening, personPresses, placeSurfaces, type Turn } from './turns.ts'
import { withFaults } from './workbench/faults.ts'

export type Runtime = ReturnType<typeof createRuntime>

/** What of the settings counts for a run. */
export type RunSettings = Pick<Settings, 'speed' | 'lines' | 'locale' | 'validation' | 'fault' | 'seed'>

export interface Talk {
  readonly turns: readonly Turn[]
}

export interface Conversation extends Readable<Talk> {
  readonly transcript: Transcript
  /** The lines that are played: those of the transcript, with the faults that were asked for. */
  readonly source: string
  readonly runtime: Runtime
  readonly player: Player
  readonly recording: Recording
  readonly dispose: () => void
}

export function createConversation(transcript: Transcript, settings: RunSettings): Conversation {
  const { speed, lines: shown, locale, validation, fault, seed } = settings
  const source = withFaults(transcript.source, fault, Number(seed))
  const store = createStore<Talk>({ turns: opening(transcript.prompt, transcript.reply) })
  const change = (changed: Partial<Talk>): void => store.set({ ...store.getSnapshot(), ...changed })
  const asked: string[] = []
  let disposed = false

  const runtime = createRuntime({
    // The last one for what was saved of the chat.
    catalogs: [extendedCatalog, basicCatalog, shopCatalog, workCatalog],
    progressive: shown === 'parts',
    validation: validation === 'lenient' ? lenient : 'strict',
    ...(locale !== 'browser' && { locale }),
    onEvent: answer,
    onError: () => undefined,
  })
  // Before the first chunk, for whoever opens the inspector later.
  const recording = recordRuntime(runtime)
  const player = createPlayer({ source, speed, push: runtime.push, end: runtime.end })
  const stopWatching = runtime.surfaces.subscribe(() => {
    const ids = runtime.surfaces.getSnapshot().map((surface) => surface.id)
    change({ turns: placeSurfaces(store.getSnapshot().turns, ids) })
  })

  async function answer(event: ClientEvent): Promise<void> {
    change({ turns: personPresses(store.getSnapshot().turns, event) })
    asked.push(event.name)
    const time = asked.filter((name) => name === event.name).length
    await new Promise((resolve) => setTimeout(resolve, thinkingTime))
    if (disposed) return
    const { reply, lines } = answerTo(event, time)
    change({ turns: agentSays(store.getSnapshot().turns, reply) })
    if (lines !== '') await player.interject(lines)
  }

  return {
    transcript,
    source,
    runtime,
    player,
    recording,
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
