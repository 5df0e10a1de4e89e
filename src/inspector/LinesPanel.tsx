/** The lines so far, numbered. Each unfolds; what became of it stands beside it. */
'use client'

import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useBrowserLayoutEffect } from '../react/hooks.ts'
import { Empty } from './Empty.tsx'
import { Icon } from './Icon.tsx'
import { type Inspected, useRecorded } from './inspected.ts'
import { Json } from './Json.tsx'
import { partNames, readLine } from './line.ts'
import type { RecordedLine } from './recording.ts'

export interface LineTarget {
  /** `id` of a recorded line. */
  readonly line: number
}

export interface LinesPanelProps {
  readonly inspected: Inspected
  /** A line to unfold and go to; another object each time that is wished. */
  readonly target: LineTarget | undefined
  /** What a host adds below a line. */
  readonly actions: ((line: RecordedLine) => ReactNode) | undefined
}

/** What fits the panel, in characters. */
const tailLength = 40

/** Within so many pixels of the end, a new line is followed. */
const near = 160

/** Lines that are drawn at first; a button shows those before. */
const page = 100

export function LinesPanel({ inspected, target, actions }: LinesPanelProps): ReactNode {
  const { lines, open, dropped } = useRecorded(inspected)
  const [pages, setPages] = useState(1)
  const list = useRef<HTMLOListElement>(null)
  const goal = useRef(target?.line)
  /** Whether the end of the list was in sight, or nearly, when somebody scrolled last. */
  const atEnd = useRef(true)
  const last = lines.at(-1)?.id ?? 0
  const first = target ? lines.findIndex(({ id }) => id === target.line) : lines.length
  const from = Math.max(0, Math.min(first < 0 ? lines.length : first, lines.length - pages * page))

  useEffect(() => {
    goal.current = target?.line
    const details = target && list.current?.querySelector<HTMLDetailsElement>(`[data-line="${target.line}"]`)
    if (!details) return
    details.open = true
    details.querySelector('summary')?.focus()
    details.scrollIntoView({ block: 'nearest' })
  }, [target])

  // Before the browser lays the lines out, which may scroll: it keeps in sight what was there.
  useBrowserLayoutEffect(() => {
    const panel = list.current?.parentElement
    if (!panel || last === 0) return
    // Where a line was asked for, it stays in sight.
    if (goal.current === undefined && atEnd.current) panel.scrollTop = panel.scrollHeight
    const note = (): void => {
      atEnd.current = panel.scrollHeight - panel.scrollTop - panel.clientHeight < near
    }
    panel.addEventListener('scroll', note)
    return () => panel.removeEventListener('scroll', note)
  }, [last])

  if (last === 0 && open === '') return <Empty title="No lines yet" text="What comes in from now on stands here." />
  return (
    <>
      {(from > 0 || dropped > 0) && (
        <p className="sf-i-note">
          {from > 0 && (
            <button type="button" className="sf-i-button" onClick={() => setPages(pages + 1)}>
              {from} earlier
            </button>
          )}
          {dropped > 0 && <span>{dropped} older lines were let go.</span>}
        </p>
      )}
      <ol className="sf-i-lines" ref={list}>
        {lines.slice(from).map((line) => (
          <LineItem key={line.id} line={line} actions={actions} />
        ))}
        {open !== '' && (
          <li className="sf-i-line sf-i-line--unfinished">
            <span className="sf-i-line__number">{last + 1}</span>
            <span className="sf-i-line__text">
              <code className="sf-i-line__raw">{tail(open)}</code>
              <OpenParts text={open} />
            </span>
          </li>
        )}
      </ol>
    </>
  )
}

/** What is whole of the line that is written. */
function OpenParts({ text }: { readonly text: string }): ReactNode {
  const parts = partNames(text)
  if (parts.length === 0) return null
  return (
    <span className="sf-i-line__parts" data-testid="open-parts">
      {parts.map((part, index) => (
        // Parts are only ever appended.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <span key={index} className="sf-i-line__part">
          {part}
        </span>
      ))}
    </span>
  )
}

/** The end of what has come of a line: its beginning stands still, and would look as if nothing happened. */
function tail(text: string): string {
  return text.length > tailLength ? `…${text.slice(-tailLength)}` : text
}

interface LineItemProps {
  readonly line: RecordedLine
  readonly actions: LinesPanelProps['actions']
}

const LineItem = memo(function LineItem({ line, actions }: LineItemProps): ReactNode {
  const { id, number, source, text, bytes, verdict, faults } = line
  const [open, setOpen] = useState(false)
  const { kind, surfaceId, rest, value } = useMemo(() => readLine(text), [text])
  return (
    <li>
      <details
        className="sf-i-line"
        data-line={id}
        data-verdict={verdict}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary className="sf-i-line__summary">
          <span className="sf-i-line__number">{id}</span>
          <span className="sf-i-line__text">
            <span className="sf-i-line__head">
              <span className="sf-i-line__kind">{kind}</span>
              {surfaceId !== undefined && <span className="sf-i-line__surface">{surfaceId}</span>}
              <span className="sf-i-line__end">
                {faults.length > 0 && <Icon name="alert" />}
                <span className="sf-i-line__verdict">{verdict}</span>
                <span className="sf-i-line__bytes">{sizeOf(bytes)}</span>
                <Icon name="chevron" />
              </span>
            </span>
            {rest !== '' && <code className="sf-i-line__raw">{rest.slice(0, 120)}</code>}
          </span>
        </summary>
        {open && (
          <div className="sf-i-line__body">
            <p className="sf-i-line__origin">
              {number === undefined ? source : `${source}, line ${number}`} · {bytes} bytes
            </p>
            {faults.map((error, index) => (
              // Faults are only ever appended.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <p className="sf-i-line__problem" key={index}>
                <code>{error.code}</code> {error.message}
              </p>
            ))}
            {actions?.(line)}
            {value === undefined ? <pre className="sf-i-json">{text}</pre> : <Json value={value} />}
          </div>
        )}
      </details>
    </li>
  )
})

function sizeOf(bytes: number): string {
  return bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} kB`
}
