/**
 * `surface-runtime/lenient`: lenient mode, for `createRuntime({ validation: lenient })`. Its code is here alone, so that pages
 * in strict mode do not load it.
 */
import { anyCatalog } from '../features/lenient/any-catalog.ts'
import { withoutChild } from '../features/lenient/cut-cycle.ts'
import { withFallbackChildren } from '../features/lenient/fallback-children.ts'
import { gather, parseMeant, tailOf } from '../features/lenient/intake.ts'
import { placeFor } from '../features/lenient/meant-place.ts'
import { meantType } from '../features/lenient/meant-type.ts'
import { beginningFor, isUnnamed } from '../features/lenient/missing-beginning.ts'
import { rootFor, rootReplaced } from '../features/lenient/missing-root.ts'
import { isOdd } from '../features/lenient/odd-component.ts'
import { readFaulty } from '../features/lenient/repairs.ts'
import { siblings } from '../features/lenient/siblings.ts'
import type { Lenient, LenientMode } from '../runtime/runtime.ts'

export type { Lenient } from '../runtime/runtime.ts'

const mode: LenientMode = {
  kind: 'lenient',
  ...{ gather, parseMeant, tailOf, beginningFor, rootFor, rootReplaced },
  ...{ anyCatalog, isOdd, isUnnamed, meantType, placeFor, readFaulty, siblings, withFallbackChildren, withoutChild },
}

/** Repairs what agents get wrong, as far as that can be done; each repair is a warning. */
export const lenient: Lenient = mode
