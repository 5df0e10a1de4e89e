/** “Compare Amble, Birch and Cairn”: names → ids, by what was seen and else by a search for each. */
import type { Yielded } from '../../../src/agent/server/index.ts'
import { remember } from './memory.ts'
import { namedIds, titleHas } from './named-products.ts'
import type { PlanContext } from './plan.ts'
import { showComparison } from './show-detail.ts'

/** Names of one sentence that are looked for. */
const mostNames = 5

export async function* compareNamed(sentence: string, context: PlanContext): AsyncGenerator<Yielded> {
  const { results, words } = context.memory
  const names = namesIn(sentence)
  const found: string[] = []
  for (const name of names.slice(0, mostNames)) found.push(...(await idsOf(name, context)))
  const ids = names.length > 0 ? [...new Set(found)] : (results?.products.slice(0, 3).map(({ id }) => id) ?? [])
  if (ids.length === 0) yield { text: words.sayWhatToCompare }
  else yield* showComparison(ids, context)
}

/** Without the words that only ask: “compare these” names nothing. */
function namesIn(sentence: string): readonly string[] {
  const list = sentence.replace(/^.*?\bcompare\b/i, ' ').replace(/[.!?]+\s*$/, '')
  const names = list.split(/,|;|\b(?:and|with|to|or|versus|vs)\b/i).map((name) => name.trim())
  return names.filter((name) => name !== '' && !/^(?:them|these|those|all(?: of (?:them|these))?|please)$/i.test(name))
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
