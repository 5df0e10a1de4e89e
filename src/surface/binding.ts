/**
 * One live value per mounted component: its evaluated properties, recomputed only when something they read has changed.
 *
 * A class, against the habit of this house: ten thousand of these live at once, and methods on a prototype cost a
 * component nothing where closures would cost it half a kilobyte.
 */
import type { Action, Component, PathExpression, Prop } from '../catalog/component.ts'
import { asSurfaceError, type SurfaceError } from '../json/errors.ts'
import { join, type Pointer, samePointer } from '../json/pointer.ts'
import { define, isList, isObject, type JsonValue, type Maybe, sameJson } from '../json/value.ts'
import { type Evaluated, type Evaluation, evaluate, evaluateProp, type Items, locate } from './evaluate.ts'
import type { Listener } from './listeners.ts'
import type { Surface } from './surface.ts'

/** What a renderer draws. The same object until something in it is another. */
export interface ComponentSnapshot {
  /** `undefined` while the agent has not sent it. */
  readonly component: Component | undefined
  readonly props: { readonly [name: string]: Evaluated }
  /** Messages of the checks that fail, in order. */
  readonly errors: readonly string[]
  /** An action is on its way: the host's `onEvent` has not settled. */
  readonly busy: boolean
}

const none: readonly string[] = []

export class ComponentBinding implements Listener {
  private readonly surface: Surface
  private readonly id: string
  private readonly scope: Pointer
  private snapshot: ComponentSnapshot = { component: undefined, props: {}, errors: none, busy: false }
  /** The pointers that the snapshot read. */
  private reads: Pointer[] = []
  private onChange: (() => void) | undefined
  private stale = true
  /** The surface's revision that the snapshot was made at, for a binding that nothing wakes yet. */
  private revision = -1
  private busy = false
  /** What the person entered where the agent bound nothing that could be written. */
  private entered: Map<string, JsonValue> | undefined

  constructor(surface: Surface, id: string, scope: Pointer) {
    this.surface = surface
    this.id = id
    this.scope = scope
  }

  /** Starts listening. One listener: a binding belongs to one mounted component. */
  attach(onChange: () => void): void {
    this.onChange = onChange
    if (this.revision !== this.surface.revision) this.stale = true
    this.surface.componentSet.listen(this.id, this)
    for (const pointer of this.reads) this.surface.model.listeners.add(pointer, this)
  }

  detach(): void {
    this.onChange = undefined
    this.surface.componentSet.unlisten(this.id, this)
    for (const pointer of this.reads) this.surface.model.listeners.remove(pointer, this)
    this.stale = true
  }

  wake(): void {
    if (this.stale) return
    this.stale = true
    this.onChange?.()
  }

  getSnapshot(): ComponentSnapshot {
    const { revision } = this.surface
    if (this.onChange ? this.stale : this.revision !== revision) this.refresh()
    this.revision = revision
    return this.snapshot
  }

  /** What the person entered: into the data model if the property is bound to it, else kept here. */
  enter(name: string, value: JsonValue): void {
    const prop = this.surface.componentSet.byId.get(this.id)?.props[name]
    if (prop?.kind === 'dynamic' && prop.expression.kind === 'path' && this.write(prop.expression, value)) {
      if (this.entered?.delete(name)) this.wake()
      return
    }
    this.entered ??= new Map()
    this.entered.set(name, value)
    this.wake()
  }

  /** False, and told, where the data have no place for the value: below a text, say. */
  private write(path: PathExpression, value: JsonValue): boolean {
    try {
      this.surface.enter(locate(path, this.evaluation([])), value)
      return true
    } catch (error) {
      this.fail(asSurfaceError(error))
      return false
    }
  }

  /** Does what an action says, unless it is still under way or a check fails. */
  act(name: string): void {
    const { component, errors } = this.getSnapshot()
    const prop = component?.props[name]
    if (!component || prop?.kind !== 'action' || this.busy || errors.length > 0) return
    const pending = this.perform(component, prop)
    if (!pending) return
    this.setBusy(true)
    const done = (): void => this.setBusy(false)
    pending.then(done, done)
  }

