/** What a model may do at the shop: searching and looking up give data, the cart is changed and shown as the agent does it. */
import type { Yielded } from '../../../../src/agent/server/index.ts'
import type { Cart, Product } from '../../../../src/commerce/index.ts'
import { addToCart, currentCart, updateCart } from '../change-cart.ts'
import { askToCheckOut } from '../check-out.ts'
import { remember } from '../memory.ts'
import type { PlanContext } from '../plan.ts'
import { priceWords } from '../price.ts'
import type { ToolCall } from './completions.ts'

/** What the model is told, as JSON. `ends`: the user has to answer now. */
interface ToolResult {
  readonly told: object
  readonly ends?: boolean
}

interface Tool {
  readonly description: string
  /** JSON Schemas of the parameters. */
  readonly parameters: Readonly<Record<string, object>>
  readonly required: readonly string[]
  readonly run: (
    given: Readonly<Record<string, unknown>>,
    context: PlanContext,
    /** The same for the same call of the same message. */
    key: string,
  ) => AsyncGenerator<Yielded, ToolResult>
}

/** Lines of a cart at most, and pieces of one line. */
const [mostLines, mostPieces] = [20, 99]

const text = { type: 'string' }
const quantity = { type: 'integer', minimum: 1, maximum: mostPieces }

const tools: Readonly<Record<string, Tool>> = {
  search_products: {
    description: 'Searches the shop. Gives up to ten products with prices, variants and addresses of pictures.',
    parameters: {
      query: { ...text, description: 'Words in titles and descriptions, such as "running shoes"' },
      max_price: { type: 'number', description: 'In dollars' },
      min_price: { type: 'number', description: 'In dollars' },
    },
    required: ['query'],
    async *run({ query, max_price: max, min_price: min }, { shop, memory }) {
      yield { status: 'working', text: 'Looking …' }
      const price = { ...(isPrice(max) && { max: cents(max) }), ...(isPrice(min) && { min: cents(min) }) }
      const found = await shop.search({
        query: textOf(query),
        context: { address_country: 'US' },
        ...((price.max ?? price.min) !== undefined && { filters: { price } }),
        pagination: { limit: 10 },
      })
      remember(memory, found.products)
      return { told: { total: found.pagination.total_count, products: found.products.map(factsOf) } }
    },
  },
  look_up: {
    description: 'Gives products or variants by their ids.',
    parameters: { ids: { type: 'array', items: text, minItems: 1, maxItems: 10 } },
    required: ['ids'],
    async *run({ ids }, { shop, memory }) {
      yield { status: 'working', text: 'Looking …' }
      const wanted = Array.isArray(ids) ? ids.map(textOf).filter((id) => id !== '') : []
      if (wanted.length === 0) return { told: { error: '"ids" is a list of ids' } }
      const found = await shop.lookup(wanted.slice(0, 10))
      remember(memory, found.products)
      return { told: { products: found.products.map(factsOf), missing: found.missing } }
    },
  },
  show_cart: {
    description: 'Shows the user the cart, and gives it to you.',
    parameters: {},
    required: [],
    async *run(_, context) {
      yield* currentCart(context)
      return cartResult(context)
    },
  },
  add_to_cart: {
    description: 'Adds a variant to the cart, only when the user asked for it, and shows the cart.',
    parameters: { variant: { ...text, description: 'Id of a variant' }, quantity },
    required: ['variant', 'quantity'],
    async *run({ variant, quantity: count }, context, key) {
      if (!isCount(count)) return { told: { error: `"quantity" is a whole number from 1 to ${mostPieces}` } }
      if (textOf(variant) === '') return { told: { error: '"variant" is the id of a variant' } }
      yield* addToCart({ lines: [{ variant: textOf(variant), quantity: count }], key }, context)
      return cartResult(context)
    },
  },
  change_cart: {
    description:
      'Changes quantities, only when the user asked for it. Lines that are not named stay; 0 removes a line.',
    parameters: {
      lines: {
        type: 'array',
        maxItems: mostLines,
        items: {
          type: 'object',
          properties: {
            line: { ...text, description: 'Id of a line of the cart' },
            quantity: { ...quantity, minimum: 0 },
          },
          required: ['line', 'quantity'],
        },
      },
    },
    required: ['lines'],
    async *run({ lines }, context, key) {
      const wanted = (Array.isArray(lines) ? lines : []).slice(0, mostLines).flatMap((entry): [string, number][] => {
        const { line, quantity: count } = (entry ?? {}) as Readonly<Record<string, unknown>>
        return typeof line === 'string' && (count === 0 || isCount(count)) ? [[line, count]] : []
      })
      if (wanted.length === 0) return { told: { error: '"lines" is a list of { line, quantity }' } }
      yield* updateCart(new Map(wanted), key, context)
      return cartResult(context)
    },
  },
  check_out: {
    description: 'Asks the user whether to go to the checkout. Your turn ends with it.',
    parameters: {},
    required: [],
    async *run(_, context, key) {
      yield* askToCheckOut(key, context)
      return { ...cartResult(context), ends: context.memory.cart !== undefined }
    },
  },
}

/** The tools as the chat-completions format has them. */
export const toolDefinitions: readonly object[] = Object.entries(tools).map(([name, tool]) => {
  const { description, parameters, required } = tool
  return {
    type: 'function',
    function: { name, description, parameters: { type: 'object', properties: parameters, required } },
  }
})

/**
 * Yields what the user gets; returns what the model is told. A call that cannot be understood is told the model, errors of
 * the shop are thrown on.
 */
export async function* runTool(
  { function: { name, arguments: written } }: ToolCall,
  context: PlanContext,
  key: string,
): AsyncGenerator<Yielded, ToolResult> {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
  if (!tool) return { told: { error: `There is no tool "${name.slice(0, 40)}"`, tools: Object.keys(tools) } }
  const given = argumentsIn(written)
  if (!given) return { told: { error: 'The arguments are no JSON object' } }
  return yield* tool.run(given, context, key)
}

function argumentsIn(written: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const given: unknown = JSON.parse(written.trim() === '' ? '{}' : written)
    const isObject = typeof given === 'object' && given !== null && !Array.isArray(given)
    return isObject ? (given as Readonly<Record<string, unknown>>) : undefined
  } catch {
    return undefined
  }
}

function factsOf({ id, title, description, rating, media, variants }: Product): object {
  return {
    ...{ id, title, about: description.plain?.slice(0, 300) },
    ...(rating && { rating: `${rating.value} of ${rating.scale_max}` }),
    picture: media?.find(({ type }) => type === 'image')?.url,
    variants: variants.slice(0, 20).map((variant) => ({
      ...{ id: variant.id, title: variant.title, price: priceWords(variant.price) },
      available: variant.availability?.available !== false,
    })),
  }
}

function cartResult({ memory }: PlanContext): ToolResult {
  return { told: { shown: true, cart: memory.cart ? cartFacts(memory.cart) : 'empty' } }
}

function cartFacts({ line_items: lines, totals, currency }: Cart): object {
  return {
    lines: lines.map(({ id, item, quantity: count }) => ({ line: id, title: item.title, quantity: count })),
    totals: totals.map(({ type, amount }) => ({ type, amount: priceWords({ amount, currency }) })),
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 200) : ''
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= mostPieces
}

function isPrice(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1_000_000
}

function cents(dollars: number): number {
  return Math.round(dollars * 100)
}
