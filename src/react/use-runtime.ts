/** A runtime that lives as long as the component that asks for it. */
'use client'

import { type RefObject, useEffect, useInsertionEffect, useRef, useState } from 'react'
import { createRuntime, type Runtime, type RuntimeOptions, type WithCatalogs } from '../runtime/runtime.ts'

/** A runtime and whether its component is mounted. */
interface Life {
  readonly runtime: Runtime
  mounted: boolean
  /** It is mounted, and not hidden. */
  shown: boolean
}

/**
 * A runtime of the component's own: made at its first render, the same one at each further render, disposed after it was
 * unmounted. Of the options the handlers `onEvent` and `onError` are always those of the last render; all others count at
 * the first render only, as does whether there is an `onError`. Throws a `TypeError` as `createRuntime` does.
 *
 * Read streams in an effect or in a handler, not while rendering: StrictMode and suspended parents render more than once.
 */
export function useRuntime(options: RuntimeOptions & WithCatalogs): Runtime {
  const latest = useRef(options)
  const [life] = useState(() => begin(latest))

  // Before the layout effects of children, which may make the runtime call a handler.
  useInsertionEffect(() => {
    latest.current = options
  })

  // The only kind of effect that goes on while `Activity` hides the component: its surfaces, and what was typed, are kept.
  useInsertionEffect(() => {
    life.mounted = true
    return () => {
      life.mounted = false
      if (!life.shown) end(life)
    }
  }, [life])

  // When it is unmounted, the host's own effects end first, which may save what was typed.
  useEffect(() => {
    life.shown = true
    return () => {
      life.shown = false
      if (!life.mounted) end(life)
    }
  }, [life])

  return life.runtime
}

function end(life: Life): void {
  // Hot reloading mounts again at once; only what is unmounted afterwards has gone.
  queueMicrotask(() => {
    if (!life.mounted) life.runtime.dispose()
  })
}

function begin(latest: RefObject<RuntimeOptions & WithCatalogs>): Life {
  const first = latest.current
  const runtime = createRuntime({
    ...first,
    onEvent: (event, wire) => latest.current.onEvent?.(event, wire),
    // Without an `onError` reports go to the console.
    ...(first.onError && { onError: (error, wire) => (latest.current.onError ?? first.onError)?.(error, wire) }),
  })
  return { runtime, mounted: false, shown: false }
}
