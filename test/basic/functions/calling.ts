// Calls functions as the runtime calls them: alone, or from a surface.

import { createRuntime } from '../../../src/basic/create-runtime.ts'
import type { CallContext, Environment, FunctionDefinition } from '../../../src/catalog/expression.ts'
import { preloadFunctions } from '../../../src/entries/catalogs.ts'
import type { RuntimeOptions, SurfaceError } from '../../../src/entries/core.ts'
import { toText } from '../../../src/json/coerce.ts'
import { root } from '../../../src/json/pointer.ts'
import type { JsonObject, JsonValue, Maybe } from '../../../src/json/value.ts'
import { ComponentBinding } from '../../../src/surface/binding.ts'
import type { Load } from '../../../src/surface/loads.ts'
import type { LiveSurface } from '../../../src/surface/surface.ts'
import { live } from '../../support/live.ts'

// Most tests are about the function itself, and not about its arrival.
await preloadFunctions(['dates'])

export interface Called {
  readonly value: Maybe
  /** What the function reported with `report`. */
  readonly reports: readonly unknown[]
}

/** One call with evaluated arguments; `world` replaces parts of a world in English and UTC. */
export function call(
  fn: FunctionDefinition,
  args: { readonly [name: string]: Maybe },
  environment: Partial<Environment> = {},
): Called {
  const reports: unknown[] = []
  const context: CallContext = {
    locale: 'en-US',
    timeZone: 'UTC',
    screen: undefined,
    address: undefined,
    open: undefined,
    ...environment,
    evaluate: () => undefined,
    report: (cause) => void reports.push(cause),
    loaded: (fn.load as Load | undefined)?.get?.(),
    memo: (make, ...keys) => make(...keys),
    spend: () => undefined,
    textOf: toText,
  }
  return { value: fn.run(args, context), reports }
}

export interface Stage {
  readonly surface: LiveSurface
  readonly reports: readonly SurfaceError[]
  send(...messages: readonly JsonValue[]): void
  /** The evaluated properties of the component with this id. */
  binding(id?: string): ComponentBinding
}

/** A surface `s` of v0.9 with these components, and with `data` as its model. */
export function stage(
  components: readonly JsonObject[],
  data: JsonValue = {},
  options: Partial<RuntimeOptions> = {},
  catalogId = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json',
): Stage {
  const reports: SurfaceError[] = []
  const runtime = createRuntime({
    locale: 'en-US',
    timeZone: 'UTC',
    ...options,
    onError: (error) => void reports.push(error),
  })
  runtime.apply([
    { version: 'v0.9', createSurface: { surfaceId: 's', catalogId } },
    { version: 'v0.9', updateDataModel: { surfaceId: 's', value: data } },
    { version: 'v0.9', updateComponents: { surfaceId: 's', components } },
  ])
  const surface = live(runtime).surface('s')
  if (!surface) throw new Error('there is no surface')
  return {
    surface,
    reports,
    send: (...messages) => runtime.apply(messages),
    binding: (id = 'root') => new ComponentBinding(surface, id, root),
  }
}

/** A text whose value is a call. */
export function textOf(call: JsonValue): JsonObject {
  return { id: 'root', component: 'Text', text: call }
}

/** A field with one check. */
export function checked(condition: JsonValue): JsonObject {
  return {
    id: 'root',
    component: 'TextField',
    label: 'L',
    value: { path: '/v' },
    checks: [{ condition, message: 'bad' }],
  }
}

/** Waits until modules are loaded and reports are delivered. */
export async function settled(): Promise<void> {
  await preloadFunctions(['patterns'])
  await new Promise((resolve) => setTimeout(resolve))
}
