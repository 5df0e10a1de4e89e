// Inputs that ask for a great deal: hostile.spec.ts sends them and looks, `npm run bench` measures them.
import { manyOf, multiplied, small } from './components.ts'
import { json, values } from './data.ts'
import type { HostileInput } from './input.ts'
import { expressions, markdown } from './texts.ts'

export { slow } from './components.ts'
export { before, type HostileInput } from './input.ts'
export { thousands } from './kinds.ts'
export { slowStreams, streams } from './streams.ts'
export { trees } from './trees.ts'

/** What is one line, or many that are short. */
export const large: readonly HostileInput[] = [
  ...json,
  ...values,
  ...manyOf,
  ...expressions,
  ...markdown,
  ...multiplied,
  ...small,
]
