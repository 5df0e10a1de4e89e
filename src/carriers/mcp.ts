/** `surface-runtime/mcp`: surfaces in the results and resources of tools of the Model Context Protocol. */
import { isObject } from '../json/value.ts'
import { type CarriedRuntime, messagesInText } from './carried.ts'

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
  /** Draws what is in a tool's result. `key` names the source of `runtime.sync`: the id of the call, say. */
  show(key: string, result: unknown): void
  /** Reads a resource, such as the one that a tool's `_meta.ui.resourceUri` names, and draws it. */
  open(uri: string): Promise<void>
  stop(): void
}

const actionTool = 'a2ui_action'
const mimeType = 'application/a2ui+json'
/** The name of v0.8. */
const mimeTypes = [mimeType, 'application/json+a2ui']

/** A result and a resource come whole: what is missing is reported. */
const whole = { done: true }

/** The results of the tools that actions call are drawn as well. */
export function connectMcp(client: McpClient, runtime: CarriedRuntime, { tools = [] }: McpOptions = {}): McpSurfaces {
  let calls = 0

  function show(key: string, result: unknown): void {
    runtime.sync(key, blocksOf(result, 'content').flatMap(messagesOfBlock), whole)
  }

  /** Resolves when the tool has answered. */
  async function act(name: string, wire: unknown): Promise<void> {
    const action = isObject(wire) ? (wire['action'] ?? wire['userAction']) : undefined
    const [tool, given] = tools.includes(actionTool)
      ? [actionTool, action]
      : [name, isObject(action) ? action['context'] : {}]
    if (!tools.includes(tool)) throw new Error(`No tool may be called by "${name}": name it in "tools"`)
    const result = await client.callTool({ name: tool, arguments: given } as never)
    show(`${tool} ${++calls}`, result)
    if (isObject(result) && result['isError'] === true) throw new Error(`The tool "${tool}" failed`)
  }

  return {
    show,
    async open(uri) {
      const { contents } = (await client.readResource({ uri } as never)) as { readonly contents?: unknown }
      runtime.sync(uri, blocksOf({ contents }, 'contents').flatMap(messagesOfResource), whole)
    },
    stop: runtime.listen({ onEvent: ({ name }, wire) => act(name, wire) }),
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
