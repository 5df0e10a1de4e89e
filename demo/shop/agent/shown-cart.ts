/** What the cart's surface holds when the user writes or presses: lines with the quantities that stand in their fields. */
import type { PlanMessage } from './message.ts'
import type { WantedLine } from './wanted-lines.ts'

export interface ShownCart {
  /** Of the cart; empty for one that is empty. */
  readonly id: string
  /** Lines whose quantity is a number. */
  readonly lines: readonly ShownLine[]
  /** A field holds something else. */
  readonly odd: boolean
}

interface ShownLine extends WantedLine {
  readonly id: string
  /** The user has typed another quantity than the surface was sent. */
  readonly typed: boolean
}

/**
 * By the press, which carries the lines, or else by the newest cart surface of the data models. v0.8 sends no data models.
 *
 * @param surfaceId Of the newest cart.
 */
export function shownCart({ actions, dataModels }: PlanMessage, surfaceId: string | undefined): ShownCart | undefined {
  const pressed = actions[0]?.context
  if (pressed?.['lines'] !== undefined) return cartIn(pressed['cart'], pressed['lines'])
  const { cart } = (dataModels[surfaceId ?? ''] ?? {}) as { readonly cart?: Readonly<Record<string, unknown>> | null }
  return cart ? cartIn(cart['id'], cart['lines']) : undefined
}

function cartIn(id: unknown, lines: unknown): ShownCart {
  const all = listOf(lines)
  const known = all.flatMap((line): readonly ShownLine[] => {
    const { id, variant, quantity: shown, was } = (line ?? {}) as Readonly<Record<string, unknown>>
    const quantity = countOf(shown)
    if (quantity === undefined) return []
    const typed = was !== undefined && quantity !== countOf(was)
    return [{ id: textOf(id), item: { id: textOf(variant) }, quantity, typed }]
  })
  return { id: textOf(id), lines: known, odd: known.length < all.length }
}

/** Lists as surfaces have them; in v0.8 a list is an object of its indices. */
export function listOf(list: unknown): readonly unknown[] {
  return typeof list === 'object' && list !== null ? Object.values(list) : []
}

/** `9999`, `9,999` and `9.999`; nine digits at most. */
export function countOf(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  const digits = /^\d{1,3}(?:[.,' ]\d{3}){1,2}$/.test(text) ? text.replace(/\D/g, '') : text
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
