/** Another build of this library: for this file alone the import below is that of `--beside` (`vite.config.ts`). */
import { createRuntime, SurfaceList } from '../../../src/entries/index.ts'
import type { Adapter } from './adapter.ts'
import { adapterOf } from './ours.tsx'

export const adapter: Adapter = adapterOf({ createRuntime, SurfaceList })
