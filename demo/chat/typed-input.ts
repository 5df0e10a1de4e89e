/** Keeps what the user types into surfaces, and puts it back after the page was loaded again. */
import type { JsonValue, Runtime, Surface } from 'surface-runtime'
import type { Conversation } from 'surface-runtime/agent'
import type { SavedChat, SavedFields } from './saved-chat.ts'

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
    const typed = runtime.surfaces.getSnapshot().flatMap((surface) => {
      const input = hasSecret(surface) ? [] : surface.data.userInput().filter(({ value }) => value !== undefined)
      return input.length > 0 ? [[surface.id, input] as const] : []
    })
    saved.write({ typed: Object.fromEntries(typed) })
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
    restore(runtime, saved.read().typed)
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

/** Surfaces that are gone, and places that the agent has taken away, keep nothing. */
function restore(runtime: Runtime, typed: SavedFields['typed']): void {
  for (const [surfaceId, fields] of Object.entries(typed)) {
    const surface = runtime.surface(surfaceId)
    for (const { pointer, value } of surface ? fields : []) {
      try {
        surface?.data.set(pointer, value as JsonValue)
      } catch {
        // The agent has other data there by now.
      }
    }
  }
}

/** A surface that asks for a password is not kept at all. */
function hasSecret({ components }: Surface): boolean {
  return [...components.values()].some(({ type, props }) => {
    const variant = props['variant']
    return type === 'TextField' && variant?.kind === 'static' && variant.value === 'obscured'
  })
}
