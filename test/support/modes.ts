// Both modes of validation, for tests of what they have in common: the name for the title, and the option.
import { lenient } from '../../src/entries/lenient.ts'

export const modes = [
  ['strict', 'strict'],
  ['lenient', lenient],
] as const
