/** Lines of the surface protocol to edit, what they draw, what is wrong with them, and what a press sends. */
import { type ReactNode, useId, useState, useSyncExternalStore } from 'react'
import { SurfaceList } from 'surface-runtime'
import { drawLines } from './live-lines.ts'

export interface LiveSurfaceProps {
  /** As the page has them. */
  readonly lines: string
}

export function LiveSurface({ lines }: LiveSurfaceProps): ReactNode {
  const id = useId()
  const [text, setText] = useState(lines)
  const [live, setLive] = useState(() => drawLines(lines))

  function edit(next: string): void {
    setText(next)
    live.runtime.dispose()
    setLive(drawLines(next))
  }

  return (
    <div className="live">
      <div className="live__editor">
        <div className="live__head">
          <label className="live__label" htmlFor={id}>
            Lines of the agent
          </label>
          {text !== lines && (
            <button type="button" className="text-button" onClick={() => edit(lines)}>
              As it was
            </button>
          )}
        </div>
        <textarea
          id={id}
          className="live__lines"
          value={text}
          spellCheck={false}
          autoCapitalize="off"
          rows={10}
          onChange={({ target }) => edit(target.value)}
        />
      </div>
      <div className="live__result">
        <p className="live__label">What is drawn</p>
        <div className="live__surface">
          <SurfaceList runtime={live.runtime} />
        </div>
        <Told live={live} />
      </div>
    </div>
  )
}

/** Reports, and the last event. The region is there before it has words, so that they are read out. */
function Told({ live }: { readonly live: ReturnType<typeof drawLines> }): ReactNode {
  const reports = useSyncExternalStore(live.reports.subscribe, live.reports.getSnapshot)
  const event = useSyncExternalStore(live.event.subscribe, live.event.getSnapshot)
  return (
    <div className="live__told" role="status">
      {event && (
        <p className="live__event">
          Sent: <code>{event.name}</code> {JSON.stringify(event.context)}
        </p>
      )}
      {reports.map(({ code, message, hint, place }) => (
        <p key={`${code} ${place.line} ${place.componentId} ${place.at}`} className="live__report">
          {place.line !== undefined && `Line ${place.line}: `}
          <code>{code}</code> {message}
          {hint && `. ${hint}`}
        </p>
      ))}
    </div>
  )
}