  private perform(component: Component, { does }: Action): Promise<void> | undefined {
    const evaluation = this.evaluation([])
    if (does.kind === 'call') {
      evaluate(does.call, evaluation)
      return undefined
    }
    const context: { [key: string]: JsonValue } = {}
    for (const [key, value] of does.context) define(context, key, evaluate(value, evaluation) ?? null)
    return this.surface.emit(component.id, does.name, context)
  }

  private setBusy(busy: boolean): void {
    this.busy = busy
    this.wake()
  }

  private refresh(): void {
    const component = this.surface.componentSet.byId.get(this.id)
    this.forgetEntered(component)
    const reads: Pointer[] = []
    const props = component ? this.evaluateAll(component, reads) : {}
    const errors = failedChecks(props['checks'])
    this.listenTo(reads)
    this.stale = false
    const { snapshot, busy } = this
    if (
      snapshot.component === component &&
      snapshot.busy === busy &&
      snapshot.props === props &&
      sameJson(errors, snapshot.errors)
    )
      return
    this.snapshot = { component, props, errors, busy }
  }

  /** What the person entered outlives a component that is sent again, unless the agent gives that property another value. */
  private forgetEntered(component: Component | undefined): void {
    const before = this.snapshot.component
    if (!this.entered || component === before) return
    if (component?.type !== before?.type) this.entered = undefined
    for (const name of this.entered?.keys() ?? []) {
      if (!sameEvaluated(before?.props[name], component?.props[name])) this.entered?.delete(name)
    }
  }

  /** The properties; the previous object when none of them is another. */
  private evaluateAll(component: Component, reads: Pointer[]): ComponentSnapshot['props'] {
    const before = this.snapshot.component === component ? this.snapshot.props : {}
    const evaluation = this.evaluation(reads)
    const props: { [name: string]: Evaluated } = {}
    for (const name in component.props) {
      if (!this.entered?.has(name)) props[name] = evaluateProp(component.props[name] as Prop, evaluation)
    }
    // What was entered counts for a property that the agent did not send, too.
    if (this.entered) for (const [name, value] of this.entered) props[name] = value
    let same = this.snapshot.component === component
    for (const name in props) {
      if (sameEvaluated(props[name], before[name])) props[name] = before[name]
      else same = false
    }
    return same ? before : props
  }

  private evaluation(reads: Pointer[]): Evaluation {
    const { limits, model, world } = this.surface
    return {
      scope: this.scope,
      read: (pointer) => {
        reads.push(pointer)
        return model.read(pointer)
      },
      items: (pointer) => {
        reads.push(pointer)
        return model.items(pointer)
      },
      world,
      parse: this.surface.parseExpression,
      textLength: limits.stringLength,
      fail: (error) => this.fail(error),
    }
  }

  private fail(error: SurfaceError): void {
    const origin = this.surface.componentSet.byId.get(this.id)?.origin
    this.surface.failed(this.id, error.below(origin?.at ?? '').in({ line: origin?.line, componentId: this.id }))
  }

  private listenTo(reads: Pointer[]): void {
    const before = this.reads
    if (
      before.length === reads.length &&
      before.every((pointer, index) => samePointer(pointer, reads[index] as Pointer))
    )
      return
    this.reads = reads
    if (!this.onChange) return
    const { listeners } = this.surface.model
    for (const pointer of before) listeners.remove(pointer, this)
    for (const pointer of reads) listeners.add(pointer, this)
  }
}

function failedChecks(checks: Evaluated): readonly string[] {
  if (!isList(checks as Maybe)) return none
  const failed: string[] = []
  for (const check of checks as readonly { readonly condition?: Evaluated; readonly message?: Evaluated }[]) {
    if (check.condition !== true) failed.push(String(check.message))
  }
  return failed.length === 0 ? none : failed
}

function sameEvaluated(a: Evaluated, b: Evaluated): boolean {
  if (Object.is(a, b)) return true
  if (isItems(a)) {
    return (
      isItems(b) && a.componentId === b.componentId && samePointer(a.pointer, b.pointer) && sameJson(a.items, b.items)
    )
  }
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => sameEvaluated(item, b[index]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => sameEvaluated(a[key] as Evaluated, b[key] as Evaluated))
  )
}

function isItems(value: Evaluated): value is Items {
  return isObject(value) && value['kind'] === 'items' && 'pointer' in value
}

/** The scope of the nth instance of a template. */
export function itemScope(items: Items, key: string): Pointer {
  return join(items.pointer, [key])
}
