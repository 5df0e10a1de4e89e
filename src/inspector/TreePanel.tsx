/** The components of each surface as a tree, and of the chosen one what was sent, what is drawn, and where it reads. */
'use client'

import { type ReactNode, useState } from 'react'
import { formatPointer, root } from '../json/pointer.ts'
import { isObject } from '../json/value.ts'
import { useSurfaces } from '../react/hooks.ts'
import { shownComponent } from '../surface/shown.ts'
import { type LiveSurface, liveSurface } from '../surface/surface.ts'
import { bindingsOf, type ComponentRow, componentRows } from './component-tree.ts'
import { Empty } from './Empty.tsx'
import { Highlight } from './Highlight.tsx'
import { type Inspected, type Target, usePulse, useRecorded } from './inspected.ts'
import { Json } from './Json.tsx'
import { readLine } from './line.ts'
import { elementsOf, type Instance, instancesOf } from './mounted.ts'
import type { RecordedLine } from './recording.ts'
import { Tree } from './Tree.tsx'

export interface TreePanelProps {
  readonly inspected: Inspected
  readonly target: Target | undefined
  readonly onTarget: (target: Target) => void
  readonly onShowData: (surfaceId: string, pointer: string) => void
  /** `id` of a recorded line. */
  readonly onShowLine: (line: number) => void
}

/** Levels that are unfolded at first. */
const unfolded = 4

export function TreePanel({ inspected, target, onTarget, ...leads }: TreePanelProps): ReactNode {
  usePulse(inspected)
  const surfaces = useSurfaces(inspected.runtime).map(liveSurface)
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [selected, setSelected] = useState<string>()
  const [pointed, setPointed] = useState<Target>()
  if (surfaces.length === 0) return <Empty title="No surface yet" text="Each surface has a tree of its own." />
  const chosen = surfaces.find(({ id }) => id === target?.surfaceId)

  /** What leads here may lead to a place that is folded. */
  function openFor(surface: LiveSurface): (key: string) => boolean {
    const wanted = surface === chosen ? target?.componentId : undefined
    const all = wanted === undefined ? [] : componentRows(surface, () => true)
    const above = all.find(({ id }) => id === wanted)?.key.slice(0, -1)
    return (key) => {
      const open = (JSON.parse(key) as string[]).length < unfolded
      return toggled.has(`${surface.id} ${key}`) ? !open : open || above?.startsWith(`${key.slice(0, -1)},`) === true
    }
  }

  function toggle(name: string): void {
    setToggled((before) => {
      const next = new Set(before)
      if (!next.delete(name)) next.add(name)
      return next
    })
  }

  return (
    <div className="sf-i-split">
      <div className="sf-i-split__part">
        {surfaces.map((surface) => {
          const rows = componentRows(surface, openFor(surface))
          const byKey = (key: string | undefined): ComponentRow | undefined => rows.find((row) => row.key === key)
          const at =
            rows.find(({ key, id }) => key === selected && id === target?.componentId) ??
            rows.find(({ id }) => id === target?.componentId)
          return (
            <section key={surface.key} className="sf-i-surface">
              <h3 className="sf-i-surface__title">
                {surface.id} <span className="sf-i-chip">{surface.version}</span>
              </h3>
              <Tree
                label={`Components of ${surface.id}`}
                selected={surface === chosen ? at?.key : undefined}
                rows={rows.map((row) => ({
                  key: row.key,
                  level: row.level,
                  open: row.childCount > 0 ? row.open : undefined,
                  stamp: [row.component, row.template],
                  content: <RowContent row={row} />,
                }))}
                onSelect={(key) => {
                  setSelected(key)
                  onTarget({ surfaceId: surface.id, componentId: byKey(key)?.id })
                }}
                onToggle={(key) => toggle(`${surface.id} ${key}`)}
                onPoint={(key) =>
                  setPointed(key === undefined ? undefined : { surfaceId: surface.id, componentId: byKey(key)?.id })
                }
              />
            </section>
          )
        })}
      </div>
      {chosen && target?.componentId !== undefined && (
        <Details
          key={`${chosen.key} ${target.componentId}`}
          inspected={inspected}
          surface={chosen}
          id={target.componentId}
          {...leads}
        />
      )}
      <Highlight inspected={inspected} target={pointed ?? target} />
    </div>
  )
}

function RowContent({ row: { id, component, template } }: { readonly row: ComponentRow }): ReactNode {
  return (
    <>
      <span className="sf-i-row__type">{component?.type ?? 'not here yet'}</span>
      <span className="sf-i-row__id">{id}</span>
      {template && <span className="sf-i-chip">each</span>}
      {component?.invalid && <span className="sf-i-chip sf-i-chip--alarming">{component.invalid.code}</span>}
      {component?.draft && <span className="sf-i-chip">draft</span>}
    </>
  )
}

interface DetailsProps extends Pick<TreePanelProps, 'inspected' | 'onShowData' | 'onShowLine'> {
  readonly surface: LiveSurface
  readonly id: string
}

