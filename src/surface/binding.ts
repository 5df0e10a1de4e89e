/**
 * The live value of a mounted component: its evaluated properties, recomputed only when something that they read has
 * changed. Takes the actions and the input of the user.
 *
 * A class, and what its expressions are evaluated against: 10,000 of these live at once. Methods of a prototype cost an
 * instance nothing; closures would cost 0.5 kB. What the constructor sets is declared only: else it would be set twice.
 */
import type { Action, Component, Prop } from '../catalog/component.ts'
import type { Expression } from '../catalog/expression.ts'
import type { Shapes } from '../catalog/shape.ts'
import { asSurfaceError, SurfaceError } from '../errors/surface-error.ts'
import { isValueType, toType } from '../json/coerce.ts'
import { type Pointer, root, samePointer } from '../json/pointer.ts'
import { define, getOwn, type JsonObject, type JsonValue, type Maybe, mapMembers, sameJson } from '../json/value.ts'
import type { Notifiable } from '../live/binding.ts'
import { allValid, type CheckContext, type CheckError, type CheckResult, runChecks } from './checks.ts'
import type { DataModel, ListItems } from './data-model.ts'
import { type Evaluated, type Evaluation, evaluate, evaluateProp, locateForWrite, ownProp } from './evaluate.ts'
import type { Listener } from './listeners.ts'
import type { Load, Loaded } from './loads.ts'
import { isObscured } from './obscured-input.ts'
import { createWork } from './quota.ts'
import { type Call, contextOf, enteredOf, unknownName } from './renderer-mistakes.ts'
import { shownComponent } from './shown.ts'
import type { LiveSurface } from './surface.ts'

/** What a renderer draws. The same object until a member changes. */
export interface ComponentSnapshot {
  /** `undefined` while the agent has not sent it. */
  readonly component: Component | undefined
  readonly props: { readonly [name: string]: Evaluated }
  /** By property: what its type cannot say of the bound value. An action sends that value. */
  readonly lost: { readonly [name: string]: Maybe } | undefined
  /** Whether every check holds. A check whose function is still being loaded does not hold, and has no message yet. */
  readonly valid: boolean
  /** The messages of the checks that fail, in order. */
  readonly errors: readonly CheckError[]
  /** A function that a property or a check needs is still being loaded: there the value is missing. */
  readonly loading: boolean
  /** An action is pending: the promise of the host's `onEvent` has not settled. */
  readonly busy: boolean
  /** The last action failed: `onEvent` was rejected. Until the next press, or until the component is sent again. */
  readonly failed: boolean
  /** The component, or something that it shows, stands in a line that is not whole: it may not act. */
  readonly draft: boolean
}

const unsentSnapshot: ComponentSnapshot = {
  component: undefined,
  props: {},
  lost: undefined,
  ...allValid,
  loading: false,
  busy: false,
  failed: false,
  draft: false,
}

/** `props` is compared by identity: an evaluation gives the previous object where no property is another. */
function sameSnapshot(one: ComponentSnapshot, other: ComponentSnapshot): boolean {
  return (
    one.component === other.component &&
    one.props === other.props &&
    one.valid === other.valid &&
    one.loading === other.loading &&
    one.busy === other.busy &&
    one.failed === other.failed &&
    one.draft === other.draft &&
    sameJson(one.errors, other.errors) &&
    (one.lost === other.lost || sameJson(one.lost, other.lost))
  )
}

/** Whether the component was sent again with another action. */
function actsOtherwise(component: Component, before: Component | undefined): boolean {
  if (before === undefined) return false
  for (const name in component.props) {
    const prop = component.props[name]
    if (prop?.kind === 'action' && !sameJson(prop, before.props[name])) return true
  }
  return false
}

/** What the action would send, or call, now. */
function intentOf({ does }: Action, evaluation: Evaluation): unknown {
  if (does.kind === 'event') return [does.name, does.context.map(([key, value]) => [key, evaluate(value, evaluation)])]
  const { call } = does
  if (call.kind !== 'call') return undefined
  return [call.fn.name, mapMembers(call.args, (argument) => evaluate(argument, evaluation))]
}

