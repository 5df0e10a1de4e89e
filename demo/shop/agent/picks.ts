/** Products that are to go into the cart → variants: by the words, because there is only one to be had, or by asking. */
import type { Yielded } from '../../../src/agent/server/index.ts'
import type { Filters, Product, Variant } from '../../../src/commerce/index.ts'
import { type Addition, addToCart } from './change-cart.ts'
import { clausesOf } from './clause.ts'
import type { Picked } from './memory.ts'
import type { PlanContext } from './plan.ts'
import { isAvailable } from './results-surface.ts'
import { searchRequest } from './search-words.ts'
import { showDetail } from './show-detail.ts'
import type { AgentWords } from './words/words.ts'

/** What is clear goes into the cart; for the rest the user chooses on the product's surface, one product after another. */
export async function* addPicked(
  picked: readonly Picked[],
  { key, from }: Pick<Addition, 'key' | 'from'>,
  context: PlanContext,
): AsyncGenerator<Yielded> {
  const { memory } = context
  const choices = picked.map((each) => ({
    ...each,
    ...choiceOf(memory.products.get(each.product), each.text, memory.words),
  }))
  const meant = choices.filter(({ points }) => points)
  const understood = meant.map(({ product, quantity }) => `${quantity} × ${memory.products.get(product)?.title}`)
  const speaks = choices.find(({ said }) => said !== undefined)?.said
  const said = [understood.length > 0 ? memory.words.understood(understood) : '', speaks ?? ''].filter(Boolean)
  if (said.length > 0) yield { text: said.join(' ') }
  const lines = choices.flatMap(({ variant, quantity, sure }) =>
    sure && variant ? [{ variant: variant.id, quantity }] : [],
  )
  if (lines.length > 0) yield* addToCart({ lines, key, ...(from && { from }) }, context)
  const [gone] = choices.filter(({ variant }) => !variant)
  const [open, ...rest] = choices.filter(({ sure, variant }) => !sure && variant)
  const [clause] = clausesOf(`add ${open?.quantity ?? 1}`)
  if (open && clause) {
    memory.asked = { clause, ids: [open.product], rest }
    yield* showDetail(open.product, context, { wanted: open.quantity, chosen: open.variant?.id })
  } else if (gone && lines.length === 0) yield* showDetail(gone.product, context)
}

interface ChoiceOfVariant {
  readonly variant: Variant | undefined
  /** It is the one that is meant, and it can be had. */
  readonly sure: boolean
  /** What speaks against it. */
  readonly said?: string
}

/** @param text May name a size, a colour or another option. */
export function choiceOf(product: Product | undefined, text: string, words: AgentWords): ChoiceOfVariant {
  const variants = product?.variants ?? []
  const first = variants.find(isAvailable)
  if (!product) return { variant: undefined, sure: false }
  if (!first) return { variant: undefined, sure: false, said: words.soldOutThing(product.title) }
  const asked = searchRequest(text).filters?.options ?? []
  const missing = missingLabel(variants, asked)
  if (missing !== undefined) return { variant: first, sure: false, said: words.notIn(product.title, missing) }
  const askedLabels = asked.map(({ label }) => label.toLowerCase())
  const isNamed = (label: string): boolean =>
    askedLabels.includes(label) || ` ${text.toLowerCase()} `.includes(` ${label} `)
  // A label that all have says nothing.
  const named = variants.filter((variant) =>
    labelsOf(variant).some((label) => isNamed(label) && !variants.every((other) => labelsOf(other).includes(label))),
  )
  const [only, ...others] = (named.length > 0 ? named : variants).filter(isAvailable)
  if (!only)
    return { variant: first, sure: false, said: words.soldOutThing(`${product.title}, ${named[0]?.title ?? ''}`) }
  return { variant: only, sure: others.length === 0 }
}

function labelsOf({ selected_options: options = [] }: Variant, name?: string): readonly string[] {
  return options.filter((option) => name === undefined || option.name === name).map(({ label }) => label.toLowerCase())
}

/** A size or a colour that none of them has. What has no sizes is asked for none. */
function missingLabel(variants: readonly Variant[], asked: NonNullable<Filters['options']>): string | undefined {
  return asked
    .find(({ name }) => {
      const known = variants.flatMap((variant) => labelsOf(variant, name))
      const wanted = asked.filter((option) => option.name === name)
      return known.length > 0 && !wanted.some(({ label }) => known.includes(label.toLowerCase()))
    })
    ?.label.toLowerCase()
}
