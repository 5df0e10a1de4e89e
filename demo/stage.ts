/** Holds the conversation that is on show, and replaces it when another transcript is chosen or this one starts over. */
import { type Conversation, createConversation } from './conversation.ts'
import type { Speed } from './pace.ts'
import type { LinesShown } from './settings.ts'
import { createStore, type Readable } from './store.ts'
import type { Transcript } from './transcripts.ts'

export interface Stage extends Readable<Conversation> {
  readonly select: (transcript: Transcript) => void
  /** From the first line. Plays on if it was playing or done, else waits there. */
  readonly restart: () => void
  readonly setSpeed: (speed: Speed) => void
  /** Starts over where it is another choice. */
  readonly setLines: (lines: LinesShown) => void
}

export function createStage(transcript: Transcript, speed: Speed, lines: LinesShown): Stage {
  let pace = speed
  let shown = lines
  const store = createStore(begin(transcript, true))

  function begin(next: Transcript, playing: boolean): Conversation {
    const conversation = createConversation(next, pace, shown === 'parts')
    if (playing) conversation.player.play()
    return conversation
  }

  function replace(next: Transcript, playing: boolean): void {
    const old = store.getSnapshot()
    store.set(begin(next, playing))
    old.dispose()
  }

  function restart(): void {
    const { transcript: same, player } = store.getSnapshot()
    const { state } = player.getSnapshot()
    replace(same, state === 'playing' || state === 'done')
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    select: (next) => replace(next, true),
    restart,
    setSpeed(next) {
      pace = next
      store.getSnapshot().player.setSpeed(next)
    },
    setLines(next) {
      if (next === shown) return
      shown = next
      restart()
    },
  }
}
