/** This library as a host embeds it, with limits that the workloads fit into. */
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { createRuntime, SurfaceList } from '../../../src/entries/index.ts'
import type { Session } from './adapter.ts'
import '../../../src/entries/styles.css'

const limits = { nodes: 1e6, components: 1e6, templateItems: 1e6, lineBytes: 1e8 }

export function adapter(place?: HTMLElement): Session {
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
