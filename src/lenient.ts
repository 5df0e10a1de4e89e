/**
 * `surface-runtime/lenient`: lenient mode, for `createRuntime({ validation: lenient })`. Its code is here alone, so that pages
 * in strict mode do not load it.
 */
import { anyCatalog } from './catalog/any-catalog.ts'
import { withFallbackChildren } from './catalog/fallback-children.ts'
import { meantType } from './catalog/meant-type.ts'
import { isOdd } from './catalog/odd-component.ts'
import { readFaulty } from './catalog/repairs.ts'
import { siblings } from './catalog/siblings.ts'
import { gather, parseMeant, tailOf } from './lenient-intake.ts'
import { beginningFor, isUnnamed } from './protocol/missing-beginning.ts'
import type { Lenient, LenientMode } from './runtime.ts'
import { withoutChild } from './surface/cut-cycle.ts'
import { placeFor } from './surface/meant-place.ts'
import { rootFor, rootReplaced } from './surface/missing-root.ts'

export type { Lenient } from './runtime.ts'

const mode: LenientMode = {
  kind: 'lenient',
  ...{ gather, parseMeant, tailOf, beginningFor, rootFor, rootReplaced },
  ...{ anyCatalog, isOdd, isUnnamed, meantType, placeFor, readFaulty, siblings, withFallbackChildren, withoutChild },
}

/** Repairs what agents get wrong, as far as that can be done; each repair is a warning. */
export const lenient: Lenient = mode
