/** All faults of what a model has written, by the runtime's own judgement. */
import type { Catalog } from '../catalog/catalog.ts'
import type { SurfaceError } from '../errors/surface-error.ts'
import { componentIndex } from '../protocol/component-place.ts'
import type { SurfaceMessage } from '../protocol/wire.ts'
import { appliedPart } from './applied.ts'
import { type Fault, faultOf, groupedBy } from './fault.ts'
import { type Judged, judge } from './judge.ts'
import { linesOf } from './lines.ts'
import { meantIn } from './meant.ts'
import { withTree } from './tree.ts'

export interface Checked {
  /** Whether no fault is an error. */
  readonly valid: boolean
  /** The messages that a runtime applies, in their order, without the components that it refuses. */
  readonly messages: readonly SurfaceMessage[]
  /** In the order of the lines, `max` at most. */
  readonly faults: readonly Fault[]
  /** How many faults were found beyond those listed. */
  readonly more: number
}

export interface CheckOptions {
  /** Messages that the surfaces were made of before: what is checked may change them. Default: none. */
  readonly before?: readonly SurfaceMessage[] | undefined
  /** Whether nothing follows: a missing child or root is an error then. Default: true. */
  readonly final?: boolean | undefined
  /** The most faults that are listed. Default: 20. */
  readonly max?: number | undefined
}

/**
 * Checks JSON Lines, or a list of parsed messages, as a runtime in strict mode reads them: a faulty component is refused alone, a
 * message whose envelope is wrong as a whole. A hint says what lenient mode takes the fault for. Of faults that follow from another
 * one, such as updates of a surface whose `createSurface` cannot be read, the cause alone is listed.
 *
 * At most 1 MiB and 1,000 lines; a fault says where the check ended. What a model wrote never throws.
 */
export function checkMessages(
  input: string | readonly unknown[],
  catalog: Catalog,
  { before = [], final = true, max = 20 }: CheckOptions = {},
): Checked {
  const judged = judge([...linesOf(input)], catalog, before, final)
  const { read, reports, refused } = judged
  const faults = meantFaults(judged, final ? withTree(judged) : judged.reports, max)
    .map((fault) => (isLost(fault) ? { ...fault, severity: 'error' as const } : fault))
    .sort((a, b) => lineOf(a) - lineOf(b))
  return {
    valid: !faults.some(({ severity }) => severity === 'error'),
    messages: read
      .filter(({ received, line }) => received && !refused.has(line?.number))
      .flatMap(({ value, line }) => {
        const faulty = reports.filter(
          ({ place }) => place.line === line?.number && componentIndex(place.at) !== undefined,
        )
        return (appliedPart(value, faulty) ?? []) as unknown as SurfaceMessage
      }),
    faults: faults.slice(0, max),
    more: Math.max(0, faults.length - max),
  }
}

/** Line by line. What is beyond the limit is counted as the runtime found it. */
function meantFaults({ read, repairs }: Judged, reports: readonly SurfaceError[], max: number): readonly Fault[] {
  const lineIn = ({ place }: SurfaceError): number | undefined => place.line
  const values = new Map(read.map(({ line, value }) => [line?.number, value]))
  // What lenient mode puts in the place of a missing root is in no line.
  const repairsByLine = groupedBy(
    repairs.filter((one) => lineIn(one) !== undefined),
    lineIn,
  )
  const reportsByLine = groupedBy(reports, lineIn)
  const faults: Fault[] = []
  for (const line of new Set([...reportsByLine.keys(), ...repairsByLine.keys()])) {
    const ofLine = reportsByLine.get(line) ?? []
    const value = values.get(line) ?? null
    if (faults.length >= max) faults.push(...ofLine.map(faultOf))
    else faults.push(...meantIn(value, ofLine, repairsByLine.get(line) ?? []))
  }
  return faults
}

/** The runtime warns of these, since a stream may go on. Where nothing follows, a part of the surface is lost. */
export function isLost({ code }: Pick<Fault, 'code'>): boolean {
  return code === 'ROOT_MISSING' || code === 'CHILD_MISSING' || code === 'ID_DUPLICATE'
}

/** What lies in no line comes last. */
function lineOf({ line = Number.MAX_SAFE_INTEGER }: Fault): number {
  return line
}
