/**
 * The agent that shops: an agent server towards the chat, and a platform of the commerce protocol towards the business.
 *
 * Surfaces: `results`, `compare`, `detail`, `cart`, `confirm`, `question` and `problem`. The second of a name is `cart-2` and so on, and
 * takes the place of the older one, which a page may freeze. The results have a filter for clients that list `shopCatalog`
 * (`demo/shop/catalog/catalog.tsx`); others get the basic catalog.
 */
import {
  type AgentServer,
  type AgentServerOptions,
  createAgentServer,
  type ExecuteContext,
  type Yielded,
} from '../../../src/agent/server/index.ts'
import { verifyTokens } from '../../../src/agent/server/tokens/index.ts'
import type { JsonObject } from '../../../src/json/value.ts'
import { sleep } from '../../../src/shared/http/sleep.ts'
import { keywordsExtension } from '../keywords-extension.ts'
import { failed } from './failures.ts'
import { keywordPlan } from './keyword-plan.ts'
import { createMemory, type Memory } from './memory.ts'
import type { PlanMessage } from './message.ts'
import type { Plan, PlanContext } from './plan.ts'
import { profilePath, profileResponse } from './platform-profile.ts'
import type { SavedCarts } from './saved-carts.ts'
import { createShopConnection, type ShopCall, type ShopConnection } from './shop-operations.ts'
import { shownCart } from './shown-cart.ts'
import { wordsFor } from './words/words-for.ts'

export interface ShopAgentOptions
  extends Pick<AgentServerOptions, 'now' | 'newId' | 'onError' | 'pingInterval' | 'store'> {
  /** Public address of the agent, as in `http://127.0.0.1:4171`. */
  readonly origin: string
  /** Address of the business. */
  readonly shop: string
  /** What the business is called. Default: `Flower & Foot`. */
  readonly shopName?: string
  /** Default: the plan by keywords. */
  readonly plan?: Plan
  /** Milliseconds between two parts of an answer. Default: 60. */
  readonly pause?: number
  /** Milliseconds before the business is called again at most; doubles each time. Default: 500. */
  readonly retryDelay?: number
  /** Outlives the process. Default: an agent that is started again knows carts by what clients show of them. */
  readonly carts?: SavedCarts
  /** Address of an authorization server: callers need its tokens then. Default: everybody is let in. */
  readonly login?: string
  /** True: the card lists gRPC first, at the port of `origin`, for a server that speaks it there. Default: false. */
  readonly grpc?: boolean
  /** The version that the published profile declares. Default: the one that the agent speaks; others may be refused. */
  readonly profileVersion?: string
}

/** Words that say how the agent works, and not what the user asked for: a page may show them to developers only. */
const behindTheScenes = 'https://surface-runtime.example/behind-the-scenes'

/** Media type of a part with the calls that the shop was asked. */
const callsType = 'application/vnd.surface-runtime.shop-calls+json'

const extensions = ['v0.9', 'v0.8'].map((version) => ({
  uri: `https://a2ui.org/a2a-extension/a2ui/${version}`,
  description: `Surfaces of the protocol ${version}`,
}))

/** Conversations that are remembered; the one that was used longest ago goes first. */
const mostConversations = 1000

