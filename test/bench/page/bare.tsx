/** The yardstick: the least React that shows the same. One subscription per component and per bound value, nothing checked. */
import { memo, type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { JsonObject } from '../../../src/json/value.ts'
import { createStore, namesOf, type Store } from '../bare/store.ts'
import type { Session } from './adapter.ts'

type Names = readonly string[]

interface NodeProps {
  readonly store: Store
  readonly id: string
  /** The list item that relative paths start from. */
  readonly base: Names
}

interface BoundProps {
  readonly store: Store
  readonly at: Names
}

const atRoot: Names = []

const View = memo(({ store, id, base }: NodeProps): ReactNode => {
  const place = useMemo(() => store.placeOf(id), [store, id])
  const component = useSyncExternalStore(place.subscribe, () => store.component(id))
  if (!component) return null
  const { component: type, text, value, label, children } = component
  if (type === 'Text') return typeof text === 'string' ? <p>{text}</p> : <BoundText {...bound(store, base, text)} />
  if (type === 'TextField') return <Field {...bound(store, base, value)} label={String(label)} />
  if (!Array.isArray(children)) return <Repeat {...bound(store, base, children)} id={idIn(children)} />
  const views = children.map((child: string) => <View key={child} store={store} id={child} base={base} />)
  return <div>{views}</div>
})

function bound(store: Store, base: Names, binding: unknown): BoundProps {
  const { path } = binding as { readonly path: string }
  return { store, at: path.startsWith('/') ? namesOf(path) : [...base, ...namesOf(path)] }
}

function idIn(template: unknown): string {
  return (template as { readonly componentId: string }).componentId
}

function useValue<T>({ store, at }: BoundProps, look: (value: unknown) => T): T {
  const place = useMemo(() => store.place(at), [store, at])
  return useSyncExternalStore(place.subscribe, () => look(store.read(at)))
}

const textOf = (value: unknown): string => String(value ?? '')
const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

function BoundText(props: BoundProps): ReactNode {
  return <p>{useValue(props, textOf)}</p>
}

function Field({ label, ...props }: BoundProps & { readonly label: string }): ReactNode {
  const value = useValue(props, textOf)
  return (
    <label>
      {label}
      <input value={value} onChange={(event) => props.store.write(props.at, event.target.value)} />
    </label>
  )
}

function Repeat({ id, ...props }: BoundProps & { readonly id: string }): ReactNode {
  const length = useValue(props, lengthOf)
  const { store, at } = props
  const bases = useMemo(() => Array.from({ length }, (_, index) => [...at, `${index}`]), [length, at])
  const views = bases.map((base) => <Row key={base.at(-1)} store={store} id={id} base={base} />)
  return <div>{views}</div>
}

/** Bases are made anew with the list's length; a row that stands where it stood is the same. */
const Row = memo(View, (a, b) => a.id === b.id && a.base.at(-1) === b.base.at(-1))

export function adapter(place?: HTMLElement): Session {
  const stores = new Map<string, Store>()
  const root = place && createRoot(place)
  const views = (): ReactNode =>
    [...stores].map(([id, store]) => <View key={id} store={store} id="root" base={atRoot} />)
  const redraw = (): void => root?.render(views())
  const take = (message: JsonObject): void => {
    if (takenBy(stores, message)) redraw()
  }
  const push = (lines: string): void => {
    for (const line of lines.split('\n')) if (line) take(JSON.parse(line))
  }
  return {
    apply: (messages) => flushSync(() => messages.forEach(take)),
    push: (lines) => flushSync(() => push(lines)),
    read: (chunks) => inTurns(chunks, push),
    close: () => flushSync(() => root?.unmount()),
  }
}

interface Wire {
  readonly createSurface?: { readonly surfaceId: string }
  readonly deleteSurface?: { readonly surfaceId: string }
  readonly updateComponents?: { readonly surfaceId: string; readonly components: readonly JsonObject[] }
  readonly updateDataModel?: { readonly surfaceId: string; readonly path: string; readonly value: unknown }
}

/** Returns whether a surface has come or gone. */
function takenBy(stores: Map<string, Store>, message: JsonObject): boolean {
  const { createSurface, deleteSurface, updateComponents, updateDataModel } = message as Wire
  if (createSurface) stores.set(createSurface.surfaceId, createStore())
  if (deleteSurface) stores.delete(deleteSurface.surfaceId)
  if (updateComponents) {
    const store = stores.get(updateComponents.surfaceId)
    for (const component of updateComponents.components) store?.put(component)
  }
  if (updateDataModel) {
    const { surfaceId, path, value } = updateDataModel
    stores.get(surfaceId)?.write(namesOf(path), value)
  }
  return Boolean(createSurface ?? deleteSurface)
}

async function inTurns(chunks: Iterable<string>, push: (lines: string) => void): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  let started = performance.now()
  for (const chunk of chunks) {
    push(chunk)
    if (performance.now() - started < 8) continue
    await new Promise((resolve) => {
      port1.onmessage = resolve
      port2.postMessage(undefined)
    })
    started = performance.now()
  }
  port1.close()
}
