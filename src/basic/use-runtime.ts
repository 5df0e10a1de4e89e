/** `useRuntime`, with the default catalogs. */
'use client'

import * as base from '../react/use-runtime.ts'
import type { Runtime, RuntimeOptions } from '../runtime/runtime.ts'
import { withDefaults } from './defaults.ts'

/**
 * A runtime that lives as long as the component: created at the first render, disposed after the unmount.
 *
 * `onEvent` and `onError` are those of the last render. All other options count at the first render only, and so does
 * whether there is an `onError`. `catalogs` default to the basic catalog and the minimal catalog.
 *
 * Read streams in an effect or in a handler, not during render: StrictMode and suspended parents render more than once.
 *
 * @throws {TypeError} As `createRuntime` does.
 * @example
 * const runtime = useRuntime({ onEvent: (event, wire) => send(wire) })
 * return <SurfaceList runtime={runtime} />
 */
export function useRuntime(options: RuntimeOptions = {}): Runtime {
  return base.useRuntime(withDefaults(options))
}
