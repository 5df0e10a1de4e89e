/** `surface-runtime/mcp`: surfaces in the results and resources of tools of the Model Context Protocol. */
import { isObject } from '../json/value.ts'
import { type Binding, createCell } from '../live/binding.ts'
import { messagesInText } from '../protocol/carried.ts'
import type { ClientEvent } from '../protocol/message.ts'
import type { CarriedRuntime } from './carried.ts'

export type { CarriedRuntime } from './carried.ts'

/** What is used of a client of `@modelcontextprotocol/sdk` 1. */
export interface McpClient {
  readonly callTool: (call: never) => Promise<unknown>
  readonly readResource: (resource: never) => Promise<unknown>
}

export interface McpOptions {
  /**
   * Tools that surfaces may call. `a2ui_action` gets every action whole. Another tool is called by an action of its name, with the
   * action's context as arguments. Default: none, and an action that no tool takes fails.
   */
  readonly tools?: readonly string[] | undefined
}

export interface McpSurfaces {
  /** Draws what is in a tool's result. `source` names the source of its surfaces: the id of the call, say. */
  show(source: string, result: unknown): void
  /** Reads a resource, such as the one that a tool's `_meta.ui.resourceUri` names, and draws it. */
  open(uri: string): Promise<void>
  stop(): void
  /** The names of the sources, in the order in which they came: the keys, and those of answers to actions. */
  readonly sources: Binding<readonly string[]>
}

const actionTool = 'a2ui_action'
const mimeType = 'application/a2ui+json'
/** The name of v0.8. */
const mimeTypes = [mimeType, 'application/json+a2ui']

/** The results of the tools that actions call are drawn as well, each as a source of its own. */
export function connectMcp(client: McpClient, runtime: CarriedRuntime, { tools = [] }: McpOptions = {}): McpSurfaces {
  let stopped = false
  const sources = createCell<readonly string[]>([])

  /** A result and a resource come whole: what is missing is reported. */
  function draw(key: string, messages: readonly unknown[], answerTo?: ClientEvent): void {
    const known = sources.getSnapshot()
    if (!known.includes(key)) sources.set([...known, key])
    runtime.sync(key, messages, { done: true, onEvent: act, answerTo })
  }

  function show(key: string, result: unknown, answerTo?: ClientEvent): void {
    draw(key, blocksOf(result, 'content').flatMap(messagesOfBlock), answerTo)
  }

  /** Resolves when the tool has answered. */
  async function act(event: ClientEvent, wire: unknown): Promise<void> {
    const { name } = event
    const action = isObject(wire) ? (wire['action'] ?? wire['userAction']) : undefined
    if (stopped) throw new Error('the connection to the server of this surface was stopped; connect again')
    const [tool, given] = tools.includes(actionTool)
      ? [actionTool, action]
      : [name, isObject(action) ? action['context'] : {}]
    if (!tools.includes(tool)) throw new Error(`No tool may be called by "${name}": name it in "tools"`)
    const result = await client.callTool({ name: tool, arguments: given } as never)
    show(runtime.newSource(tool), result, event)
    if (isObject(result) && result['isError'] === true) throw new Error(`The tool "${tool}" failed`)
  }

  return {
    sources,
    show: (key, result) => show(key, result),
    async open(uri) {
      const { contents } = (await client.readResource({ uri } as never)) as { readonly contents?: unknown }
      draw(uri, blocksOf({ contents }, 'contents').flatMap(messagesOfResource))
    },
    stop() {
      stopped = true
    },
  }
}

function blocksOf(value: unknown, name: string): readonly unknown[] {
  const list = isObject(value) ? value[name] : undefined
  return Array.isArray(list) ? list : []
}

/** What is for the model alone is not drawn. */
function messagesOfBlock(block: unknown): readonly unknown[] {
  if (!isObject(block) || block['type'] !== 'resource') return []
  const audience = isObject(block['annotations']) ? block['annotations']['audience'] : undefined
  if (Array.isArray(audience) && !audience.includes('user')) return []
  return messagesOfResource(block['resource'])
}

function messagesOfResource(resource: unknown): readonly unknown[] {
  const { mimeType: type, text, blob } = isObject(resource) ? resource : {}
  if (typeof type !== 'string' || !mimeTypes.includes(type.split(';')[0]?.trim().toLowerCase() ?? '')) return []
  if (typeof text === 'string') return messagesInText(text)
  return typeof blob === 'string' ? messagesInText(decoded(blob)) : []
}

/** Base64 of UTF-8. What is neither stays as it is: the runtime reports it. */
function decoded(blob: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(blob), (byte) => byte.charCodeAt(0)))
  } catch {
    return blob
  }
}

/** An embedded resource for the `content` of a tool's result. For the server. */
export interface SurfaceResource {
  readonly type: 'resource'
  readonly resource: { readonly uri: string; readonly mimeType: string; readonly text: string }
  readonly annotations: { readonly audience: ('user' | 'assistant')[] }
  readonly [name: string]: unknown
}

/** `uri`: the resource's address; default `a2ui://surface`. */
export function surfaceResource(messages: readonly unknown[], uri = 'a2ui://surface'): SurfaceResource {
  const resource = { uri, mimeType, text: JSON.stringify(messages) }
  return { type: 'resource', resource, annotations: { audience: ['user'] } }
}
