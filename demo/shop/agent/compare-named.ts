/** “Compare Amble, Birch and Cairn”: names → ids, by what was seen and else by a search for each. */
import type { Yielded } from '../../../src/agent/server/index.ts'
import { remember } from './memory.ts'
import { namedIds, titleHas } from './named-products.ts'
import type { PlanContext } from './plan.ts'
import { showComparison } from './show-detail.ts'

/** Names of one sentence that are looked for. */
const mostNames = 5

/**
 * @param names With `meant` none: what is listed.
 * @param meant Ids of products that the sentence points at beside the names: “compare the first with Birch”.
 */
export async function* compareNamed(
  names: readonly string[],
  meant: readonly string[],
  context: PlanContext,
): AsyncGenerator<Yielded> {
  const { listed, words } = context.memory
  const found = [...meant]
  for (const name of names.slice(0, mostNames)) found.push(...(await idsOf(name, context)))
  const ids = found.length > 0 ? [...new Set(found)] : (listed?.ids.slice(0, 3) ?? [])
  if (ids.length === 0) yield { text: words.sayWhatToCompare }
  else yield* showComparison(ids, context)
}

/** A name that nothing goes by stays as it is: the shop says that it does not have it. */
async function idsOf(name: string, context: PlanContext): Promise<readonly string[]> {
  const { shop, memory } = context
  const known = namedIds(name, memory)
  if (known.length > 0) return known
  const { products } = await shop.search({ query: name, pagination: { limit: 3 } })
  remember(memory, products)
  const meant = products.find((product) => titleHas(product, name))
  return [meant?.id ?? name]
}
