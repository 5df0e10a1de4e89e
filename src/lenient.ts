/**
 * `surface-runtime/lenient`: lenient mode, for `createRuntime({ validation: lenient })`. Its code is here alone, so that pages
 * in strict mode do not load it.
 */
import { anyCatalog } from './catalog/any-catalog.ts'
import { withFallbackChildren } from './catalog/fallback-children.ts'
import { meantType, readFaulty, withActions } from './catalog/repairs.ts'
import { repaired, separated } from './protocol/repair.ts'
import type { Lenient, LenientMode } from './runtime.ts'
import { withoutChild } from './surface/cut-cycle.ts'

export type { Lenient } from './runtime.ts'

const mode: LenientMode = {
  kind: 'lenient',
  ...{ anyCatalog, meantType, readFaulty, repaired, separated, withActions, withFallbackChildren, withoutChild },
}

/** Repairs what agents get wrong, as far as that can be done; each repair is a warning. */
export const lenient: Lenient = mode
