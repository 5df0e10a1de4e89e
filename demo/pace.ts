/** When the next token of a transcript comes: at the speed of a model, or at once. */

/** Tokens a second. */
export const speeds = ['30', '60', '120', 'instant'] as const
export type Speed = (typeof speeds)[number]

export interface Pace {
  readonly setSpeed: (speed: Speed) => void
  readonly isInstant: () => boolean
  /** Calls `tick` once: when the next token comes, or now where the speed is `instant`. What was waited for before is not called. */
  readonly wait: (tick: () => void) => void
  readonly stop: () => void
}

export function createPace(first: Speed): Pace {
  let speed = first
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    setSpeed(next) {
      speed = next
    },
    isInstant: () => speed === 'instant',
    wait(tick) {
      clearTimeout(timer)
      if (speed === 'instant') tick()
      else timer = setTimeout(tick, 1000 / Number(speed))
    },
    stop: () => clearTimeout(timer),
  }
}
