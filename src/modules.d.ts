/** Modules that bring no types: what the bundler makes of an envelope (see `vite.ts`; catalogs stand in `vite-client.d.ts`), and single icons. */

declare module '*.json' {
  const schema: { readonly [keyword: string]: unknown }
  export default schema
}

/** A schema for each message of an envelope schema, by the message's key. */
declare module '*.json?envelope' {
  const table: import('./schema/check.ts').SchemaTable
  export default table
}

/** One drawing of the icon package, which has types for all of them together only. */
declare module '@lucide/icons/icons/*' {
  const icon: {
    readonly node: readonly (readonly [tag: string, attributes: { readonly [name: string]: string }])[]
  }
  export default icon
}

/** The part of PostgreSQL's driver that is used here. Its own types would bring those of Node into ours. */
declare module 'pg' {
  interface Queries {
    readonly query: (
      statement: string | { readonly text: string; readonly values: readonly unknown[]; readonly name?: string },
    ) => Promise<{ readonly rows: readonly Readonly<Record<string, string | null>>[] }>
  }
  interface PoolClient extends Queries {
    /** With an error the connection is closed instead of used again. */
    readonly release: (error?: unknown) => void
  }
  interface Reached {
    readonly connectionString: string
    readonly connectionTimeoutMillis: number
  }
  class Pool {
    constructor(options: Reached & { readonly max: number })
    readonly query: Queries['query']
    readonly connect: () => Promise<PoolClient>
    readonly on: (event: 'error', listener: () => void) => unknown
    readonly end: () => Promise<void>
  }
  class Client {
    constructor(options: Reached & { readonly keepAlive: boolean })
    readonly query: Queries['query']
    readonly connect: () => Promise<void>
    readonly on: (
      event: 'error' | 'end' | 'notification',
      listener: (message: { readonly payload?: string }) => void,
    ) => unknown
    readonly end: () => Promise<void>
  }
  const pg: { readonly Pool: typeof Pool; readonly Client: typeof Client }
  export default pg
  export type { PoolClient }
}
