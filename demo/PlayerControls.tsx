/** Play, step both ways, start over, go to any line, and how far the stream is. */
import { useSyncExternalStore } from 'react'
import { IconButton } from './IconButton.tsx'
import type { Player, PlayerState } from './player.ts'

const stateNames: { readonly [state in PlayerState]: string } = {
  idle: 'Ready',
  playing: 'Playing',
  paused: 'Paused',
  done: 'Done',
}

export interface PlayerControlsProps {
  readonly player: Player
  readonly onRestart: () => void
  /** To the end of this line, from 0. */
  readonly onSeek: (line: number) => void
}

export function PlayerControls({ player, onRestart, onSeek }: PlayerControlsProps) {
  const { state, line, lines } = useSyncExternalStore(player.subscribe, player.getSnapshot)
  const playing = state === 'playing'
  const done = state === 'done'
  return (
    <fieldset className="controls">
      <legend className="hidden">Player</legend>
      <IconButton icon="restart" label="Start over" onClick={onRestart} />
      <IconButton icon="back" label="One line back" disabled={line === 0} onClick={() => onSeek(line - 1)} />
      {/* One button that changes its name, so that the focus stays where it is. */}
      <IconButton
        icon={playing ? 'pause' : 'play'}
        label={playing ? 'Pause' : 'Play'}
        onClick={playing ? player.pause : done ? onRestart : player.play}
      />
      <IconButton icon="step" label="One line" disabled={done} onClick={player.step} />
      <Scrubber player={player} onSeek={onSeek} />
      <p className="controls__status" data-testid="player-status" data-state={state}>
        <span className="controls__state">{stateNames[state]}</span>
        <span className="controls__count">
          {line} / {lines}
          <span className="hidden"> lines</span>
        </span>
      </p>
    </fieldset>
  )
}

/** The line that was played last, as a place between the first and the last. */
export function Scrubber({ player, onSeek }: Pick<PlayerControlsProps, 'player' | 'onSeek'>) {
  const { line, lines } = useSyncExternalStore(player.subscribe, player.getSnapshot)
  return (
    <input
      type="range"
      className="scrubber"
      aria-label="Line of the stream"
      min={0}
      max={lines}
      value={line}
      onChange={({ target }) => onSeek(Number(target.value))}
    />
  )
}

/** A hairline under the toolbar. */
export function PlayerProgress({ player }: { readonly player: Player }) {
  const { sent, size } = useSyncExternalStore(player.subscribe, player.getSnapshot)
  return (
    <progress
      className="progress"
      aria-label="Part of the stream that has arrived"
      max={size}
      value={sent.length}
      data-complete={sent.length === size}
    />
  )
}
