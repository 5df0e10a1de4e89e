/**
 * `surface-runtime/progressive`: components appear before their line is finished, for `createRuntime({ progressive })` of
 * `surface-runtime/core`. The runtimes of `surface-runtime` have it by default, and load it when a line first stays open.
 *
 * What is whole of an unfinished line is shown as a draft. A draft asks for nothing, sends nothing and reports nothing, and goes
 * when its line is applied or refused: what was applied never knows of it.
 */
import { createOpenLine } from '../features/drafts/open-line.ts'
import { createPatience } from '../features/drafts/patience.ts'
import type { ProgressiveMode } from '../runtime/features.ts'
import type { Progressive } from '../runtime/options.ts'

export type { Progressive } from '../runtime/options.ts'

const mode: ProgressiveMode = {
  kind: 'progressive',
  watch: (host, source) => createPatience(() => createOpenLine(host, source)),
}

/** Shows components before their line is finished: see `RuntimeOptions.progressive`. */
export const progressive: Progressive = mode
