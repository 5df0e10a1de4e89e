/** Lines of a cart as they are asked for. The business gives them ids, names and prices. */
import type { Cart, CartRequest } from '../../../src/commerce/index.ts'

/** A line of a cart as it is asked for. `id`: of the line, given by the business. */
export type WantedLine = CartRequest['line_items'][number]

/** Those that a cart has. */
export function wantedLines({ line_items: lines }: Cart): readonly WantedLine[] {
  return lines.map(({ id, item, quantity }) => ({ id, item: { id: item.id }, quantity }))
}

/** For a new cart. */
export function withoutIds(lines: readonly WantedLine[]): readonly WantedLine[] {
  return lines.map(({ item, quantity }) => ({ item, quantity }))
}

/** One line of a thing: adding it again makes it more. */
export function withMore(lines: readonly WantedLine[], variant: string, quantity: number): readonly WantedLine[] {
  const there = lines.some(({ item }) => item.id === variant)
  if (!there) return [...lines, { item: { id: variant }, quantity }]
  return lines.map((line) => (line.item.id === variant ? { ...line, quantity: line.quantity + quantity } : line))
}

/** @param wanted Line id → quantity; 0 removes it. Lines that are not named stay. */
export function changedLines(lines: readonly WantedLine[], wanted: ReadonlyMap<string, number>): readonly WantedLine[] {
  return lines
    .map((line) => ({ ...line, quantity: wanted.get(line.id ?? '') ?? line.quantity }))
    .filter(({ quantity }) => quantity > 0)
}
