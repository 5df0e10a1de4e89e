/** Keeps what the user types into surfaces, and puts it back after the page was loaded again. */
import type { Runtime, Surface } from 'surface-runtime'
import type { Conversation } from 'surface-runtime/agent'
import type { SavedChat } from './chat-store.ts'

/** Milliseconds from a change to its being saved. */
const pause = 200

/** Returns how to stop. */
export function keepTypedInput(runtime: Runtime, conversation: Conversation, saved: SavedChat): () => void {
  const watched = new Map<Surface, () => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  function save(): void {
    clearTimeout(timer)
    timer = undefined
    saved.write({ typed: runtime.userInput() })
  }

  function watch(): void {
    const surfaces = new Set(runtime.surfaces.getSnapshot())
    for (const [surface, stop] of watched) {
      if (surfaces.has(surface)) continue
      stop()
      watched.delete(surface)
    }
    for (const surface of surfaces)
      if (!watched.has(surface))
        watched.set(
          surface,
          surface.data.subscribe('/', () => (timer ??= setTimeout(save, pause))),
        )
  }

  const flush = (): void => {
    if (timer !== undefined) save()
  }
  let stopWatching: () => void = () => undefined
  void conversation.restored.then(() => {
    if (stopped) return
    runtime.restoreInput(saved.read().typed)
    stopWatching = runtime.surfaces.subscribe(watch)
    watch()
    window.addEventListener('pagehide', flush)
  })
  return () => {
    stopped = true
    flush()
    stopWatching()
    window.removeEventListener('pagehide', flush)
    for (const stop of watched.values()) stop()
  }
}
