/** What is timed in the browser, by the names that `--only` takes. */
import { ingest, stream, typing } from './flows.ts'
import { repeated, windowed } from './lists.ts'
import type { Workload } from './sampling.ts'
import { cold, texts } from './texts.ts'

const sizes = [100, 1_000, 10_000]

export const workloads: { readonly [name: string]: Workload } = {
  cold: cold(false),
  'cold-last': cold(true),
  ...Object.fromEntries(sizes.map((count) => [`texts-${count}`, texts(count)])),
  ingest,
  typing,
  stream,
  ...Object.fromEntries(sizes.map((count) => [`rows-${count}`, repeated(count)])),
  'windowed-10000': windowed(10_000),
}
