/** Counts how often the user has tried an action whose checks fail. The first try shows the errors. */
import { type Binding, createCell } from '../live/binding.ts'

export interface Attempts extends Binding<number> {
  add(): void
}

export function createAttempts(): Attempts {
  const count = createCell(0)
  return { ...count, add: () => count.set(count.getSnapshot() + 1) }
}