/** A place within a list item is the same one where the item moves: its elements move along. */
function within(scope: Pointer, place: Pointer): readonly string[] {
  const inside = scope.length > 0 && scope.every((token, index) => token === place[index])
  return inside ? ['', ...place.slice(scope.length)] : place
}

/** Titles of tabs, labels of options: the user reads them. References to children say nothing of a press. */
function withoutNames(key: string, value: unknown): unknown {
  return key === 'label' || key === 'title' || key === 'description' ? undefined : value
}

const nothingRead: readonly Pointer[] = []
/** What exceeds a limit may read anything: the binding is evaluated again after any change of the data. */
const everything: readonly Pointer[] = [root]

export class ComponentBinding implements Evaluation, CheckContext, Listener, Notifiable {
  declare scope: Pointer
  fromData = false
  /** The last evaluation exceeded the limit on work or on listeners. */
  overQuota = false
  /** There is no room for what the last evaluation listens to: until the next change nothing is read. */
  private refused = false
  declare readonly surface: LiveSurface
  declare private readonly id: string
  /** User input of properties that are not bound to a writable place, by their names. */
  private localInput: Map<string, JsonValue> | undefined
  /** The pointers that the running evaluation has read so far; `undefined` if none runs. */
  private reading: Pointer[] | undefined
  /** A function of the last evaluation is still being loaded. */
  private loading = false
  /** The same, or its load has failed and may succeed later. */
  awaitsModule = false
  private snapshot = unsentSnapshot
  /** The pointers that the snapshot read. */
  private reads = nothingRead
  subscriber: Notifiable | undefined
  private stale = true
  /** The changes of the surface before the last evaluation without a subscriber: nobody is notified of changes then. */
  private changesSeen = 0
  private busy = false
  /** What the host does with the last action. */
  declare private pending: Promise<void> | undefined
  /** `beginnings` of the surface at that action. */
  declare private beginningOfPending: number
  private failed = false
  /** The last evaluation was one of a draft, or has read of one so far. */
  private draft = false
  /** What the last evaluation has lost so far, and the property that is evaluated. */
  private lost: { [name: string]: Maybe } | undefined
  declare private naming: string

  constructor(surface: LiveSurface, id: string, scope: Pointer) {
    this.surface = surface
    this.id = id
    this.scope = scope
  }

  private get component(): Component | undefined {
    return shownComponent(this.surface, this.id)
  }

  /** Moves the instance with its list item: relative paths start at `scope` from now on. */
  moveTo(scope: Pointer): this {
    if (!samePointer(scope, this.scope)) {
      this.scope = scope
      this.stale = true
    }
    return this
  }

  /** Starts listening. There is one subscriber, because a binding belongs to one mounted component. */
  attach(subscriber: Notifiable): void {
    this.subscriber = subscriber
    if (this.changesSeen !== this.surface.changes.count) this.stale = true
    this.surface.componentSet.listen(this.id, this)
    this.listen()
    if (this.awaitsModule) this.surface.loads.listen(this)
  }

  detach(): void {
    this.subscriber = undefined
    this.surface.componentSet.unlisten(this.id, this)
    this.unlisten()
    this.surface.loads.unlisten(this)
    this.stale = true
  }

  invalidate(): void {
    if (this.stale) return
    this.stale = true
    this.refused = false
    // Notifies at once: a value that the agent sends and removes within one chunk replaces local input as well.
    if (this.localInput) this.notify()
    else this.surface.notify(this)
  }

  notify(): void {
    this.subscriber?.notify()
  }

  getSnapshot(): ComponentSnapshot {
    if (this.stale || (!this.subscriber && this.changesSeen !== this.surface.changes.count)) this.refresh()
    return this.snapshot
  }

