/** What one mode of validation makes of the answer: the surface, its reports as sentences, and what a press sends. */
import { type ReactNode, useId, useSyncExternalStore } from 'react'
import { type SurfaceError, SurfaceList } from 'surface-runtime'
import type { LiveLines } from '../guide/page/live-lines.ts'
import { Reports } from './Reports.tsx'

export interface ModeResultProps {
  readonly name: string
  /** How a host asks for the mode. */
  readonly code: string
  readonly live: LiveLines
}

export function ModeResult({ name, code, live }: ModeResultProps): ReactNode {
  const id = useId()
  const { runtime } = live
  const reports = useSyncExternalStore(live.reports.subscribe, live.reports.getSnapshot)
  const surfaces = useSyncExternalStore(runtime.surfaces.subscribe, runtime.surfaces.getSnapshot)
  return (
    <section className="mode-result" aria-labelledby={id}>
      <header className="mode-result__head">
        <h2 className="mode-result__name" id={id}>
          {name}
        </h2>
        <p className="mode-result__count" role="status" data-state={stateOf(reports)}>
          <span className="hidden">{name}: </span>
          {countOf(reports)}
        </p>
        <code className="mode-result__code">{code}</code>
      </header>
      <div className="mode-result__surface">
        {surfaces.length === 0 ? (
          <p className="mode-result__nothing">Nothing is drawn.</p>
        ) : (
          <SurfaceList runtime={runtime} />
        )}
      </div>
      <Press live={live} />
      {reports.length > 0 && <Reports name={name} reports={reports} />}
    </section>
  )
}

/** The region is there before it has words, so that the words are read out. */
function Press({ live }: { readonly live: LiveLines }): ReactNode {
  const event = useSyncExternalStore(live.event.subscribe, live.event.getSnapshot)
  return (
    <div className="mode-result__press" role="status">
      {event && (
        <>
          <span className="mode-result__sends">The press sends</span>
          <code className="mode-result__event">
            {event.name} {JSON.stringify(event.context, null, 2)}
          </code>
        </>
      )}
    </div>
  )
}

function stateOf(reports: readonly SurfaceError[]): 'clean' | 'warned' | 'faulty' {
  if (reports.length === 0) return 'clean'
  return reports.some(({ severity }) => severity === 'error') ? 'faulty' : 'warned'
}

function countOf(reports: readonly SurfaceError[]): string {
  const errors = reports.filter(({ severity }) => severity === 'error').length
  const counts = [counted(errors, 'error'), counted(reports.length - errors, 'warning')]
  return counts.filter((count) => count !== '').join(', ') || 'No report'
}

function counted(count: number, noun: string): string {
  if (count === 0) return ''
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
