/** What one conversation holds: the results, the cart, and which surfaces are there. It lasts as long as the process. */
import type { Cart, Product, SearchRequest } from '../../../src/commerce/index.ts'
import type { SurfaceMessage } from '../../../src/entries/core.ts'
import type { Clause } from './clause.ts'
import type { PlanMessage } from './message.ts'
import type { ShownCart } from './shown-cart.ts'
import type { WantedLine } from './wanted-lines.ts'
import type { Count } from './words/count.ts'
import { english } from './words/english.ts'
import type { AgentWords } from './words/words.ts'

export interface Results {
  readonly surfaceId: string
  /** Without `pagination`. */
  readonly request: SearchRequest
  readonly products: readonly Product[]
  /** How many of them the surface has: fewer where the user has stopped the answer. */
  shown: number
  /** Of the next page; absent on the last. */
  readonly cursor?: string
  readonly total: Count
  /** The client has the filter of the shop's catalog. */
  readonly filters: boolean
  /** The search without what was filtered on its card, and how many things it has. */
  readonly whole: { readonly request: SearchRequest; readonly total: Count }
  /** What was filtered, as a shopper says it. */
  readonly filtered?: string
}

/** What a press on “Add” asked the business for: the same press again asks for the same, under the same key. */
export interface Press {
  readonly cartId: string | undefined
  readonly lines: readonly WantedLine[]
  /** The business has answered. */
  answered: boolean
}

/** A question of the agent's own: what was asked for, and the things that it may mean. */
export interface Asked {
  readonly clause: Clause
  /** Of products, or of lines of the cart. */
  readonly ids: readonly string[]
  /** What is to be asked next. */
  readonly rest: readonly Picked[]
}

/** A product that is to go into the cart; `text` may say which variant. */
export interface Picked {
  readonly product: string
  readonly quantity: number
  readonly text: string
  /** It was pointed at, so the user hears which one was understood. */
  readonly points: boolean
}

export interface Memory {
  /** In the language of the latest sentence. */
  words: AgentWords
  /** The latest search. */
  results: Results | undefined
  /** What stands on the page as a list: results, or products side by side. `request`: a search for their like. */
  listed: { readonly ids: readonly string[]; readonly request: SearchRequest } | undefined
  /** The product that was shown alone, or went into the cart, last: “it”. */
  focus: { readonly id: string; readonly inCart: boolean } | undefined
  /** Waits for the next message alone. */
  asked: Asked | undefined
  /** Every product that was seen, by id. Bounded: the oldest go first. */
  readonly products: Map<string, Product>
  /** The cart as the business told it last. */
  cart: Cart | undefined
  /** What the cart's surface held with the latest message; absent after a change of the cart, which it does not know. */
  shown: ShownCart | undefined
  /** What the question before the checkout was about: the user agrees to that. */
  question: { readonly count: number; readonly total: string } | undefined
  /** Id of the cart that an earlier process of the agent had for this conversation; the business was not asked for it yet. */
  savedCart: string | undefined
  /** Idempotency key → what was asked under it. */
  readonly presses: Map<string, Press>
  /** The lines of a cart that has expired, as the user wanted them last. */
  expired: { readonly key: string; readonly lines: readonly WantedLine[] } | undefined
  /** The message that “Retry” repeats. */
  failed: PlanMessage | undefined
  /** What was agreed on with the business, in one line; the user is told once. */
  agreed: string | undefined
  /** Surfaces that are there. */
  readonly surfaces: Set<string>
  /** Surface id → the message after which the surface is for reading only. */
  readonly endings: Map<string, SurfaceMessage>
  /**
   * The id of a new surface: the name itself, then `name-2`, `name-3` … The newest of a name takes the place of the older
   * ones: a page may show those for reading only.
   */
  readonly newSurfaceId: (name: string) => string
  /** A surface that the client has, and that an earlier process made: its id is not given again. The lowest number first. */
  readonly noteSurface: (surfaceId: string) => void
  /** The newest surface of a name that is there. */
  readonly surfaceId: (name: string) => string | undefined
  /** Changes of one cart, one after another. */
  readonly inTurn: <T>(change: () => Promise<T>) => Promise<T>
}

const mostProducts = 400

/** Of one name: a number that a client made up must not count. */
const mostSurfaces = 10_000

export function createMemory(savedCart?: string): Memory {
  const counts = new Map<string, number>()
  const surfaces = new Set<string>()
  let queue: Promise<unknown> = Promise.resolve()
  const idOf = (name: string, count: number): string => (count === 1 ? name : `${name}-${count}`)
  return {
    ...{
      words: english,
      results: undefined,
      listed: undefined,
      focus: undefined,
      asked: undefined,
      products: new Map(),
      cart: undefined,
      shown: undefined,
      question: undefined,
      savedCart,
      presses: new Map(),
      failed: undefined,
      expired: undefined,
    },
    ...{ agreed: undefined, surfaces, endings: new Map() },
    newSurfaceId(name) {
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      const surfaceId = idOf(name, count)
      surfaces.add(surfaceId)
      return surfaceId
    },
    noteSurface(surfaceId) {
      const name = surfaceName(surfaceId)
      const count = Number(surfaceId.slice(name.length + 1) || 1)
      if (count <= (counts.get(name) ?? 0) || count > mostSurfaces) return
      surfaces.add(surfaceId)
      counts.set(name, count)
    },
    surfaceId(name) {
      const newest = idOf(name, counts.get(name) ?? 0)
      return surfaces.has(newest) ? newest : undefined
    },
    inTurn(change) {
      const changed = queue.then(change)
      queue = changed.catch(() => undefined)
      return changed
    },
  }
}

export function remember({ products }: Memory, seen: readonly Product[]): void {
  for (const product of seen) {
    products.delete(product.id)
    products.set(product.id, product)
  }
  for (const oldest of products.keys()) {
    if (products.size <= mostProducts) return
    products.delete(oldest)
  }
}
/** The name of a surface: `cart` of `cart-2`. */
export function surfaceName(surfaceId: string): string {
  return surfaceId.replace(/-\d+$/, '')
}
