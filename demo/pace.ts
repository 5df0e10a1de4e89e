/** When the next token of a transcript comes: at the speed of a model, at a multiple of it, or at once. */

/** Tokens a second; `2x`: times the usual 60. */
export const speeds = ['30', '60', '120', '0.25x', '0.5x', '2x', '4x', '10x', 'instant'] as const
export type Speed = (typeof speeds)[number]

const usual = 60

/** Timers of browsers are no finer: of faster speeds one tick brings several tokens. */
const ticksAtMost = 120

export interface Pace {
  readonly setSpeed: (speed: Speed) => void
  readonly isInstant: () => boolean
  /** How many tokens one tick brings. */
  readonly tokens: () => number
  /** Calls `tick` once: when the next token comes, or now where the speed is `instant`. What was waited for before is not called. */
  readonly wait: (tick: () => void) => void
  readonly stop: () => void
}

export function createPace(first: Speed): Pace {
  let speed = first
  let timer: ReturnType<typeof setTimeout> | undefined
  const tokens = (): number => Math.max(1, Math.round(rateOf(speed) / ticksAtMost))
  return {
    setSpeed(next) {
      speed = next
    },
    isInstant: () => speed === 'instant',
    tokens,
    wait(tick) {
      clearTimeout(timer)
      if (speed === 'instant') tick()
      else timer = setTimeout(tick, (1000 * tokens()) / rateOf(speed))
    },
    stop: () => clearTimeout(timer),
  }
}

/** Tokens a second. */
function rateOf(speed: Speed): number {
  if (speed === 'instant') return Number.POSITIVE_INFINITY
  return speed.endsWith('x') ? usual * Number(speed.slice(0, -1)) : Number(speed)
}
