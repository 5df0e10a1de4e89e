/**
 * Redraws a component when its addresses may have another answer: after user input, or after the user allowed requests.
 */
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
    const causes = [surface.userInput, requests.allowed, surface.model.userInput.released]
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
