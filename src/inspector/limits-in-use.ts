/** How much of its limits a runtime uses. */
import { dataBytes } from '../json/data-bytes.ts'
import { root } from '../json/pointer.ts'
import type { CoreRuntime } from '../runtime/runtime.ts'
import { liveSurface } from '../surface/surface.ts'
import type { Recorded } from './recording.ts'

export interface LimitInUse {
  /** The name of the option of `createRuntime({ limits })`. */
  readonly name: string
  readonly used: number
  readonly limit: number
  /** Of which surface; `undefined`: of the runtime. */
  readonly surfaceId?: string
}

/** Empty without surfaces, since the limits are known through them. */
export function limitsInUse(runtime: Pick<CoreRuntime, 'surfaces'>, { lines }: Recorded): readonly LimitInUse[] {
  const surfaces = runtime.surfaces.getSnapshot().map(liveSurface)
  const [first] = surfaces
  if (!first) return []
  const { limits, drawn } = first
  const stored = surfaces.map(({ model }) => dataBytes(model.read(root)))
  const longest = lines.reduce((most, { bytes }) => Math.max(most, bytes), 0)
  // While a surface holds unsent input its share of the room is unlimited, and the count is not told.
  const nodes = Number.isFinite(drawn.room) ? drawn.limit - drawn.room : undefined
  return [
    { name: 'surfaces', used: surfaces.length, limit: limits.surfaces },
    ...(nodes === undefined ? [] : [{ name: 'totalNodes', used: nodes, limit: limits.totalNodes }]),
    { name: 'totalDataBytes', used: stored.reduce((sum, bytes) => sum + bytes, 0), limit: limits.totalDataBytes },
    { name: 'lineBytes', used: longest, limit: limits.lineBytes },
    ...surfaces.flatMap(({ id: surfaceId, components }, index) => [
      { name: 'components', used: components.size, limit: limits.components, surfaceId },
      { name: 'dataBytes', used: stored[index] ?? 0, limit: limits.dataBytes, surfaceId },
    ]),
  ]
}
