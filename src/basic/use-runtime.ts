/** `useRuntime` with the default catalogs at hand. */
'use client'

import * as bare from '../react/use-runtime.ts'
import type { Runtime, RuntimeOptions } from '../runtime.ts'
import { defaultCatalogs } from './catalogs.ts'

/**
 * A runtime of the component's own: made at its first render, the same one at each further render, disposed after it was
 * unmounted. Of the options the handlers `onEvent` and `onError` are always those of the last render; all others count at
 * the first render only, as does whether there is an `onError`. Throws a `TypeError` as `createRuntime` does.
 *
 * Without `catalogs`, agents may use the basic catalog and the minimal one. Read streams in an effect or in a handler, not
 * while rendering: StrictMode and suspended parents render more than once.
 */
export function useRuntime(options: Partial<RuntimeOptions> = {}): Runtime {
  return bare.useRuntime({ ...options, catalogs: options.catalogs ?? defaultCatalogs })
}
