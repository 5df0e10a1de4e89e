// A page for tests: a chat in one runtime. Each question has an answer of its own, by server-sent events. The surface `streamed` of a
// stream is drawn below.
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import {
  createRuntime,
  preload,
  type Runtime,
  type SurfaceError,
  SurfaceList,
  SurfaceView,
  useBinding,
} from 'surface-runtime'
import { type Connection, connectSse } from 'surface-runtime/sse'
import { sync } from 'surface-runtime/sync'
import './page.css'
import 'surface-runtime/styles.css'

export interface Chat {
  readonly runtime: Runtime
  readonly reports: readonly SurfaceError[]
  /** Asks the page's server; the answer is drawn behind the others. */
  readonly ask: (question: string) => void
  readonly connections: readonly Connection[]
}

await preload(['markdown', 'icons', 'dates', 'windowing'])

const reports: SurfaceError[] = []
const runtime = createRuntime({ sync, onError: (error) => void reports.push(error) })
const connections: Connection[] = []

function Bubble({ connection, name }: { readonly connection: Connection; readonly name: string }): ReactNode {
  const sources = useBinding(connection.sources)
  return (
    <section aria-label={name}>
      <SurfaceList runtime={runtime} source={sources} />
    </section>
  )
}

const element = document.getElementById('root')
const root = element && createRoot(element)

function draw(): void {
  root?.render(
    <>
      {connections.map((connection, index) => (
        <Bubble key={String(index)} connection={connection} name={`answer ${index + 1}`} />
      ))}
      <SurfaceView runtime={runtime} surfaceId="streamed" />
    </>,
  )
}

const chat: Chat = {
  runtime,
  reports,
  connections,
  ask(question) {
    connections.push(connectSse(`/agent?question=${question}`, runtime))
    draw()
  },
}
Object.assign(window, { chat })
draw()
