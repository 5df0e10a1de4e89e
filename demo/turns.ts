/** The chat as a list of turns, and which surface stands in which: the agent's last turn when the surface came. */
import type { ClientEvent } from 'surface-runtime'

export type Turn =
  | { readonly kind: 'person'; readonly id: number; readonly text: string }
  | { readonly kind: 'press'; readonly id: number; readonly eventName: string; readonly surfaceId: string }
  | { readonly kind: 'agent'; readonly id: number; readonly text: string; readonly surfaceIds: readonly string[] }

export function opening(prompt: string, reply: string): readonly Turn[] {
  return agentSays([{ kind: 'person', id: 0, text: prompt }], reply)
}

export function agentSays(turns: readonly Turn[], text: string): readonly Turn[] {
  return [...turns, { kind: 'agent', id: turns.length, text, surfaceIds: [] }]
}

export function personPresses(turns: readonly Turn[], { name, surfaceId }: ClientEvent): readonly Turn[] {
  return [...turns, { kind: 'press', id: turns.length, eventName: name, surfaceId }]
}

/** The same turns with each of `surfaceIds` in exactly one of them; surfaces that are gone leave theirs. */
export function placeSurfaces(turns: readonly Turn[], surfaceIds: readonly string[]): readonly Turn[] {
  const placed = new Set(turns.flatMap((turn) => (turn.kind === 'agent' ? turn.surfaceIds : [])))
  const arrived = surfaceIds.filter((id) => !placed.has(id))
  const latest = turns.findLastIndex((turn) => turn.kind === 'agent')
  return turns.map((turn, index) => {
    if (turn.kind !== 'agent') return turn
    const staying = turn.surfaceIds.filter((id) => surfaceIds.includes(id))
    const next = index === latest ? [...staying, ...arrived] : staying
    return next.length === turn.surfaceIds.length && arrived.length === 0 ? turn : { ...turn, surfaceIds: next }
  })
}
