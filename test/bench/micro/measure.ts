/** Measures a piece of code beside its yardstick, in turns, so that a slow second of the machine costs both. */

/** Called over and over with a growing number; what it returns is kept, so that the engine cannot leave it out. */
export type Run = (turn: number) => unknown

export interface Case {
  /** What `--only` names. */
  readonly group: string
  readonly name: string
  readonly ours: Run
  readonly yardstick: Run
  readonly against: string
  /** How much a run does; without it, the time of one run is what is reported. */
  readonly amount?: { readonly of: string; readonly count: number }
  /** Of a case that is measured in several sizes. */
  readonly size?: number
}

export interface Effort {
  readonly samples: number
  /** Milliseconds of one sample, about. */
  readonly length: number
}

/** Milliseconds per run, one of each for every sample. */
export interface Timing {
  readonly ours: readonly number[]
  readonly yardstick: readonly number[]
}

let kept: unknown

export function measure({ ours, yardstick }: Case, { samples, length }: Effort): Timing {
  const timing = { ours: [] as number[], yardstick: [] as number[] }
  const contenders = [
    { run: ours, times: timesFor(ours, length), into: timing.ours },
    { run: yardstick, times: timesFor(yardstick, length), into: timing.yardstick },
  ]
  for (let sample = 0; sample < samples; sample++) {
    for (const { run, times, into } of sample % 2 ? contenders.toReversed() : contenders)
      into.push(millisecondsOf(run, times) / times)
  }
  return timing
}

/** How often to run for a sample of this length. Finding it out is the warm-up. */
function timesFor(run: Run, length: number): number {
  let times = 1
  let total = 0
  for (;;) {
    const taken = millisecondsOf(run, times)
    total += taken
    if (taken < length / 2) times *= 2
    else if (total > length * 5) return Math.max(1, Math.round((times * length) / taken))
  }
}

function millisecondsOf(run: Run, times: number): number {
  const start = performance.now()
  for (let turn = 0; turn < times; turn++) kept = run(turn)
  return performance.now() - start
}

/** Reads what was kept: otherwise it might be seen that nobody does. */
export function lastKept(): unknown {
  return kept
}
