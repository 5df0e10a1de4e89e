/**
 * Plays a transcript as a network would deliver it: text in chunks that are cut at odd places, some inside a word,
 * some across a line. Knows nothing of surfaces or React; whoever makes it says where the chunks go.
 */
import { createStore, type Readable } from './store.ts'

export const speeds = ['0.5', '1', '4', 'instant'] as const
export type Speed = (typeof speeds)[number]

export type PlayerState = 'idle' | 'playing' | 'paused' | 'done'

export interface PlayerSnapshot {
  readonly state: PlayerState
  /** What has been pushed so far. */
  readonly sent: string
  /** Whole lines among it. */
  readonly line: number
  /** Lines in all, answers included. */
  readonly lines: number
  /** UTF-16 units in all. */
  readonly size: number
}

export interface PlayerOptions {
  /** JSON Lines. */
  readonly source: string
  readonly speed: Speed
  readonly push: (chunk: string) => void
  /** The stream is over. Called again after each answer that comes later. */
  readonly end: () => void
}

export interface Player extends Readable<PlayerSnapshot> {
  readonly play: () => void
  readonly pause: () => void
  /** To the end of the line that comes next, and stays there. */
  readonly step: () => void
  readonly setSpeed: (speed: Speed) => void
  /** Puts lines in right after the current one, never inside it. Resolves when they have been pushed. */
  readonly interject: (lines: string) => Promise<void>
  readonly dispose: () => void
}

/** Milliseconds between chunks, and after a line, at speed 1. */
const chunkPause = 40
const linePause = 220

export function createPlayer({ source, speed, push, end }: PlayerOptions): Player {
  let text = source.endsWith('\n') ? source : `${source}\n`
  let at = 0
  let pace = speed
  let chunks = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: { goal: number; readonly resolve: () => void }[] = []
  const store = createStore(snapshot('idle'))

  function snapshot(state: PlayerState): PlayerSnapshot {
    const sent = text.slice(0, at)
    return { state, sent, line: countLines(sent), lines: countLines(text), size: text.length }
  }

  /** Sizes look random and are the same in every run, so that a screenshot can be taken twice. */
  function nextCut(): number {
    chunks++
    return Math.min(text.length, at + 16 + ((chunks * 37) % 80))
  }

  function advance(to: number): void {
    push(text.slice(at, to))
    at = to
    const arrived = waiting.filter(({ goal }) => goal <= at)
    waiting = waiting.filter(({ goal }) => goal > at)
    if (at === text.length) end()
    for (const { resolve } of arrived) resolve()
  }

  function advanceTo(goal: number): void {
    while (at < goal) advance(Math.min(goal, nextCut()))
  }

  function settle(state: 'playing' | 'paused'): void {
    store.set(snapshot(at === text.length ? 'done' : state))
  }

  function tick(): void {
    const from = at
    advance(nextCut())
    settle('playing')
    schedule(text.slice(from, at).includes('\n') ? chunkPause + linePause : chunkPause)
  }

  function schedule(pause: number): void {
    clearTimeout(timer)
    if (store.getSnapshot().state !== 'playing') return
    if (pace !== 'instant') {
      timer = setTimeout(tick, pause / Number(pace))
      return
    }
    advanceTo(text.length)
    settle('playing')
  }

  function play(): void {
    if (at === text.length) return
    store.set(snapshot('playing'))
    schedule(0)
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    play,
    pause() {
      clearTimeout(timer)
      if (store.getSnapshot().state === 'playing') store.set(snapshot('paused'))
    },
    step() {
      clearTimeout(timer)
      advanceTo(endOfLine(text, at))
      settle('paused')
    },
    setSpeed(next) {
      pace = next
      schedule(chunkPause)
    },
    interject(lines) {
      const cut = at === 0 || text[at - 1] === '\n' ? at : endOfLine(text, at)
      text = text.slice(0, cut) + lines + text.slice(cut)
      const goal = cut + lines.length
      // An answer that is still on its way moves back by this one.
      for (const other of waiting) if (other.goal > cut) other.goal += lines.length
      const arrival = new Promise<void>((resolve) => waiting.push({ goal, resolve }))
      const { state } = store.getSnapshot()
      if (state === 'done') play()
      if (state === 'paused' || state === 'idle') {
        advanceTo(goal)
        settle('paused')
      }
      return arrival
    },
    dispose() {
      clearTimeout(timer)
      for (const { resolve } of waiting) resolve()
      waiting = []
    },
  }
}

function countLines(text: string): number {
  return text.split('\n').length - 1
}

function endOfLine(text: string, from: number): number {
  const newline = text.indexOf('\n', from)
  return newline < 0 ? text.length : newline + 1
}