/** Below `origin`: the card, JSON-RPC at `/rpc`, HTTP+JSON at `/`, and the platform's profile at `/profile.json`. */
export function createShopAgent(options: ShopAgentOptions): AgentServer {
  const { origin, shop, shopName = 'Flower & Foot', plan = keywordPlan, pause = 60, retryDelay } = options
  const profile = `${origin}${profilePath}`
  const connection = createShopConnection({
    ...{ name: shopName, address: shop, profile },
    ...(retryDelay !== undefined && { retryDelay }),
  })
  const memories = new Map<string, Memory>()
  const { now, newId, onError, pingInterval, store, carts, login, grpc = false } = options
  const card = cardOf(shopName, grpc ? new URL(origin).host : undefined, plan === keywordPlan)
  const server = createAgentServer({
    card: { ...card, ...(login !== undefined && securityOf(login)) },
    origin,
    execute: inConversation,
    ...(login !== undefined && {
      scopes: (_operation, message) => (wantsCheckout(message) ? ['order'] : []),
      authenticate: verifyTokens({ issuer: login, audience: origin, allowInsecureLoopback: true }),
    }),
    ...(now && { now }),
    ...(newId && { newId }),
    ...(onError && { onError }),
    ...(pingInterval !== undefined && { pingInterval }),
    ...(store && { store }),
  })
  async function* inConversation(context: ExecuteContext): AsyncGenerator<Yielded> {
    const { conversation } = context
    const memory = memoryOf(memories, conversation, () => createMemory(carts?.get(conversation)))
    try {
      yield* execute(context, { plan, pause, connection, memory })
    } finally {
      carts?.set(conversation, memory.cart?.id ?? memory.savedCart)
    }
  }

  const handle: AgentServer = async (request, connection) => {
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (reads && new URL(request.url).pathname === profilePath) return profileResponse(options.profileVersion)
    return server(request, connection)
  }
  // With what gRPC serves the same agent by.
  return Object.assign(handle, server)
}

/** `grpcHost`: host and port, as public clients of gRPC want them. */
function cardOf(shopName: string, grpcHost: string | undefined, byKeywords: boolean): AgentServerOptions['card'] {
  const plans = { uri: keywordsExtension, description: 'The agent reads keywords and asks no model.' }
  return {
    name: 'Shopping agent',
    description: `Finds things at ${shopName}, compares them, and fills a cart. Reads English and German.`,
    version: '1.0.0',
    supportedInterfaces: [
      ...(grpcHost === undefined ? [] : [{ url: grpcHost, protocolBinding: 'GRPC', protocolVersion: '1.0' }]),
      { url: '/rpc', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url: '/', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
    ],
    capabilities: { pushNotifications: false, extensions: [...extensions, ...(byKeywords ? [plans] : [])] },
    defaultOutputModes: ['text/plain', 'application/json+a2ui'],
    skills: [
      {
        ...{ id: 'find', name: 'Find things', description: 'Searches the shop.', tags: ['search'] },
        examples: ['Running shoes under 150', 'Find a rain jacket'],
      },
      {
        ...{ id: 'compare', name: 'Compare things', description: 'Puts some side by side.', tags: ['lookup'] },
        examples: ['Compare Amble, Birch and Cairn'],
      },
      {
        ...{ id: 'buy', name: 'Fill a cart', description: 'Adds, changes, and goes to the checkout.', tags: ['cart'] },
        examples: ['Add two oat bars to my cart'],
      },
    ],
  }
}

/** What tokens for the agent allow, in words for the user. */
export const shopScopes = { shop: 'Search the shop and fill a cart', order: 'Go to the checkout' }

/** Two ways in: with a browser at hand, and with a code on another device. */
function securityOf(issuer: string): Pick<AgentServerOptions['card'], 'securitySchemes' | 'securityRequirements'> {
  const flow = { tokenUrl: `${issuer}/token`, scopes: shopScopes }
  const flows = {
    browser: { authorizationCode: { ...flow, authorizationUrl: `${issuer}/auth`, pkceRequired: true } },
    code: { deviceCode: { ...flow, deviceAuthorizationUrl: `${issuer}/device/auth` } },
  }
  return {
    securitySchemes: {
      browser: { oauth2SecurityScheme: { flows: flows.browser } },
      code: { oauth2SecurityScheme: { flows: flows.code } },
    },
    securityRequirements: [{ schemes: { browser: { list: ['shop'] } } }, { schemes: { code: { list: ['shop'] } } }],
  }
}

/** A press on the cart's button, or the words. The page then asks the user for leave before the message is taken. */
function wantsCheckout(message: JsonObject | undefined): boolean {
  return /"name":"checkout"|"text":"[^"]*\bcheck ?out\b/i.test(JSON.stringify(message ?? null))
}

