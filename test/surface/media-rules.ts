// What decides about an address, where no other surface holds input.
import { createCell } from '../../src/live/binding.ts'
import type { MediaPolicy, mediaOf } from '../../src/surface/media.ts'
import type { UnsentInput } from '../../src/surface/unsent-input.ts'

export function rules(media: MediaPolicy, unsent: UnsentInput): Parameters<typeof mediaOf>[1] {
  return { media, unsent, holders: createCell(0) }
}
