/** Node's own modules, asked of the process, so that a page can load what uses them. */

interface Found {
  readonly address: string
  readonly family: number
}

/** `dns.lookup`: with `all` a list is given, else one address and its family. */
export type Lookup = (
  hostname: string,
  options: { readonly all?: boolean },
  done: (error: Error | null, found: string | readonly Found[], family?: number) => void,
) => void

export interface IncomingMessage extends AsyncIterable<Uint8Array> {
  readonly statusCode?: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  resume(): unknown
  destroy(): unknown
}

interface ClientRequest {
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'response', listener: (response: IncomingMessage) => void): unknown
  on(event: 'close', listener: () => void): unknown
  end(body?: Uint8Array | string): unknown
}

/** Options of Node's `https.request`. */
export interface ConnectionOptions {
  readonly minVersion?: 'TLSv1.2' | 'TLSv1.3'
  /** `false`: a connection for each request. Default: those of the process. */
  readonly agent?: object | false
  /** Default: `dns.lookup`. */
  readonly lookup?: Lookup
}

interface NodeProcess {
  readonly versions?: { readonly bun?: string; readonly deno?: string }
  getBuiltinModule?(name: 'node:https'): {
    request(url: URL, options: object): ClientRequest
    Agent: new (options: ConnectionOptions & { readonly keepAlive: boolean; readonly timeout: number }) => object
  }
  getBuiltinModule?(name: 'node:dns'): { readonly lookup: Lookup }
}

/** Node's modules; undefined where the runtime has none, as in a browser. */
export function nodeModules(): Required<NodeProcess>['getBuiltinModule'] | undefined {
  const { process } = globalThis as { readonly process?: NodeProcess }
  return process?.getBuiltinModule?.bind(process)
}

/** Whether this is Node itself. Bun and Deno have its modules, too, but nobody has checked that their sockets ask the given `lookup`. */
export function isNode(): boolean {
  const { versions } = (globalThis as { readonly process?: NodeProcess }).process ?? {}
  return !versions?.bun && !versions?.deno && nodeModules()?.('node:https') !== undefined
}
