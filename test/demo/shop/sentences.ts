// A sentence said in a situation, and what the customer then hears and sees, in one line.
import { basicCatalog } from 'surface-runtime'
import { shopCatalog } from '../../../demo/shop/catalog/catalog.tsx'
import { openWalk, type Walk, type WalkOptions } from './walk.ts'

/** What stands on the page → what was said before. */
export const situations = {
  nothing: [],
  search: ['running shoes'],
  two: ['compare Amble and Birch'],
  three: ['compare Amble, Birch and Cairn'],
  tent: ['compare Tent for two and Ridge Boot'],
  boots: ['hiking boots'],
  detail: ['running shoes', 'details of Heron'],
  cart: ['add 2 oat bars', 'add Amble 42'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type Situation = keyof typeof situations

/** Closed by the caller. */
export async function inSituation(situation: Situation, options: WalkOptions = {}): Promise<Walk> {
  const walk = await openWalk({ catalogs: [shopCatalog, basicCatalog], agent: { pause: 0 }, ...options })
  for (const sentence of situations[situation]) await walk.say(sentence)
  return walk
}

/** `answer > what is new or changed`: titles of cards, labels of buttons, or lines of the cart. */
export async function outcome(walk: Walk, sentence: string): Promise<string> {
  const before = new Map(walk.surfaceIds().map((id) => [id, shown(walk, id)]))
  await walk.say(sentence)
  const said = walk.answer().filter((text) => !/^(?:Looking|Ich sehe nach)|agreed/.test(text))
  const seen = walk.surfaceIds().flatMap((id) => (before.get(id) === shown(walk, id) ? [] : [shown(walk, id)]))
  return [said.join(' '), ...seen]
    .join(' > ')
    .replace(/ running shoe(?!s)/g, '')
    .replaceAll(walk.shop.origin, '{shop}')
    .trim()
}

function shown(walk: Walk, surfaceId: string): string {
  if (surfaceId.startsWith('question')) return `[${choices(walk, surfaceId).join('] [')}]`
  const data = walk.data(surfaceId) as Readonly<Record<string, unknown>> | undefined
  const items = listOf(data?.['items']).map((item) => String(item['name']))
  const lines = listOf((data?.['cart'] as Readonly<Record<string, unknown>> | undefined)?.['lines'])
  const cart = lines.map((line) => `${line['quantity']} × ${line['name']}`)
  if (surfaceId.startsWith('cart')) return `cart: ${cart.join(', ')}`
  if (surfaceId.startsWith('detail')) return `choose ${data?.['quantity']} of ${data?.['product']}`
  return `${surfaceId.replace(/-\d+$/, '')}${items.length > 0 ? `: ${items.slice(0, 4).join(', ')}` : ''}`
}

function listOf(list: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Object.values((list ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>>>>)
}

/** Labels of a question's buttons. */
export function choices(walk: Walk, surfaceId: string): readonly string[] {
  const components = [...(walk.runtime.surface(surfaceId)?.components.values() ?? [])]
  return components.flatMap((component) => /"text":\{[^}]*"value":"([^"]*)"/.exec(JSON.stringify(component))?.[1] ?? [])
}

/** In their order. */
export function buttonIds(walk: Walk, surfaceId: string): readonly string[] {
  const components = [...(walk.runtime.surface(surfaceId)?.components ?? [])]
  return components.flatMap(([id, component]) => (JSON.stringify(component).includes('"choose"') ? [id] : []))
}
