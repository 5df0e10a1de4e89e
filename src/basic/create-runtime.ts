/** `createRuntime`, with the default catalogs. */
import * as base from '../runtime.ts'
import { defaultCatalogs } from './catalogs.ts'

/**
 * A runtime. `catalogs` default to the basic catalog and the minimal catalog. Throws a `TypeError` that names the option, for
 * one with an unknown name or a value of the wrong type.
 */
export function createRuntime(options: base.RuntimeOptions = {}): base.Runtime {
  return base.createRuntime({ ...options, catalogs: options?.catalogs ?? defaultCatalogs })
}
