/** A runtime that lives as long as the component that asks for it. */
'use client'

import { type RefObject, useInsertionEffect, useRef, useState } from 'react'
import {
  type CoreRuntime,
  createRuntime,
  type Runtime,
  type RuntimeOptions,
  type WithCatalogs,
  type WithSync,
} from '../runtime/runtime.ts'
import { useLife } from './life.ts'

/**
 * A runtime of the component's own: made at its first render, the same one at each further render, disposed after it was
 * unmounted; while `Activity` hides the component the runtime and what was typed are kept. Of the options the handlers `onEvent` and
 * `onError` are always those of the last render; all others count at the first render only, as does whether there is an `onError`.
 * Throws a `TypeError` as `createRuntime` does.
 *
 * Read streams in an effect or in a handler, not while rendering: StrictMode and suspended parents render more than once.
 */
export function useRuntime(options: RuntimeOptions & WithCatalogs & WithSync): Runtime
export function useRuntime(options: RuntimeOptions & WithCatalogs): CoreRuntime
export function useRuntime(options: RuntimeOptions & WithCatalogs): CoreRuntime {
  const latest = useRef(options)
  const [life] = useState(() => {
    const runtime = begin(latest)
    return { runtime, mounted: false, shown: false, end: runtime.dispose }
  })
  // Before the layout effects of children, which may make the runtime call a handler.
  useInsertionEffect(() => {
    latest.current = options
  })
  useLife(life)
  return life.runtime
}

function begin(latest: RefObject<RuntimeOptions & WithCatalogs>): CoreRuntime {
  const first = latest.current
  return createRuntime({
    ...first,
    onEvent: (event, wire) => latest.current.onEvent?.(event, wire),
    // Without an `onError` reports go to the console.
    ...(first.onError && { onError: (error, wire) => (latest.current.onError ?? first.onError)?.(error, wire) }),
  })
}
