/** When the next chunk of a transcript comes: at a speed, or at once. */

export const speeds = ['0.5', '1', '4', 'instant'] as const
export type Speed = (typeof speeds)[number]

export interface Pace {
  readonly setSpeed: (speed: Speed) => void
  readonly isInstant: () => boolean
  /** Calls `tick` once: after the pause, or now where the speed is `instant`. What was waited for before is not called. */
  readonly wait: (pause: number, tick: () => void) => void
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
    wait(pause, tick) {
      clearTimeout(timer)
      if (speed === 'instant') tick()
      else timer = setTimeout(tick, pause / Number(speed))
    },
    stop: () => clearTimeout(timer),
  }
}
