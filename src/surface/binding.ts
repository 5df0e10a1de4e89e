/**
 * The live value of a mounted component: its evaluated properties, recomputed only when something that they read has
 * changed. Takes the actions and the input of the user.
 */
import type { Action, Component, Prop } from '../catalog/component.ts'
import type { PathExpression } from '../catalog/expression.ts'
import { asSurfaceError, SurfaceError } from '../errors/surface-error.ts'
import { type Pointer, samePointer } from '../json/pointer.ts'
import { define, type JsonObject, type JsonValue, own, sameJson } from '../json/value.ts'
import type { Notifiable } from './batch.ts'
import { runChecks } from './checks.ts'
import { ComponentEvaluation } from './component-evaluation.ts'
import { actsOtherwise, type ComponentSnapshot, sameSnapshot, unsentSnapshot } from './component-snapshot.ts'
import { type Evaluated, evaluate, evaluateProp, locateForWrite } from './evaluate.ts'
import type { Listener } from './listeners.ts'
import { keptInput } from './local-input.ts'
import { type Call, contextOf, unknownName } from './renderer-mistakes.ts'

export type { ComponentSnapshot } from './component-snapshot.ts'

/** The one subscriber of a binding. */
export interface Subscriber {
  notify(): void
}

const nothingRead: readonly Pointer[] = []

export class ComponentBinding extends ComponentEvaluation implements Listener, Notifiable {
  private snapshot = unsentSnapshot
  /** The pointers that the snapshot read. */
  private reads = nothingRead
  private subscriber: Subscriber | undefined
  private stale = true
  /** The revision of the surface at the last evaluation without a subscriber: nobody is notified of changes then. */
  private revision = 0
  private busy = false
  private failed = false
  /** When an action was last replaced by another one, by the host's monotonic clock; 0: never. */
  actionChanged = 0

  /** Moves the instance with its list item: relative paths start at `scope` from now on. */
  moveTo(scope: Pointer): this {
    if (!samePointer(scope, this.scope)) {
      this.scope = scope
      this.stale = true
    }
    return this
  }

  /** Starts listening. There is one subscriber, because a binding belongs to one mounted component. */
  attach(subscriber: Subscriber): void {
    this.subscriber = subscriber
    if (this.revision !== this.surface.revision) this.stale = true
    this.surface.componentSet.listen(this.id, this)
    for (const pointer of this.reads) this.surface.model.listeners.add(pointer, this)
    if (this.lacks) this.surface.loads.listen(this)
  }

  detach(): void {
    this.subscriber = undefined
    this.surface.componentSet.unlisten(this.id, this)
    for (const pointer of this.reads) this.surface.model.listeners.remove(pointer, this)
    this.surface.loads.unlisten(this)
    this.stale = true
  }

  invalidate(): void {
    if (this.stale) return
    this.stale = true
    // Notifies at once: a value that the agent sends and removes within one chunk replaces local input as well.
    if (this.localInput) this.notify()
    else this.surface.notify(this)
  }

  notify(): void {
    this.subscriber?.notify()
  }

  getSnapshot(): ComponentSnapshot {
    if (this.stale || (!this.subscriber && this.revision !== this.surface.revision)) this.refresh()
    return this.snapshot
  }

  /** Takes user input: writes it to the data model if the property is bound, else to the local input. */
  enter(name: string, value: JsonValue): void {
    if (this.refuses('enter', name)) return
    this.surface.unsent.enter()
    const prop = this.component?.props[name]
    if (prop?.kind === 'dynamic' && prop.expression.kind === 'path' && this.write(prop.expression, value)) {
      if (this.localInput?.delete(name)) this.invalidate()
      return
    }
    this.localInput ??= new Map()
    this.localInput.set(name, value)
    this.invalidate()
  }

  /** Returns false and reports if the data model has no place for the value, for example below a text. */
  private write(path: PathExpression, value: JsonValue): boolean {
    try {
      this.surface.model.enter(locateForWrite(path, this), value)
      return true
    } catch (error) {
      this.fail(asSurfaceError(error))
      return false
    }
  }

