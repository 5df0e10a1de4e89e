/**
 * Plays a transcript as a model writes it: token by token, some cut inside a word, some across a line. Knows nothing of surfaces or React; whoever makes it says where the chunks go.
 */
import { createPace, type Speed } from './pace.ts'
import { createStore, type Readable } from './store.ts'
import { createTape, type TapeOptions, type TapeProgress } from './tape.ts'

export type PlayerState = 'idle' | 'playing' | 'paused' | 'done'

export interface PlayerSnapshot extends TapeProgress {
  readonly state: PlayerState
}

export interface PlayerOptions extends TapeOptions {
  readonly speed: Speed
}

export interface Player extends Readable<PlayerSnapshot> {
  readonly play: () => void
  readonly pause: () => void
  /** To the end of the line that comes next, and stays there. */
  readonly step: () => void
  /** To the end of this line, from 0, if it is not past it; stays there. */
  readonly goTo: (line: number) => void
  readonly setSpeed: (speed: Speed) => void
  /** Puts lines in right after the current one, never inside it. Resolves when they have been pushed. */
  readonly interject: (lines: string) => Promise<void>
  readonly dispose: () => void
}

export function createPlayer({ speed, ...options }: PlayerOptions): Player {
  const tape = createTape(options)
  const pace = createPace(speed)
  const store = createStore(snapshot('idle'))

  function snapshot(state: PlayerState): PlayerSnapshot {
    return { state, ...tape.progress() }
  }

  function settle(state: 'playing' | 'paused'): void {
    store.set(snapshot(tape.isOver() ? 'done' : state))
  }

  function tick(): void {
    if (pace.isInstant()) tape.finish()
    else for (let left = pace.tokens(); left > 0 && !tape.isOver(); left--) tape.advance()
    settle('playing')
    schedule()
  }

  function schedule(): void {
    if (store.getSnapshot().state === 'playing') pace.wait(tick)
  }

  function play(): void {
    if (tape.isOver()) return
    store.set(snapshot('playing'))
    schedule()
  }

  return {
    ...{ subscribe: store.subscribe, getSnapshot: store.getSnapshot, play },
    pause() {
      pace.stop()
      if (store.getSnapshot().state === 'playing') store.set(snapshot('paused'))
    },
    step() {
      pace.stop()
      tape.advanceLine()
      settle('paused')
    },
    goTo(line) {
      pace.stop()
      tape.advanceToLine(line)
      settle('paused')
    },
    setSpeed(next) {
      pace.setSpeed(next)
      schedule()
    },
    interject(lines) {
      const { goal, arrival } = tape.insert(lines)
      const { state } = store.getSnapshot()
      if (state === 'done') play()
      if (state === 'paused' || state === 'idle') {
        tape.advanceTo(goal)
        settle('paused')
      }
      return arrival
    },
    dispose() {
      pace.stop()
      tape.release()
    },
  }
}
