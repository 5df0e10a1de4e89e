// Of a surface the components that were taken, without those that a notice stands for.
import type { Surface } from '../../src/entries/core.ts'

export function soundIds(surface: Surface | undefined): readonly string[] {
  return [...(surface?.components.values() ?? [])].filter(({ invalid }) => !invalid).map(({ id }) => id)
}
