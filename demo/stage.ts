/** Holds the conversation that is on show, and replaces it when another transcript is chosen or this one starts over. */
import { type Conversation, createConversation } from './conversation.ts'
import type { Settings } from './settings.ts'
import { createStore, type Readable } from './store.ts'
import type { Transcript } from './transcripts.ts'
import { ownTranscript } from './workbench/own-transcript.ts'

export interface Stage extends Readable<Conversation> {
  readonly select: (transcript: Transcript) => void
  /** From the first line. Plays on if it was playing or done, else waits there. */
  readonly restart: () => void
  /** To the end of this line of the transcript, from 0, and waits there. What was typed and answered is gone on the way back. */
  readonly seek: (line: number) => void
  /** The same transcript with this line, from 1, replaced: plays from there on. */
  readonly edit: (line: number, text: string) => void
  /** Starts over where something else than the speed is another. */
  readonly configure: (settings: Settings) => void
}

export function createStage(transcript: Transcript, first: Settings): Stage {
  let settings = first
  const store = createStore(begin(transcript, true))

  function begin(next: Transcript, playing: boolean): Conversation {
    const conversation = createConversation(next, settings)
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

  function seek(line: number): void {
    const { transcript: same, player } = store.getSnapshot()
    if (line < player.getSnapshot().line) replace(same, false)
    store.getSnapshot().player.goTo(line)
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    select: (next) => replace(next, true),
    restart,
    seek,
    edit(line, text) {
      const { transcript: before, source } = store.getSnapshot()
      const lines = source.split('\n')
      lines[line - 1] = text.replaceAll('\n', ' ')
      settings = { ...settings, fault: 'none' }
      replace(ownTranscript(lines.join('\n'), before.title, before), false)
      const { player } = store.getSnapshot()
      player.goTo(line)
      player.play()
    },
    configure(next) {
      const { speed, theme, width, dir, ...rest } = next
      const before: Settings = settings
      settings = next
      store.getSnapshot().player.setSpeed(speed)
      if (Object.entries(rest).some(([name, value]) => before[name as keyof Settings] !== value)) restart()
    },
  }
}
