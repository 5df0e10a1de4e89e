/** A surface of the shopping agent: it is written in the asker's language. */
import type { SurfaceWriter } from '../../agent/surface-writer.ts'
import type { AgentWords } from './words/words.ts'

export interface ShopSurface extends SurfaceWriter {
  readonly words: AgentWords
}
