/**
 * All slips of the page, in the order in which they change an answer: first properties, then the components around the
 * properties, then the messages, then the text.
 */
import { beginningSlips } from './beginning-slips.ts'
import { componentSlips } from './component-slips.ts'
import { dataSlips } from './data-slips.ts'
import { envelopeSlips } from './envelope-slips.ts'
import { propertySlips } from './property-slips.ts'
import type { Slip } from './slip.ts'
import { textSlips } from './text-slips.ts'

export const slips: readonly Slip[] = [
  ...dataSlips,
  ...propertySlips,
  ...componentSlips,
  ...beginningSlips,
  ...envelopeSlips,
  ...textSlips,
]
