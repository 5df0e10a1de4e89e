// A page for tests: one runtime, all its surfaces, and a heart that beats as long as the page is alive.
import { type ReactNode, version } from 'react'
import { createPortal } from 'react-dom'
import { createRoot } from 'react-dom/client'
import {
  type BasicProps,
  basicRenderers,
  type ClientEvent,
  createRuntime,
  preload,
  type RenderersOf,
  type Runtime,
  type SurfaceError,
  SurfaceList,
  type SurfaceListProps,
} from 'surface-runtime'
import './page.css'
import 'surface-runtime/styles.css'

export interface Stage {
  /** The version of React. */
  readonly react: string
  readonly runtime: Runtime
  readonly reports: readonly SurfaceError[]
  readonly events: readonly ClientEvent[]
  /** What the host answers an event with; nothing at first. */
  answer: Promise<void> | undefined
  /** How often a timer has ticked. */
  readonly beats: () => number
  /** How often the page was drawn. */
  readonly frames: () => number
  /** No reports so far. */
  readonly forget: () => void
  /** Draws the surfaces with these properties from now on. Parts are loaded as the page's address says. */
  readonly draw: (props: Omit<SurfaceListProps, 'runtime'>) => void
  /** Shows the inspector beside the surfaces of the runtime, or takes it and its record away. */
  readonly inspect: (on: boolean) => Promise<void>
  /** The runtime of another agent. Its surfaces are drawn above the others. */
  readonly other: Runtime
}

const options = new URLSearchParams(location.search)
/**
 * `ahead`: before anything is drawn, but for the patterns, which are as large as all else; `idle`: while the page is idle, as
 * by default; `late`: when first needed.
 */
const parts = options.get('parts') ?? 'ahead'
if (parts === 'ahead') await preload(['markdown', 'icons', 'dates', 'windowing'])

const reports: SurfaceError[] = []
const events: ClientEvent[] = []
const runtime = createRuntime({
  onError: (error) => void reports.push(error),
  onEvent(event) {
    events.push(event)
    return stage.answer
  },
})

let beats = 0
setInterval(() => beats++, 5)

let frames = 0
requestAnimationFrame(function count() {
  frames++
  requestAnimationFrame(count)
})

const element = document.getElementById('root')
const root = element && createRoot(element)
const other = createRuntime()

/** `?frame`: the surfaces are drawn into a frame of the page's origin. */
const frame = options.has('frame') ? drawnFrame() : undefined

/** The body of a frame that has the page's styles. */
function drawnFrame(): HTMLElement | undefined {
  const page = document.body.appendChild(document.createElement('iframe')).contentDocument
  for (const style of document.querySelectorAll('style, link[rel="stylesheet"]'))
    page?.head.append(style.cloneNode(true))
  return page?.body
}

/** `?own`: buttons of a host that act, and know of no checks. */
const renderers: RenderersOf<BasicProps> = {
  ...basicRenderers,
  ...(options.has('own') && {
    Button: ({ props, child, act }) => (
      <button type="button" onClick={() => act('action')}>
        {child(props.child, 'control')}
      </button>
    ),
  }),
}

/** `?inspector`: beside the surfaces of the first runtime. */
let inspector: ReactNode
let drawnProps: Omit<SurfaceListProps, 'runtime'> = {}

async function inspect(on: boolean): Promise<void> {
  const [{ Inspector, recordRuntime }] = await Promise.all([
    import('surface-runtime/inspector'),
    import('surface-runtime/inspector.css'),
  ])
  inspector = on && <Inspector key="inspector" runtime={runtime} />
  if (!on) recordRuntime(runtime).stop()
  stage.draw(drawnProps)
}

const stage: Stage = {
  react: version,
  runtime,
  reports,
  events,
  answer: undefined,
  beats: () => beats,
  frames: () => frames,
  forget: () => void reports.splice(0),
  inspect,
  draw(props) {
    drawnProps = props
    const lists = [other, runtime].map((agent, index) => (
      <SurfaceList
        key={String(index)}
        runtime={agent}
        idlePreload={parts === 'idle'}
        renderers={renderers}
        {...props}
      />
    ))
    root?.render(frame ? createPortal(lists, frame) : [lists, inspector])
  },
  other,
}
if (options.has('inspector')) await inspect(true)
Object.assign(window, { stage })

stage.draw({ windowing: options.get('windowing') !== 'off' })