  /** Runs an action, unless it is pending or a check fails. `extra`: context that the renderer adds. */
  act(name: string, extra: JsonObject = {}): void {
    const { component, valid } = this.getSnapshot()
    if (!component || this.refuses('act', name)) return
    const prop = component.props[name]
    if (prop?.kind !== 'action' || this.busy || !valid) return
    const added = contextOf(extra, name, component.type, this.surface.limits)
    if (added instanceof SurfaceError) {
      this.fail(added)
      return
    }
    const pending = this.perform(component, prop, added)
    if (pending || this.failed) this.setPending(pending !== undefined, false)
    pending?.then(
      () => this.setPending(false, false),
      () => this.setPending(false, true),
    )
  }

  /** A context belongs to events only; a call has arguments. */
  private perform(component: Component, { does }: Action, added: JsonObject): Promise<void> | undefined {
    if (does.kind === 'call') {
      evaluate(does.call, this)
      return undefined
    }
    const context: { [key: string]: JsonValue } = { ...added }
    for (const [key, value] of does.context) define(context, key, evaluate(value, this) ?? null)
    return this.surface.emit(component.id, does.name, context)
  }

  /** Whether the component's type has no such action or value. That is a mistake in the renderer, and is reported. */
  private refuses(call: Call, name: string): boolean {
    const { component } = this
    const compiled = component && own(this.surface.dialect.components, component.type)
    const mistake = compiled && unknownName(call, name, component.type, compiled.shapes)
    if (mistake) this.fail(mistake)
    return mistake !== undefined
  }

  private setPending(busy: boolean, failed: boolean): void {
    this.busy = busy
    this.failed = failed
    this.invalidate()
  }

  private refresh(): void {
    const { component, subscriber } = this
    // Read first: a function of the host may write data while it runs. Noted last: what throws is evaluated again.
    const revision = subscriber ? this.revision : this.surface.revision
    // A component that has arrived stays.
    if (component) this.evaluateComponent(component)
    this.revision = revision
    this.stale = false
  }

  private evaluateComponent(component: Component): void {
    const { component: before } = this.snapshot
    if (component !== before) {
      if (this.localInput) this.localInput = keptInput(this.localInput, before, component)
      this.failed = false
      if (actsOtherwise(component, before)) this.actionChanged = this.surface.lastMessageAt()
    }
    this.loading = false
    this.lacks = false
    this.overQuota = false
    const reads: Pointer[] = []
    const [props, { valid, errors }] = this.recording(reads, () => {
      const evaluated = this.evaluateAll(component)
      return [evaluated, runChecks(component, evaluated['checks'], this)]
    })
    if (reads.length > 0 || this.reads.length > 0) this.listenTo(reads)
    if (this.lacks && this.subscriber) this.surface.loads.listen(this)
    const { busy, failed, loading } = this
    const next = { component, props, valid, errors, loading, busy, failed }
    if (!sameSnapshot(next, this.snapshot)) this.snapshot = next
  }

  /** The evaluated properties. Returns the previous object if none of them changed. */
  private evaluateAll(component: Component): ComponentSnapshot['props'] {
    const before = this.snapshot.component === component ? this.snapshot.props : unsentSnapshot.props
    const props: { [name: string]: Evaluated } = {}
    for (const name in component.props)
      if (!this.localInput?.has(name)) props[name] = evaluateProp(component.props[name] as Prop, this)
    // Local input counts for a property that the agent did not send, too.
    if (this.localInput) for (const [name, value] of this.localInput) props[name] = value
    if (before === unsentSnapshot.props) return props
    let same = true
    for (const name in props) {
      if (sameJson(props[name], before[name])) props[name] = before[name]
      else same = false
    }
    return same ? before : props
  }

  private listenTo(reads: readonly Pointer[]): void {
    const before = this.reads
    if (
      before.length === reads.length &&
      before.every((pointer, index) => samePointer(pointer, reads[index] as Pointer))
    )
      return
    this.reads = reads
    if (!this.subscriber) return
    const { listeners } = this.surface.model
    for (const pointer of before) listeners.remove(pointer, this)
    for (const pointer of reads) listeners.add(pointer, this)
  }
}