function Details({ inspected, surface, id, onShowData, onShowLine }: DetailsProps): ReactNode {
  const { lines } = useRecorded(inspected)
  const [index, setIndex] = useState(0)
  const component = shownComponent(surface, id)
  if (!component)
    return (
      <section className="sf-i-split__part sf-i-details" aria-label={`Component ${id}`}>
        <Empty title={`“${id}” has not come`} text="Another component shows it; no line so far has brought it." />
      </section>
    )
  const instances = instancesOf(surface, id)
  const instance = instances[index] ?? instances[0]
  const line = lineOf(lines, surface.id, id)
  const renders = instances.reduce((sum, one) => sum + one.renders, 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className="sf-i-split__part sf-i-details" aria-label={`Component ${id}`} tabIndex={0}>
      <h3 className="sf-i-details__title">
        {component.type} <code>{id}</code>
      </h3>
      <p className="sf-i-details__facts">
        <span>{countOf(instances.length, 'instance')}</span>
        {instance && (
          <span>
            {instance.snapshot ? `drawn ${countOf(renders, 'time')}` : 'a plain text, written without a render'}
          </span>
        )}
        {instance?.snapshot?.loading && <span>waits for a function that is being loaded</span>}
        {instance?.snapshot?.busy && <span>waits for the answer to its action</span>}
        {instance?.snapshot?.valid === false && <span>its checks fail</span>}
        {line && (
          <button type="button" className="sf-i-button" onClick={() => onShowLine(line.id)}>
            Line {line.id}
          </button>
        )}
        {instance?.drawnBy && (
          <button
            type="button"
            className="sf-i-button"
            onClick={() => elementsOf([instance])[0]?.scrollIntoView({ block: 'center' })}
          >
            Show on page
          </button>
        )}
        {instances.length > 1 && (
          <label className="sf-i-choice">
            <span>Instance</span>
            <select value={index} onChange={({ target }) => setIndex(Number(target.value))}>
              {instances.map((_, number) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the number is all there is
                <option key={number} value={number}>
                  {number + 1}
                </option>
              ))}
            </select>
          </label>
        )}
      </p>
      <div className="sf-i-compare">
        <div>
          <h4 className="sf-i-details__part">Sent</h4>
          {line ? <Json value={componentIn(line.text, id)} /> : <p className="sf-i-note">Before the record began.</p>}
        </div>
        <div>
          <h4 className="sf-i-details__part">Drawn</h4>
          <Drawn instance={instance} />
        </div>
      </div>
      <Bindings surface={surface} id={id} instance={instance} onShowData={onShowData} />
    </section>
  )
}

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

function Drawn({ instance }: { readonly instance: Instance | undefined }): ReactNode {
  if (!instance) return <p className="sf-i-note">Not on the page.</p>
  if (!instance.snapshot)
    return <Json value={{ text: instance.drawnBy instanceof Element ? instance.drawnBy.textContent : '' }} />
  const { props, errors } = instance.snapshot
  return <Json value={errors.length > 0 ? { ...props, checks: errors } : props} />
}

interface BindingsProps extends Pick<TreePanelProps, 'onShowData'> {
  readonly surface: LiveSurface
  readonly id: string
  readonly instance: Instance | undefined
}

function Bindings({ surface, id, instance, onShowData }: BindingsProps): ReactNode {
  const component = surface.components.get(id)
  const bindings = component ? bindingsOf(component) : []
  if (bindings.length === 0) return null
  return (
    <>
      <h4 className="sf-i-details__part">Bindings</h4>
      <ul className="sf-i-bindings">
        {bindings.map(({ property, pointer, relative }) => {
          const at = relative ? `${formatPointer(instance?.scope ?? root)}${pointer}` : pointer
          return (
            <li key={`${property} ${pointer}`} className="sf-i-binding">
              <span>{property}</span>
              <button type="button" className="sf-i-link" onClick={() => onShowData(surface.id, at)}>
                <code>{at === '' ? '/' : at}</code>
              </button>
              <code className="sf-i-binding__value">{shortJson(surface.data.get(at))}</code>
            </li>
          )
        })}
      </ul>
    </>
  )
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

/** The newest line that brought the component; of one that was refused each time, the newest of all. */
function lineOf(lines: readonly RecordedLine[], surfaceId: string, id: string): RecordedLine | undefined {
  const mark = JSON.stringify(id)
  const names = ({ text, verdict }: RecordedLine): boolean =>
    verdict !== 'refused' &&
    text.includes(mark) &&
    readLine(text).surfaceId === surfaceId &&
    componentIn(text, id) !== undefined
  const brings = (line: RecordedLine): boolean =>
    names(line) && !line.faults.some(({ severity, place }) => severity === 'error' && place.componentId === id)
  return lines.findLast(brings) ?? lines.findLast(names)
}

function componentIn(text: string, id: string): unknown {
  const { value } = readLine(text)
  for (const payload of isObject(value) ? Object.values(value) : []) {
    const components = isObject(payload) ? payload['components'] : undefined
    const found = Array.isArray(components) && components.findLast((one) => isObject(one) && one['id'] === id)
    if (found) return found
  }
  return undefined
}
