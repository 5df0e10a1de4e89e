/** What waits and why, presses that were refused, the limits in use, and what is drawn most often. */
'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { isPressKey } from '../react/press-guard.ts'
import { liveSurface } from '../surface/surface.ts'
import type { LeadingPanelProps } from './ErrorsPanel.tsx'
import { type Inspected, usePulse, useRecorded } from './inspected.ts'
import { limitsInUse } from './limits-in-use.ts'
import { instancesOf } from './mounted.ts'
import { waitsOf } from './waits.ts'

export function StatePanel({ inspected, onShowLine, onShowComponent }: LeadingPanelProps): ReactNode {
  usePulse(inspected)
  const recorded = useRecorded(inspected)
  const waits = waitsOf(inspected.runtime, recorded)
  const refused = useRefusedPresses()
  return (
    <div className="sf-i-state">
      <h3 className="sf-i-surface__title">Waits</h3>
      {waits.length === 0 && <p className="sf-i-note">Nothing waits.</p>}
      <ul className="sf-i-list">
        {waits.map(({ kind, text, line, surfaceId, componentId }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list of sentences
          <li key={index} data-kind={kind}>
            <span>{text}</span>
            {line !== undefined && (
              <button type="button" className="sf-i-button" onClick={() => onShowLine(line)}>
                Line {line}
              </button>
            )}
            {surfaceId !== undefined && componentId !== undefined && (
              <button type="button" className="sf-i-button" onClick={() => onShowComponent({ surfaceId, componentId })}>
                Component
              </button>
            )}
          </li>
        ))}
        {refused.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list of sentences
          <li key={`guard ${index}`} data-kind="guard">
            <span>
              A press on “{text}” was refused: a moment before, it would have done something else, or its control had
              another name or place.
            </span>
          </li>
        ))}
      </ul>
      <h3 className="sf-i-surface__title">Limits</h3>
      <Limits inspected={inspected} />
      <h3 className="sf-i-surface__title">Drawn most often</h3>
      <Renders inspected={inspected} onShowComponent={onShowComponent} />
    </div>
  )
}

/** Labels of controls whose press a surface's guard has refused, the newest last. */
function useRefusedPresses(): readonly string[] {
  const [refused, setRefused] = useState<readonly string[]>([])
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const watch = (event: MouseEvent | KeyboardEvent): void => {
      const control =
        event.target instanceof Element && event.target.closest('.sf-surface :is(button, a, input, label)')
      // A key that is held presses once: there is nothing to tell.
      if (!control || ('key' in event && (event.repeat || !isPressKey(event)))) return
      // Its own listeners come later. What the guard refuses is stopped before it comes up to the window.
      let arrived = false
      const arrive = (): void => {
        arrived = true
      }
      window.addEventListener(event.type, arrive, { once: true, signal })
      setTimeout(() => {
        if (event.defaultPrevented && !arrived)
          setRefused((before) => [...before.slice(-4), control.textContent?.trim().slice(0, 40) ?? ''])
      })
    }
    for (const type of ['click', 'keydown'] as const) window.addEventListener(type, watch, { capture: true, signal })
    return () => ending.abort()
  }, [])
  return refused
}

function Limits({ inspected: { runtime, recording } }: { readonly inspected: Inspected }): ReactNode {
  const limits = limitsInUse(runtime, recording.getSnapshot())
  if (limits.length === 0) return <p className="sf-i-note">They count from the first surface on.</p>
  return (
    <table className="sf-i-table">
      <thead>
        <tr>
          <th scope="col">Limit</th>
          <th scope="col">In use</th>
          <th scope="col">Of</th>
        </tr>
      </thead>
      <tbody>
        {limits.map(({ name, used, limit, surfaceId }) => (
          <tr key={`${name} ${surfaceId}`} data-near={used > limit * 0.8 || undefined}>
            <th scope="row">
              {name} {surfaceId !== undefined && <span className="sf-i-chip">{surfaceId}</span>}
            </th>
            <td>{used.toLocaleString('en')}</td>
            <td>{limit.toLocaleString('en')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Rows of the table. */
const most = 12

function Renders({ inspected, onShowComponent }: Pick<LeadingPanelProps, 'inspected' | 'onShowComponent'>): ReactNode {
  const { runtime } = inspected
  const counts = runtime.surfaces.getSnapshot().flatMap((face) => {
    const surface = liveSurface(face)
    return [...surface.components.keys()].map((id) => {
      const instances = instancesOf(surface, id)
      const renders = instances.reduce((sum, one) => sum + one.renders, 0)
      return { surfaceId: surface.id, componentId: id, instances: instances.length, renders }
    })
  })
  const shown = counts
    .filter(({ renders }) => renders > 0)
    .sort((one, other) => other.renders - one.renders)
    .slice(0, most)
  if (shown.length === 0) return <p className="sf-i-note">No component is on the page.</p>
  return (
    <table className="sf-i-table">
      <thead>
        <tr>
          <th scope="col">Component</th>
          <th scope="col">Instances</th>
          <th scope="col">Renders</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ surfaceId, componentId, instances, renders }) => (
          <tr key={`${surfaceId} ${componentId}`}>
            <th scope="row">
              <button type="button" className="sf-i-link" onClick={() => onShowComponent({ surfaceId, componentId })}>
                <code>{componentId}</code>
              </button>{' '}
              <span className="sf-i-chip">{surfaceId}</span>
            </th>
            <td>{instances}</td>
            <td>{renders}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
