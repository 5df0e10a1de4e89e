/**
 * The place of a film or sound. While the user has not sent what they entered, the server of what loads or plays must not learn from
 * what the data say: a player keeps its address, and one that goes plays on, unseen and unheard, until the input is sent.
 */
import { type ReactNode, useCallback, useLayoutEffect, useRef } from 'react'
import type { Binding } from '../../live/binding.ts'
import type { Media } from '../../surface/media.ts'
import type { HandoffRef } from '../focus-handoff.ts'

interface PlayerProps {
  readonly media: Extract<Media, { readonly kind: 'load' }>
  /** The address awaits a function. */
  readonly loading: boolean
  readonly focusRef: HandoffRef
  /** Draws the element `audio` or `video`. */
  readonly children: (url: string, ref: HandoffRef) => ReactNode
}

export function Player({ media: { url, waiting }, loading, focusRef, children }: PlayerProps): ReactNode {
  /** The address that was drawn when the input began. */
  const drawn = useRef<string>(undefined)
  const address = waiting?.getSnapshot() ? (drawn.current ?? url) : url
  useLayoutEffect(() => {
    drawn.current = loading ? undefined : address
  })
  return (
    <OfAddress key={address} waiting={waiting} focusRef={focusRef}>
      {(ref) => children(address, ref)}
    </OfAddress>
  )
}

interface OfAddressProps {
  /** Whether new addresses wait. Absent: this address never waits. */
  readonly waiting: Binding<boolean> | undefined
  readonly focusRef: HandoffRef
  readonly children: (ref: HandoffRef) => ReactNode
}

/** Another address has another element. */
function OfAddress({ waiting, focusRef, children }: OfAddressProps): ReactNode {
  const player = useRef<HTMLElement>(null)
  const ref: HandoffRef = useCallback(
    (element) => {
      focusRef(element)
      player.current = element ?? player.current
    },
    [focusRef],
  )
  useLayoutEffect(
    () => () => void (waiting?.getSnapshot() && hold(player.current as HTMLMediaElement, waiting)),
    [waiting],
  )
  return children(ref)
}

/** A player that React takes out of the page plays on if the page has it again before the task ends. */
function hold(player: HTMLMediaElement, waiting: Binding<boolean>): void {
  const frame = player.closest('.sf-surface')
  if (player.paused && player.readyState === player.HAVE_NOTHING) return
  queueMicrotask(() => {
    if (player.isConnected) return
    player.muted = true
    player.style.display = 'none'
    frame?.append(player)
    const end = waiting.subscribe(() => {
      if (waiting.getSnapshot()) return
      end()
      player.remove()
    })
  })
}
