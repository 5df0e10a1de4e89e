/** `createRuntime`, with the default catalogs. */
import * as base from '../runtime/runtime.ts'
import { withDefaults } from './defaults.ts'

/**
 * A runtime whose `catalogs` are, by default, the basic catalog and the minimal catalog.
 *
 * @throws {TypeError} For an option with an unknown name or a value of the wrong type; the message names the option.
 * @example
 * const runtime = createRuntime({ onEvent: (event, wire) => send(wire) })
 * await runtime.read(response.body)
 */
export function createRuntime(options: base.RuntimeOptions = {}): base.Runtime {
  return base.createRuntime(withDefaults(options))
}
