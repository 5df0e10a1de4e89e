/** The measurements that need no browser. */
import { evaluationCases, validationCases } from './components.ts'
import { dataCases } from './data.ts'
import { lineCases } from './lines.ts'
import { type Case, type Effort, lastKept, measure, type Timing } from './measure.ts'
import { progressiveCases } from './progressive.ts'
import { syncCases } from './sync.ts'

export interface Measured extends Timing, Pick<Case, 'group' | 'name' | 'against' | 'amount' | 'size'> {}

const groups = ['pointer', 'data', 'validation', 'lines', 'evaluation', 'sync', 'progressive']

export { type GrpcMeasured, measureGrpc } from './grpc.ts'
export { measureFirstShown } from './progressive.ts'
export { measureStreams } from './streams.ts'
export { measureSubscribers } from './subscribers.ts'
export { groups as names }

export function run(wanted: (group: string) => boolean, effort: Effort): readonly Measured[] {
  const measured: Measured[] = []
  for (const cases of [...dataCases, validationCases, lineCases, evaluationCases, syncCases, progressiveCases]) {
    for (const one of cases().filter(({ group }) => wanted(group))) {
      const { ours, yardstick, ...rest } = one
      measured.push({ ...rest, ...measure(one, effort) })
    }
  }
  if (lastKept() === measured) throw new Error('nothing was measured')
  return measured
}
