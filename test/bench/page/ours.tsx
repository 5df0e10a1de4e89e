/** This library as a host embeds it, with limits that the workloads fit into. */
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { createRuntime, SurfaceList } from '../../../src/entries/index.ts'
import type { Adapter } from './adapter.ts'
import '../../../src/entries/styles.css'

const limits = { nodes: 1e6, components: 1e6, templateItems: 1e6, lineBytes: 1e8 }

interface Build {
  readonly createRuntime: typeof createRuntime
  readonly SurfaceList: typeof SurfaceList
}

/** The adapter of one build of this library. */
export function adapterOf({ createRuntime, SurfaceList }: Build): Adapter {
  return (place) => {
    const refused: string[] = []
    const runtime = createRuntime({ limits, onError: ({ code, message }) => void refused.push(`${code} ${message}`) })
    const root = place && createRoot(place)
    if (root) flushSync(() => root.render(<SurfaceList runtime={runtime} />))
    return {
      apply: (messages) => flushSync(() => runtime.apply(messages)),
      push: (lines) => flushSync(() => runtime.push(lines)),
      async read(chunks) {
        await runtime.read(chunks)
      },
      close() {
        if (root) flushSync(() => root.unmount())
        runtime.dispose()
        if (refused.length > 0) throw new Error(refused.join('\n'))
      },
    }
  }
}

export const adapter: Adapter = adapterOf({ createRuntime, SurfaceList })
