/** Text as a model would stream it. */
import type { Yielded } from '../../src/agent/server/index.ts'

/** Word by word. */
export function say(text: string): readonly Yielded[] {
  return text.split(/(?<= )/).map((word) => ({ text: word }))
}
