/** Changes of the cart that are asked for in words: less, more, or none of what is in it. */
import type { Yielded } from '../../../src/agent/server/index.ts'
import type { LineItem } from '../../../src/commerce/index.ts'
import { addToCart, currentCart, updateCart } from './change-cart.ts'
import type { Clause } from './clause.ts'
import { meantBy, type Thing } from './meant.ts'
import type { Asked, Memory } from './memory.ts'
import type { PlanContext } from './plan.ts'
import { askWhich } from './question.ts'

interface Change {
  readonly clause: Clause
  /** Id of the line. */
  readonly chosen: string | undefined
  readonly asked: Asked | undefined
  readonly key: string
}

type LineThing = Thing & { readonly line: LineItem }

/** Gives false for a clause that is not about the cart. */
export async function* changeLines(change: Change, context: PlanContext): AsyncGenerator<Yielded, boolean> {
  const { clause, key, chosen } = change
  const { memory } = context
  const lines = linesOf(memory)
  const refuses = clause.denies && clause.verb === 'want'
  const removes = clause.verb === 'remove' || refuses
  const isChange = removes || clause.verb === 'set' || (clause.more && clause.verb === 'add' && !chosen)
  if (!isChange && !lines.some(({ id }) => id === chosen)) return false
  if (lines.length === 0) {
    if (refuses || !removes) return false
    // It says that the cart is empty, or that it has expired.
    yield* currentCart(context)
    return true
  }
  const all = /\b(?:empty|clear|everything|all)\b|(?<!\b(?:from|of|in) )\b(?:my|the|whole) cart\b/.test(clause.text)
  const meant = chosen
    ? lines.filter(({ id }) => id === chosen)
    : all && removes
      ? lines
      : meantLines(clause, lines, memory)
  const [line, ...more] = meant
  if (!line) {
    if (!removes || refuses) return false
    yield { text: memory.words.notInCart }
    return true
  }
  if (more.length > 0 && !all) {
    const question = removes ? memory.words.whichToRemove : memory.words.whichToChange
    yield* askWhich(meant, clause.text, question, context)
    return true
  }
  const [count] = clause.numbers
  if (clause.more) {
    const addition = { variant: line.line.item.id, quantity: count ?? 1 }
    yield { text: memory.words.understood([`${count ?? 1} × ${line.title}`]) }
    yield* addToCart({ lines: [addition], key }, context)
    return true
  }
  if (!removes && count === undefined) return false
  const rest = (quantity: number): number => (count !== undefined && count < quantity ? quantity - count : 0)
  const wanted = meant.map(({ id, title, line: { quantity } }) => ({
    id,
    title,
    quantity: removes ? rest(quantity) : (count ?? quantity),
  }))
  const [gone, kept] = [wanted.filter(({ quantity }) => quantity === 0), wanted.filter(({ quantity }) => quantity > 0)]
  if (kept.length > 0)
    yield { text: memory.words.understood(kept.map(({ title, quantity }) => `${quantity} × ${title}`)) }
  if (gone.length > 0) yield { text: memory.words.removed(gone.map(({ title }) => title)) }
  yield* updateCart(new Map(wanted.map(({ id, quantity }) => [id, quantity])), key, context)
  return true
}

function linesOf({ cart, products }: Memory): readonly LineThing[] {
  return (cart?.line_items ?? []).map((line) => ({
    ...{ id: line.id, title: line.item.title, price: line.item.price, currency: cart?.currency ?? '', line },
    product: [...products.values()].find(({ variants }) => variants.some(({ id }) => id === line.item.id)),
  }))
}

/** More than one: it may be any of them. */
function meantLines(clause: Clause, lines: readonly LineThing[], { focus }: Memory): readonly LineThing[] {
  const last = lines.find(({ product }) => product !== undefined && product.id === focus?.id)
  const { groups, strange } = meantBy(clause, lines, last?.id)
  if (strange) return []
  const ids = new Set(groups.flatMap(({ things }) => things.map(({ id }) => id)))
  const meant = lines.filter(({ id }) => ids.has(id))
  if (meant.length > 0) return meant
  if (clause.wanted !== '' || groups.length > 0) return []
  // Only how many: what went into the cart last.
  return last && clause.verb !== 'remove' ? [last] : lines
}
