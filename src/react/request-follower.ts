/** Draws a component again when its addresses may be answered otherwise: the user entered something, or allowed requests. */
import type { View } from './view.ts'

export class RequestFollower {
  /** What the last render knew of `Surface.userInput`. */
  private knownUserInput = false
  private unsubscribe: (() => void) | undefined

  /** Part of a render that draws an address. */
  note({ surface }: View): void {
    this.knownUserInput = surface.userInput.getSnapshot()
  }

  /** Part of each commit. */
  follow({ surface, requests }: View, redraw: () => void): void {
    if (this.unsubscribe) return
    const causes = [surface.userInput, requests.allowed, surface.model.entered.released]
    const stops = causes.map(({ subscribe }) => subscribe(redraw))
    this.unsubscribe = () => {
      for (const stop of stops) stop()
    }
    // The user may have entered something between render and commit.
    if (surface.userInput.getSnapshot() !== this.knownUserInput) redraw()
  }

  stop(): void {
    this.unsubscribe?.()
    this.unsubscribe = undefined
  }
}
