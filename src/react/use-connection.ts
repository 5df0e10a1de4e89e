/** A connection that lives as long as the component that asks for it. */
'use client'

import { useInsertionEffect, useMemo, useRef } from 'react'
import { type Binding, createCell } from '../live/binding.ts'
import { useBinding } from './hooks.ts'
import { type Life, useLife } from './life.ts'

/** What a connection may have: those of the carriers, and a conversation of the agent protocol. */
export interface Connectable {
  readonly state?: Binding<unknown>
  readonly sources?: Binding<readonly string[]>
  /** Ends it. Where there is `dispose`, that is called in its place. */
  stop?(): unknown
  dispose?(): void
}

export interface Connected<C extends Connectable> {
  /** `undefined` before the first effect, and on a server. */
  readonly connection: C | undefined
  /** Its state now; `undefined` before there is a connection, and of one that has none. */
  readonly state: (C extends { readonly state: Binding<infer State> } ? State : undefined) | undefined
  /** The names of its sources, oldest first, for `<SurfaceList source>`. */
  readonly sources: readonly string[]
}

const none: Binding<undefined> = createCell(undefined)
const noSources: Binding<readonly string[]> = createCell<readonly string[]>([])

/**
 * Connects when the component is shown first, and ends the connection after the component was unmounted or a dependency has changed;
 * in this case it connects anew. The connection goes on while `Activity` hides the component. What was drawn stays in the runtime:
 * with `useRuntime` in the same component both end together. Where a dependency changes the new connection begins before the old one ends.
 *
 * @param connect Makes the connection: `() => connectSse('/agent', runtime)`, or one of any other carrier. `undefined`: there is nothing to connect yet.
 * @param dependencies What `connect` reads, as for `useEffect`.
 * @example
 * const runtime = useRuntime()
 * const { state, sources } = useConnection(() => connectSse(address, runtime), [address, runtime])
 */
export function useConnection<C extends Connectable>(
  connect: () => C | undefined,
  dependencies: readonly unknown[],
): Connected<C> {
  const latest = useRef(connect)
  useInsertionEffect(() => {
    latest.current = connect
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the host names them.
  const life = useMemo(() => createConnectionLife(() => latest.current()), dependencies)
  useLife(life)
  const connection = useBinding(life.connection)
  return {
    connection,
    state: useBinding<unknown>(connection?.state ?? none) as Connected<C>['state'],
    sources: useBinding(connection?.sources ?? noSources),
  }
}

function createConnectionLife<C extends Connectable>(
  connect: () => C | undefined,
): Life & { readonly connection: Binding<C | undefined> } {
  const connection = createCell<C | undefined>(undefined)
  return {
    connection,
    mounted: false,
    shown: false,
    begin() {
      if (!connection.getSnapshot()) connection.set(connect())
    },
    end() {
      const made = connection.getSnapshot()
      if (made?.dispose) made.dispose()
      else made?.stop?.()
    },
  }
}
