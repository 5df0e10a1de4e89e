/** The data model of every surface as a tree that can be edited. What changes lights up for a moment. */
'use client'

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { SurfaceError } from '../errors/surface-error.ts'
import type { JsonValue } from '../json/value.ts'
import { useSurfaces } from '../react/hooks.ts'
import type { Surface } from '../surface/surface.ts'
import { type DataRow, dataRows, shownValue, valueTyped } from './data-tree.ts'
import { Empty } from './Empty.tsx'
import { type Inspected, type Target, usePulse } from './inspected.ts'
import { Tree } from './Tree.tsx'

export interface DataPanelProps {
  readonly inspected: Inspected
  /** The surface that `pointer` is of. */
  readonly target: Target | undefined
  /** A place to go to. */
  readonly pointer: string | undefined
}

export function DataPanel({ inspected, target, pointer }: DataPanelProps): ReactNode {
  usePulse(inspected)
  const surfaces = useSurfaces(inspected.runtime)
  if (surfaces.length === 0) return <Empty title="No surface yet" text="Each surface has a data model of its own." />
  return surfaces.map((surface) => {
    const wanted = surface.id === target?.surfaceId ? pointer : undefined
    return <Model key={`${surface.id} ${wanted}`} surface={surface} wanted={wanted} />
  })
}

/** Levels that are unfolded at first. */
const unfolded = 3

interface ModelProps {
  readonly surface: Surface
  readonly wanted: string | undefined
}

function Model({ surface: { id, version, data }, wanted }: ModelProps): ReactNode {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [selected, setSelected] = useState(wanted)
  const [editing, setEditing] = useState<string>()
  const [fault, setFault] = useState<string>()
  const model = data.get('') ?? {}
  const rows = dataRows(model, (pointer, level) => {
    const open = level < unfolded || wanted?.startsWith(`${pointer}/`) === true
    return toggled.has(pointer) ? !open : open
  })

  function toggle(pointer: string): void {
    setToggled((before) => {
      const next = new Set(before)
      if (!next.delete(pointer)) next.add(pointer)
      return next
    })
  }

  function save(pointer: string, text: string | undefined): void {
    setEditing(undefined)
    setFault(undefined)
    if (text === undefined) return
    try {
      data.set(pointer, valueTyped(text), { as: 'host' })
    } catch (error) {
      setFault(error instanceof SurfaceError ? error.message : String(error))
    }
  }

  return (
    <section className="sf-i-surface">
      <h3 className="sf-i-surface__title">
        {id} <span className="sf-i-chip">{version}</span>
      </h3>
      {fault !== undefined && (
        <p className="sf-i-line__problem" role="alert">
          {fault}
        </p>
      )}
      {rows.length === 0 && <p className="sf-i-note">No data.</p>}
      {rows.length > 0 && (
        <Tree
          label={`Data of ${id}`}
          selected={selected}
          rows={rows.map((row) => ({
            key: row.pointer,
            level: row.level,
            open: row.open,
            stamp: [row.value, row.pointer === editing],
            content: (
              <Value row={row} editing={row.pointer === editing} onEdit={() => setEditing(row.pointer)} onSave={save} />
            ),
          }))}
          onSelect={setSelected}
          onToggle={toggle}
          onEnter={(pointer) => {
            const row = rows.find((one) => one.pointer === pointer)
            if (row?.open === undefined) setEditing(pointer)
            else toggle(pointer)
          }}
        />
      )}
    </section>
  )
}

interface ValueProps {
  readonly row: DataRow
  readonly editing: boolean
  readonly onEdit: () => void
  /** `undefined`: the value stays. */
  readonly onSave: (pointer: string, text: string | undefined) => void
}

function Value({ row: { pointer, name, value, open }, editing, onEdit, onSave }: ValueProps): ReactNode {
  return (
    <>
      <span className="sf-i-row__type">{name}</span>
      {editing ? (
        <Editor pointer={pointer} value={value} onSave={onSave} />
      ) : (
        <Flashing value={value}>
          {open === undefined ? (
            <button type="button" className="sf-i-value" tabIndex={-1} title="Edit" onClick={onEdit}>
              {shownValue(value)}
            </button>
          ) : (
            <span className="sf-i-row__id">{shownValue(value)}</span>
          )}
        </Flashing>
      )}
    </>
  )
}

/** Lights up each time the value has changed. */
function Flashing({ value, children }: { readonly value: JsonValue; readonly children: ReactNode }): ReactNode {
  const before = useRef(value)
  const [flashes, setFlashes] = useState(0)
  useEffect(() => {
    if (before.current !== value) setFlashes((count) => count + 1)
    before.current = value
  }, [value])
  return (
    <span key={flashes} className="sf-i-flash" data-flash={flashes > 0 || undefined}>
      {children}
    </span>
  )
}

interface EditorProps extends Pick<ValueProps, 'onSave'> {
  readonly pointer: string
  readonly value: JsonValue
}

function Editor({ pointer, value, onSave }: EditorProps): ReactNode {
  const [text, setText] = useState(() => JSON.stringify(value))
  const input = useRef<HTMLInputElement>(null)
  const back = useRef<HTMLElement | null>(null)
  const over = useRef(false)

  useEffect(() => {
    back.current = input.current?.closest<HTMLElement>('[role="treeitem"]') ?? null
    input.current?.select()
    input.current?.focus()
  }, [])

  function finish(next: string | undefined): void {
    if (over.current) return
    over.current = true
    onSave(pointer, next)
    back.current?.focus()
  }

  function press(event: KeyboardEvent): void {
    event.stopPropagation()
    if (event.key === 'Enter') finish(text)
    if (event.key === 'Escape') finish(undefined)
  }

  return (
    <input
      ref={input}
      className="sf-i-editor"
      aria-label={`Value of ${pointer}, as JSON`}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={press}
      onBlur={() => finish(undefined)}
    />
  )
}