interface Surroundings {
  readonly plan: Plan
  readonly pause: number
  readonly connection: ShopConnection
  readonly memory: Memory
}

async function* execute(given: ExecuteContext, surroundings: Surroundings): AsyncGenerator<Yielded> {
  const { plan, connection, memory } = surroundings
  const { signal } = given
  const calls: ShopCall[] = []
  const shop = connection.operations(memory, signal, (call) => calls.push(call))
  /** What the shop was asked since, for a page that shows how an answer came about. */
  function* noted(): Generator<Yielded> {
    if (calls.length === 0 || context.surfaceVersion === undefined) return
    // Of one clock: how long ago each began, when this leaves.
    const sent = calls.splice(0).map(({ begun, ...call }) => ({ ...call, ago: Math.round(performance.now() - begun) }))
    const parts = [{ data: { calls: sent } as unknown as JsonObject, mediaType: callsType }]
    yield { status: 'working', message: { parts, metadata: { [behindTheScenes]: true } } }
  }
  const context: PlanContext = {
    ...{ shop, memory, signal },
    surfaceVersion: given.surfaceVersion === 'v0.9.1' ? 'v0.9' : given.surfaceVersion,
    catalogIds: catalogIdsOf(given),
    waiting: given.task.status.state === 'TASK_STATE_INPUT_REQUIRED',
    pause: () => sleep(surroundings.pause, signal),
  }
  const message = messageOf(given)
  for (const surfaceId of surfaceIdsIn(message)) memory.noteSurface(surfaceId)
  memory.words = wordsFor(message.text, memory.words)
  memory.shown = shownCart(message, memory.surfaceId('cart'))
  let said = memory.agreed !== undefined
  yield { status: 'working' }
  try {
    for await (const step of plan(message, context)) {
      if (signal.aborted) return
      if (!said && memory.agreed !== undefined) {
        said = true
        yield {
          status: 'working',
          message: { parts: [{ text: memory.agreed }], metadata: { [behindTheScenes]: true } },
        }
      }
      yield* noted()
      yield step
    }
  } catch (error) {
    if (signal.aborted) return
    yield* noted()
    yield* failed(error, message, context)
  }
}

function messageOf({ message, text, actions, dataModels, surfaceErrors }: ExecuteContext): PlanMessage {
  return { id: message.messageId, text, actions, dataModels, surfaceErrors }
}

/** After a restart of the agent the client knows more surfaces than the agent does. `cart` before `cart-2`. */
function surfaceIdsIn({ actions, dataModels }: PlanMessage): readonly string[] {
  const ids = [...Object.keys(dataModels), ...actions.map(({ surfaceId }) => surfaceId)]
  return ids.filter((id) => ownSurface.test(id)).sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
}

const ownSurface = /^(?:results|compare|detail|cart|confirm|question|problem)(?:-[1-9]\d{0,3})?$/

/** v0.9 wraps its capabilities in the version, v0.8 does not. */
function catalogIdsOf({ message, metadata }: ExecuteContext): readonly string[] {
  const name = 'a2uiClientCapabilities'
  const given = (message.metadata?.[name] ?? metadata[name]) as Readonly<Record<string, unknown>> | undefined
  const own = (given?.['v0.9'] ?? given) as { readonly supportedCatalogIds?: unknown } | undefined
  const ids = own?.supportedCatalogIds
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}

function memoryOf(memories: Map<string, Memory>, conversation: string, create: () => Memory): Memory {
  const memory = memories.get(conversation) ?? create()
  memories.delete(conversation)
  memories.set(conversation, memory)
  for (const oldest of memories.keys()) {
    if (memories.size <= mostConversations) break
    memories.delete(oldest)
  }
  return memory
}
