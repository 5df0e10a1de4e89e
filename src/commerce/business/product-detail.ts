/** Get Product, of the public spelling only: one product, narrowed by the options that the buyer has chosen so far. */
import { CommerceError } from '../error.ts'
import type { Choice, ProductRequest } from '../types.ts'
import { type Result, refusal, type Session, success } from './answer.ts'
import { conditionsOf, filterMessages, isAvailable, preferredCurrency, productFor } from './catalog.ts'
import type { Settings } from './options.ts'
import { fits, hasPrice } from './product-index.ts'
import type { StoredVariant } from './store.ts'

/**
 * The product with the variants that have what is chosen, the featured one first; and for each value of an option whether
 * choosing it next leads to a variant, and to one that can be sold. The id of a variant chooses all of its options. Throws
 * `invalid_request` for an option that is chosen twice.
 */
export async function getProduct(request: ProductRequest, session: Session, settings: Settings): Promise<Result> {
  const { id, selected = [], preferences = [], filters, context } = request
  if (new Set(selected.map(({ name }) => name)).size < selected.length)
    throw new CommerceError('invalid_request', '/selected names an option twice')
  const view = { currency: preferredCurrency(context, settings), wire: session.wire }
  const conditions = conditionsOf(filters, view.currency)
  const [found] = await settings.store.find([id])
  const isWanted = found && fits(found.product, conditions)
  const variants = isWanted ? found.product.variants.filter((variant) => hasPrice(variant, conditions.price)) : []
  const variantId = found?.matches[0]?.variantId
  const named = variants.find(({ id }) => id === variantId)
  const chosen = named ? choicesOf(named) : relaxed(selected, preferences, variants)
  const matching = variants.filter((variant) => has(variant, chosen))
  const featured = variantId === undefined ? (matching.find(isAvailable) ?? matching[0]) : named
  if (!found || !featured) return notFound(id, session, settings)
  const effective = chosen.length > 0 ? chosen : choicesOf(featured)
  const others = matching.filter((variant) => variant !== featured && has(variant, effective))
  const product = productFor(found.product, view, [featured, ...others])
  const options = product.options?.map(({ name, values }) => ({
    name,
    values: values.map((value) => ({ ...value, ...signals(variants, effective, { name, label: value.label }) })),
  }))
  return success(session, {
    product: { ...product, ...(options && { options, selected: effective }) },
    ...filterMessages(filters),
  })
}

/** What is chosen, without as much of it as no variant has. What `preferences` do not name is dropped before the rest. */
function relaxed(
  selected: readonly Choice[],
  preferences: readonly string[],
  variants: readonly StoredVariant[],
): readonly Choice[] {
  const rank = ({ name }: Choice): number => (preferences.includes(name) ? preferences.indexOf(name) : Infinity)
  const kept = selected.map(({ name, label }) => ({ name, label }))
  const byRank = kept.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))
  const isOffered = (choices: readonly Choice[]): boolean => variants.some((variant) => has(variant, choices))
  while (byRank.length > 0 && !isOffered(byRank)) byRank.pop()
  return kept.filter((choice) => byRank.includes(choice))
}

function signals(
  variants: readonly StoredVariant[],
  effective: readonly Choice[],
  next: Choice,
): { readonly available: boolean; readonly exists: boolean } {
  const others = effective.filter(({ name }) => name !== next.name)
  const leading = variants.filter((variant) => has(variant, [...others, next]))
  return { available: leading.some(isAvailable), exists: leading.length > 0 }
}

function choicesOf({ selected_options: options = [] }: StoredVariant): readonly Choice[] {
  return options.map(({ name, label }) => ({ name, label }))
}

function has(variant: StoredVariant, choices: readonly Choice[]): boolean {
  const own = choicesOf(variant)
  return choices.every(({ name, label }) => own.some((each) => each.name === name && each.label === label))
}

function notFound(id: string, session: Session, { refusalUrl }: Settings): Result {
  const content = `There is no product “${id}” that fits.`
  return refusal(session, [{ type: 'error', code: 'not_found', content, severity: 'unrecoverable' }], refusalUrl())
}
