/** What draws surfaces here: this library, and the yardstick. Both are flushed alike, and both draw with React. */
import type { JsonObject } from '../../../src/json/value.ts'

export interface Session {
  /** Takes messages; React has committed what follows from them when it returns. */
  apply(messages: readonly JsonObject[]): void
  /** The same for whole lines of text. */
  push(lines: string): void
  /** Takes chunks of lines, and gives the browser its turn every 8 ms. */
  read(chunks: Iterable<string>): Promise<void>
  /** Throws when something was refused: what was measured then is not what it is called. */
  close(): void
}

/** Without a `place`, nothing is drawn. */
export type Adapter = (place?: HTMLElement) => Session
