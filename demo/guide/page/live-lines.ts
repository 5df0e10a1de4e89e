/** What somebody writes as an agent, in a runtime of its own. */
import { type ClientEvent, createRuntime, type Runtime, type RuntimeOptions, type SurfaceError } from 'surface-runtime'
import { createStore, type Readable } from '../../store.ts'

export interface LiveLines {
  readonly runtime: Runtime
  readonly reports: Readable<readonly SurfaceError[]>
  /** What the user did last. */
  readonly event: Readable<ClientEvent | undefined>
}

/** Every call begins anew: a line that was mended is then as if it had come so. */
export function drawLines(lines: string, validation: NonNullable<RuntimeOptions['validation']> = 'strict'): LiveLines {
  const reports = createStore<readonly SurfaceError[]>([])
  const event = createStore<ClientEvent | undefined>(undefined)
  const runtime = createRuntime({
    validation,
    onError: (error) => reports.set([...reports.getSnapshot(), error]),
    onEvent: (happened) => event.set(happened),
  })
  runtime.push(`${lines}\n`)
  runtime.end()
  return { runtime, reports, event }
}