  /** Takes user input: writes it to the data model if the property is bound, else to the local input. */
  enter(name: string, given: JsonValue): void {
    const { component } = this
    if (this.refuses('enter', name)) return
    const value = enteredOf(given, name, component?.type ?? '', this.surface.limits) as JsonValue | SurfaceError
    if (value instanceof SurfaceError) {
      this.fail(value)
      return
    }
    this.surface.unsent.enter()
    const prop = component?.props[name]
    const path = prop?.kind === 'dynamic' && prop.expression.kind === 'path' ? prop.expression : undefined
    if (!path || path.made) this.surface.unbound?.set(this.id, value)
    if (component && path) {
      try {
        this.surface.model.enter(locateForWrite(path, this), value, isObscured(component))
        if (this.localInput?.delete(name)) this.invalidate()
        return
      } catch (error) {
        // The data model has no place for the value, for example below a text.
        this.fail(asSurfaceError(error))
      }
    }
    const shape = this.shapes[name]
    this.localInput ??= new Map()
    this.localInput.set(name, isValueType(shape) ? (toType(value, shape) ?? null) : value)
    this.invalidate()
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
    this.pending = pending
    if (pending || this.failed) this.setPending(pending !== undefined, false)
    if (!pending) return
    this.beginningOfPending = this.surface.beginnings
    // Unless the surface has begun anew with another action since.
    const settle = (failed: boolean): void => void (this.pending === pending && this.setPending(false, failed))
    pending.then(
      () => settle(false),
      () => settle(true),
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
    for (const [id, value] of this.surface.unbound ?? [])
      if (this.surface.components.has(id) && getOwn(context, id) === undefined) define(context, id, value)
    return this.surface.emit(component.id, does.name, context)
  }

  /** Whether it has an action, and a check fails. */
  get isBlocked(): boolean {
    const { component, valid } = this.getSnapshot()
    return !valid && Object.values(component?.props ?? {}).some(({ kind }) => kind === 'action')
  }

  /**
   * What a press or an entry would do now, as a text: each action with what it would send or call, where each input writes, and what
   * it offers there. Neither names nor what stands in a text field. Nothing is loaded, counted or reported for it. `actions`:
   * nothing else.
   */
  intent(actions: boolean): string {
    const { component, props, draft } = this.getSnapshot()
    if (!component || draft) return ''
    const { loads, limits } = this.surface
    const evaluation: Evaluation = Object.create(this, {
      fail: { value: () => undefined },
      loaded: { value: loads.arrived },
      spend: { value: createWork(limits.work) },
    })
    const parts: unknown[] = []
    for (const name in component.props) {
      const prop = component.props[name]
      const value = props[name]
      if (prop?.kind === 'action') parts.push([component.id, intentOf(prop, evaluation)])
      else if (actions) continue
      else if (prop?.kind === 'dynamic' && prop.expression.kind === 'path')
        parts.push(within(this.scope, locateForWrite(prop.expression, this)), typeof value === 'string' || value)
      else if (name !== 'checks' && typeof value !== 'string') parts.push(value)
    }
    return parts.length > 0 ? JSON.stringify(parts, withoutNames) : ''
  }

  /** Of the component's type. */
  private get shapes(): Shapes {
    const { component } = this
    return (component && getOwn(this.surface.dialect.components, component.type)?.shapes) ?? {}
  }

  /** Whether the component's type has no such action or value. That is a mistake in the renderer, and is reported. */
  private refuses(call: Call, name: string): boolean {
    const { component } = this
    const mistake = component && unknownName(call, name, component.type, this.shapes)
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
    const changes = subscriber ? this.changesSeen : this.surface.changes.count
    // A component that has arrived stays; one of a draft may go.
    const { refused } = this
    if (component) this.evaluateComponent(component)
    else this.snapshot = unsentSnapshot
    if (component && this.refused && !refused) this.evaluateComponent(component)
    this.changesSeen = changes
    this.stale = false
  }

  private evaluateComponent(component: Component): void {
    const { component: before } = this.snapshot
    if (component !== before) {
      // Input stays where neither the type nor the property has changed.
      for (const name of this.localInput?.keys() ?? [])
        if (component.type !== before?.type || !sameJson(before.props[name], component.props[name]))
          this.localInput?.delete(name)
      this.failed = false
      if (this.busy && this.beginningOfPending !== this.surface.beginnings && actsOtherwise(component, before)) {
        this.pending = undefined
        this.busy = false
      }
    }
    this.loading = false
    this.awaitsModule = false
    this.overQuota = false
    this.lost = undefined
    this.draft = component.draft === true
    const { reading } = this
    const reads: Pointer[] = []
    this.reading = reads
    let props: ComponentSnapshot['props']
    let result: CheckResult
    try {
      props = this.evaluateAll(component)
      result = this.draft ? allValid : runChecks(component, props['checks'], this)
    } finally {
      // A function may begin an evaluation within this one: the record of this one goes on after it.
      this.reading = reading
    }
    const listened = this.overQuota ? everything : reads
    if (listened.length > 0 || this.reads.length > 0) this.listenTo(listened)
    if (this.awaitsModule && this.subscriber) this.surface.loads.listen(this)
    const { busy, failed, loading, draft, lost } = this
    const next = { component, props, lost, ...result, loading, busy, failed, draft }
    if (!sameSnapshot(next, this.snapshot)) this.snapshot = next
  }

  /** The evaluated properties. Returns the previous object if none of them changed. */
  private evaluateAll(component: Component): ComponentSnapshot['props'] {
    const before = this.snapshot.component === component ? this.snapshot.props : unsentSnapshot.props
    const props: { [name: string]: Evaluated } = {}
    for (const name in component.props)
      if (!this.localInput?.has(name)) {
        this.naming = name
        props[name] = evaluateProp(component.props[name] as Prop, this)
      }
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
    if (this.subscriber) this.unlisten()
    this.reads = reads
    if (this.subscriber) this.listen()
  }

  private listen(): void {
    const { listeners } = this.surface.model
    if (!listeners.fit(this.reads)) {
      this.reads = everything
      this.refused = true
      this.stale = true
    }
    for (const pointer of this.reads) listeners.add(pointer, this)
  }

  private unlisten(): void {
    for (const pointer of this.reads) this.surface.model.listeners.remove(pointer, this)
  }

  /** An address of what is drawn has no gap: it would be another address. */
  get waits(): boolean {
    return this.loading && this.reading !== undefined && this.naming !== 'url'
  }

  holds(condition: Expression): boolean {
    return evaluate(condition, this) === true
  }

  /** Evaluates one condition alone, to know whether this condition is the one that waits for a function. */
  waitsFor(condition: Expression): boolean {
    if (!this.loading) return false
    this.loading = false
    evaluate(condition, this)
    const { loading } = this
    this.loading = true
    return loading
  }

  read(pointer: Pointer): Maybe {
    this.reading?.push(pointer)
    return this.shown('read', pointer)
  }

  items(pointer: Pointer): ListItems | undefined {
    this.reading?.push(pointer)
    return this.shown('items', pointer)
  }

  /** What was applied; to be drawn, and nowhere else, what a draft has in its place. */
  private shown<How extends 'read' | 'items'>(how: How, pointer: Pointer): ReturnType<DataModel[How]>
  private shown(how: 'read' | 'items', pointer: Pointer): Maybe | ListItems {
    const { model, draft } = this.surface
    const found = model[how](pointer)
    if (found !== undefined || !draft || !this.reading) return found
    const drafted = draft[how](pointer)
    if (drafted !== undefined) this.draft = true
    return drafted
  }

  own(name: string): Maybe {
    const userInput = this.localInput?.get(name)
    if (userInput !== undefined) return userInput
    return this.component && ownProp(this.component, name, this)
  }

  loaded(load: Load): Loaded | 'missing' | undefined {
    if (this.draft) {
      const value = load.get?.()
      if (value !== undefined) return { value }
      this.loading = true
      return undefined
    }
    const { awaitsModule } = this
    // Set first: a load that failed throws.
    this.awaitsModule = true
    const loaded = this.surface.loads.get(load)
    if (loaded === undefined) this.loading = true
    else if (loaded !== 'missing') this.awaitsModule = awaitsModule
    return loaded
  }

  spend(steps: number): boolean {
    if (!(this.reading && this.refused) && this.surface.spend(steps)) return true
    this.overQuota = true
    return false
  }

  lose(value: Maybe): void {
    this.lost ??= {}
    this.lost[this.naming] = value
  }

  fail(error: SurfaceError): void {
    if (this.draft) return
    const origin = this.component?.origin
    this.surface.failed(this.id, error.below(origin?.at ?? '').in({ line: origin?.line, componentId: this.id }))
  }
}
