// A conversation with the shopping agent over real HTTP: the library's client, its runtime, and presses as a page makes them.
import {
  type Catalog,
  createRuntime,
  type JsonObject,
  type JsonValue,
  type Runtime,
  type SurfaceError,
} from 'surface-runtime'
import { type Conversation, type ConversationMessage, connectAgent, connectSurfaces } from 'surface-runtime/agent'
import { expect } from 'vitest'
import { parsePointer } from '../../../src/json/pointer.ts'
import { openShopDemo, type ShopDemo, type ShopDemoOptions } from '../../support/shop-demo.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { mount } from '../../surface/mount.ts'

export interface Walk extends ShopDemo {
  readonly runtime: Runtime
  readonly conversation: Conversation
  /** What the runtime reported. */
  readonly faults: SurfaceError[]
  /** Sends a text, and waits until the agent has answered. */
  readonly say: (text: string) => Promise<void>
  /** Presses a button, and waits until the agent has answered. `scope`: path of the list item that it stands in. */
  readonly press: (surfaceId: string, component: string, scope?: string) => Promise<void>
  /** The same without looking at the button: as a client that does not check it, or a page that is behind. */
  readonly send: (surfaceId: string, name: string, context: JsonObject) => Promise<void>
  /** Types into the data model. */
  readonly enter: (surfaceId: string, path: string, value: string | readonly string[]) => void
  readonly data: (surfaceId: string, path?: string) => unknown
  readonly surfaceIds: () => readonly string[]
  /** What the agent said after the latest words or press of the user, line by line. */
  readonly answer: () => readonly string[]
  /** `METHOD /path` of what the server was asked since the last call. */
  readonly asked: (side: 'agent' | 'shop') => readonly string[]
  /** Idle: done, waiting for the user, or failed. */
  readonly settled: () => Promise<void>
}

export interface WalkOptions extends ShopDemoOptions {
  readonly version?: 'v0.8' | 'v0.9' | 'none'
  readonly catalogs?: readonly Catalog[]
}

export async function openWalk({ version = 'v0.9', catalogs, ...options }: WalkOptions = {}): Promise<Walk> {
  const demo = await openShopDemo(options)
  const faults: SurfaceError[] = []
  const runtime = createRuntime({ onError: (error) => faults.push(error), ...(catalogs && { catalogs }) })
  const reconnect = { tries: 2, minDelay: 1, maxDelay: 2 }
  const agent = await connectAgent(demo.agent.origin, {
    allowInsecureLoopback: true,
    reconnect,
    fetch: offering(version),
  })
  const conversation = connectSurfaces(agent, runtime)
  const { messages, state } = conversation
  const seen = { agent: 0, shop: 0 }
  let before: readonly ConversationMessage[] = []

  const settled = async (): Promise<void> => {
    const ends = ['done', 'waiting', 'failed']
    await waitUntil(() => ends.includes(state.getSnapshot()))
  }
  const surface = (surfaceId: string) => runtime.surface(surfaceId) ?? expect.fail(`There is no surface ${surfaceId}`)
  const data: Walk['data'] = (surfaceId, path = '/') => surface(surfaceId).data.get(path)

  return {
    ...{ ...demo, runtime, conversation, faults, settled, data },
    say: async (text) => {
      before = messages.getSnapshot()
      await conversation.send(text)
      await settled()
    },
    press: async (surfaceId, component, scope = '') => {
      before = messages.getSnapshot()
      const sent = demo.agent.requests.length
      const { binding, snapshot, unmount } = mount(surface(surfaceId), component, parsePointer(scope))
      // Functions of checks are loaded when they are first needed.
      await waitUntil(() => snapshot().valid)
      binding.act('action')
      unmount()
      await waitUntil(() => demo.agent.requests.length > sent)
      await settled()
    },
    send: async (surfaceId, name, context) => {
      before = messages.getSnapshot()
      const action = { name, surfaceId, sourceComponentId: name, timestamp: '2026-05-01T00:00:00.000Z', context }
      const data: JsonValue = version === 'v0.8' ? { userAction: action } : [{ version: 'v0.9', action }]
      await conversation.send([{ data, mediaType: 'application/json+a2ui' }])
      await settled()
    },
    enter: (surfaceId, path, value) => surface(surfaceId).data.set(path, value),
    surfaceIds: () => runtime.surfaces.getSnapshot().map(({ id }) => id),
    answer: () => {
      const old = new Set(before.map(({ messageId }) => messageId))
      const fresh = messages.getSnapshot().filter(({ role, messageId }) => role === 'ROLE_AGENT' && !old.has(messageId))
      return fresh.flatMap(({ parts }) => parts.map(({ text }) => text ?? '').join('') || [])
    },
    asked: (side) => {
      const { requests } = demo[side]
      const fresh = requests.slice(seen[side]).map(({ method, path }) => `${method} ${path}`)
      seen[side] = requests.length
      return fresh
    },
    close: async () => {
      conversation.dispose()
      runtime.dispose()
      await demo.close()
    },
  }
}

/** Gets the card with one version of the surface extension, as a client that knows no other one would read it. */
function offering(version: string): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (!String(input).endsWith('/agent-card.json')) return response
    const card = await response.json()
    const wanted = ({ uri }: { readonly uri: string }): boolean => uri.endsWith(`/${version}`)
    // Extensions stand in both places of a card.
    for (const place of [card, card.capabilities]) place.extensions = place.extensions?.filter(wanted)
    return Response.json(card)
  }
}
