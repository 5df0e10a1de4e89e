/**
 * `surface-runtime/progressive`: components appear before their line is finished, for `createRuntime({ progressive })` of
 * `surface-runtime/core`. The runtimes of `surface-runtime` have it by default, and load it when a line first stays open.
 *
 * What is whole of an unfinished line is shown as a draft. A draft asks for nothing, sends nothing and reports nothing, and goes
 * when its line is applied or refused: what was applied never knows of it.
 */
import { createOpenLine, type OpenSource, type ProgressiveHost } from './open-line.ts'
import type { Progressive } from './options.ts'
import type { LineWatcher } from './stream/lines.ts'
import { createPatience } from './stream/patience.ts'

export type { Progressive } from './options.ts'

/** What `Progressive` is within: gives what watches the lines of one source; nothing where nobody watches a page. */
export interface ProgressiveMode extends Progressive {
  readonly watch: (host: ProgressiveHost, source: OpenSource) => LineWatcher
}

const mode: ProgressiveMode = {
  kind: 'progressive',
  watch: (host, source) => createPatience(() => createOpenLine(host, source)),
}

/** Shows components before their line is finished: see `RuntimeOptions.progressive`. */
export const progressive: Progressive = mode
