/**
 * One live value per mounted component: its evaluated properties, recomputed only when something they read has changed.
 *
 * A class, against the habit of this house: ten thousand of these live at once, and methods on a prototype cost a
 * component nothing where closures would cost it half a kilobyte.
 */
import type { Action, Component, Expression, PathExpression, Prop } from '../catalog/component.ts'
import type { World } from '../catalog/function.ts'
import { asSurfaceError, SurfaceError } from '../json/errors.ts'
import type { MemoStore } from '../json/memo.ts'
import { type Pointer, root, samePointer } from '../json/pointer.ts'
import { define, type JsonObject, type JsonValue, type Maybe, own, sameJson } from '../json/value.ts'
import type { CallResults } from './call-results.ts'
import { type Complaint, judge, sound } from './checks.ts'
import type { ListItems } from './data-model.ts'
import { type Evaluated, type Evaluation, evaluate, evaluateProp, locateForWrite } from './evaluate.ts'
import type { Listener } from './listeners.ts'
import type { Load } from './loads.ts'
import { type Call, contextOf, wrongName } from './renderer-slips.ts'
import type { Told } from './round.ts'
import { sameEvaluated } from './same-evaluated.ts'
import type { Surface } from './surface.ts'

/** What a renderer draws. The same object until something in it is another. */
export interface ComponentSnapshot {
  /** `undefined` while the agent has not sent it. */
  readonly component: Component | undefined
  readonly props: { readonly [name: string]: Evaluated }
  /** Whether every check holds. One whose function is still being loaded does not, and has no message yet. */
  readonly valid: boolean
  /** What is said of the checks that fail, in order. */
  readonly errors: readonly Complaint[]
  /** Names of the properties whose values depend on what the person entered. */
  readonly tainted: readonly string[]
  /** An action is on its way: the host's `onEvent` has not settled. */
  readonly busy: boolean
  /** The last action failed: `onEvent` was rejected. Until the next press, or until the component is sent again. */
  readonly failed: boolean
}

/** Whom a binding tells that its snapshot may be another. */
export interface Follower {
  changed(): void
}

const none: readonly string[] = []
const nothingRead: readonly Pointer[] = []
const unsent: ComponentSnapshot = {
  component: undefined,
  props: {},
  ...sound,
  tainted: none,
  busy: false,
  failed: false,
}

/** It is what its expressions are evaluated against, too: an object for that would be one for each component drawn. */
export class ComponentBinding implements Listener, Evaluation, Told {
  scope: Pointer
  fromData = false
  private readonly surface: Surface
  private readonly id: string
  private readonly tainted: boolean
  private snapshot = unsent
  /** The pointers that the snapshot read. */
  private reads = nothingRead
  /** What an evaluation under way has read so far; `undefined` where nobody will listen to it. */
  private reading: Pointer[] | undefined
  /** Where in `reading` the property begins that is being evaluated. */
  private first = 0
  /** Something that the snapshot called was beyond the limit on work. */
  starved = false
  /** Something that the snapshot called is still being loaded. */
  private waits = false
  private follower: Follower | undefined
  private stale = true
  /** The surface's revision that the snapshot was made at, for a binding that nothing wakes yet. */
  private revision = -1
  private busy = false
  private failed = false
  /** When an action came to be another one than before, by the host's monotonic clock; 0: never. */
  actionChanged = 0
  /** What the person entered where the agent bound nothing that could be written. */
  private entered: Map<string, JsonValue> | undefined

  /** `tainted`: whether the component is drawn at all depends on what the user entered. */
  constructor(surface: Surface, id: string, scope: Pointer, tainted = false) {
    this.surface = surface
    this.id = id
    this.scope = scope
    this.tainted = tainted
  }

  /** The list item that this instance stands for may move: from now on relative paths start here. */
  at(scope: Pointer): this {
    if (!samePointer(scope, this.scope)) {
      this.scope = scope
      this.stale = true
      this.revision = -1
    }
    return this
  }

  /** Starts listening. One follower: a binding belongs to one mounted component. */
  attach(follower: Follower): void {
    this.follower = follower
    if (this.revision !== this.surface.revision) this.stale = true
    this.surface.componentSet.listen(this.id, this)
    for (const pointer of this.reads) this.surface.model.listeners.add(pointer, this)
    if (this.waits) this.surface.loads.listen(this)
  }

  detach(): void {
    this.follower = undefined
    this.surface.componentSet.unlisten(this.id, this)
    for (const pointer of this.reads) this.surface.model.listeners.remove(pointer, this)
    this.surface.loads.unlisten(this)
    this.stale = true
  }

  wake(): void {
    if (this.stale) return
    this.stale = true
    // What was entered here gives way to what comes next, even to what goes again within the same chunk.
    if (this.entered) this.told()
    else this.surface.tell(this)
  }

  told(): void {
    this.follower?.changed()
  }

  getSnapshot(): ComponentSnapshot {
    const { revision } = this.surface
    if (this.follower ? this.stale : this.revision !== revision) this.refresh()
    this.revision = revision
    return this.snapshot
  }

  /** What the person entered: into the data model if the property is bound to it, else kept here. */
  enter(name: string, value: JsonValue): void {
    if (this.refuses('enter', name)) return
    const prop = this.component?.props[name]
    if (prop?.kind === 'dynamic' && prop.expression.kind === 'path' && this.write(prop.expression, value)) {
      if (this.entered?.delete(name)) this.wake()
      return
    }
    this.entered ??= new Map()
    this.entered.set(name, value)
    this.surface.noteUserInput()
    this.wake()
  }

  /** False, and told, where the data have no place for the value: below a text, say. */
  private write(path: PathExpression, value: JsonValue): boolean {
    try {
      this.surface.enter(locateForWrite(path, this), value)
      return true
    } catch (error) {
      this.fail(asSurfaceError(error))
      return false
    }
  }

  /** Does what an action says, unless it is still under way or a check fails. `extra`: context that the renderer adds. */
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
    // Noted for what may be told of a failure; nobody listens to it.
    this.reading = []
    this.first = 0
    const pending = this.perform(component, prop, added)
    this.reading = undefined
    if (pending || this.failed) this.setPending(pending !== undefined, false)
    pending?.then(
      () => this.setPending(false, false),
      () => this.setPending(false, true),
    )
  }

  /** Only events have a context: a call has its arguments. */
  private perform(component: Component, { does }: Action, added: JsonObject): Promise<void> | undefined {
    if (does.kind === 'call') {
      evaluate(does.call, this)
      return undefined
    }
    const context: { [key: string]: JsonValue } = { ...added }
    for (const [key, value] of does.context) define(context, key, evaluate(value, this) ?? null)
    return this.surface.emit(component.id, does.name, context)
  }

  /** Whether the component's type has no such action or value: the renderer is wrong, and its author is told. */
  private refuses(call: Call, name: string): boolean {
    const { component } = this
    const compiled = component && own(this.surface.types, component.type)
    const slip = compiled && wrongName(call, name, component.type, compiled.shapes)
    if (slip) this.fail(slip)
    return slip !== undefined
  }

  private setPending(busy: boolean, failed: boolean): void {
    this.busy = busy
    this.failed = failed
    this.wake()
  }

  private get component(): Component | undefined {
    return this.surface.componentSet.byId.get(this.id)
  }

  private refresh(): void {
    const { component } = this
    this.forgetEntered(component)
    if (component !== this.snapshot.component) this.failed = false
    if (component && this.actsOtherwise(component)) this.actionChanged = this.surface.heard()
    this.waits = false
    this.starved = false
    const reads: Pointer[] = []
    const tainted: string[] = []
    this.reading = reads
    const props = component ? this.evaluateAll(component, reads, tainted) : unsent.props
    this.first = reads.length
    const { valid, errors } = component ? judge(component, props['checks'], this) : sound
    this.reading = undefined
    this.listenTo(reads)
    if (this.waits && this.follower) this.surface.loads.listen(this)
    this.stale = false
    const { snapshot, busy, failed } = this
    if (
      snapshot.component === component &&
      snapshot.busy === busy &&
      snapshot.failed === failed &&
      snapshot.props === props &&
      snapshot.valid === valid &&
      sameJson(tainted, snapshot.tainted) &&
      sameJson(errors, snapshot.errors)
    )
      return
    this.snapshot = { component, props, valid, errors, tainted: tainted.length === 0 ? none : tainted, busy, failed }
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

  /** Whether the component was sent again, and a press would now do something else. */
  private actsOtherwise(component: Component): boolean {
    const before = this.snapshot.component
    if (before === undefined || before === component) return false
    for (const name in component.props) {
      const prop = component.props[name]
      if (prop?.kind === 'action' && !sameEvaluated(prop, before.props[name])) return true
    }
    return false
  }

  /** The properties; the previous object when none of them is another. */
  private evaluateAll(component: Component, reads: readonly Pointer[], tainted: string[]): ComponentSnapshot['props'] {
    const before = this.snapshot.component === component ? this.snapshot.props : unsent.props
    const props: { [name: string]: Evaluated } = {}
    const clean = !this.entered && this.surface.model.entered.empty
    for (const name in component.props) {
      const first = reads.length
      this.first = first
      if (!this.entered?.has(name)) props[name] = evaluateProp(component.props[name] as Prop, this)
      if (!clean && this.isTainted(name, reads, first)) tainted.push(name)
    }
    // What was entered counts for a property that the agent did not send, too.
    if (this.entered) for (const [name, value] of this.entered) props[name] = value
    let same = before !== unsent.props
    for (const name in props) {
      if (sameEvaluated(props[name], before[name])) props[name] = before[name]
      else same = false
    }
    return same ? before : props
  }

  /** Whether a property depends on what the person entered. `first`: where its own reads begin. */
  private isTainted(name: string, reads: readonly Pointer[], first: number): boolean {
    if (this.entered?.has(name)) return true
    const { entered } = this.surface.model
    // An item of a list that the person chose is there because of them, whatever its properties read.
    return entered.covers(this.scope) || reads.slice(first).some(entered.touches)
  }

  holds(condition: Expression): boolean {
    return evaluate(condition, this) === true
  }

  /** Looks at one condition alone: whether it is this one that waits for a function. */
  waitsFor(condition: Expression): boolean {
    if (!this.waits) return false
    const { reading } = this
    // A copy: what it reads is known already, and what may be told of a failure depends on it.
    this.reading = reading?.slice()
    this.waits = false
    evaluate(condition, this)
    const { waits } = this
    this.waits = true
    this.reading = reading
    return waits
  }

  read(pointer: Pointer): Maybe {
    this.reading?.push(pointer)
    return this.surface.model.read(pointer)
  }

  items(pointer: Pointer): ListItems | undefined {
    this.reading?.push(pointer)
    return this.surface.model.items(pointer)
  }

  own(name: string): Maybe {
    const entered = this.entered?.get(name)
    if (entered !== undefined) return entered
    const prop = this.component?.props[name]
    return prop?.kind === 'dynamic' ? evaluate(prop.expression, this) : prop?.kind === 'static' ? prop.value : undefined
  }

  loaded(load: Load): { readonly value: unknown } | undefined {
    const loaded = this.surface.loads.get(load)
    if (!loaded) this.waits = true
    return loaded
  }

  get world(): World {
    return this.surface.world
  }

  get memo(): MemoStore {
    return this.isTaintedSoFar() ? this.surface.memo.tainted : this.surface.memo.own
  }

  get results(): CallResults {
    return this.isTaintedSoFar() ? this.surface.results.tainted : this.surface.results.own
  }

  spend(steps: number): boolean {
    const room = this.surface.work.spend(steps, this.isTaintedSoFar())
    if (room) return true
    this.starved = true
    // What was left out may have read anything, so it is evaluated again after any change of the data.
    this.reading?.push(root)
    return false
  }

  get textLength(): number {
    return this.surface.limits.stringLength
  }

  parse(wire: JsonValue): Expression {
    return this.surface.parseExpression(wire)
  }

  fail(error: SurfaceError): void {
    const origin = this.component?.origin
    const tainted = this.reading !== undefined && this.isTaintedSoFar(0)
    // That there is too much work repeats no value.
    const told = tainted ? (error.code === 'LIMIT_WORK' ? error : redacted(error)).asConfidential() : error
    this.surface.failed(this.id, told.below(origin?.at ?? '').in({ line: origin?.line, componentId: this.id }))
  }

  /**
   * Whether the property that is being evaluated has read what the user entered; with `first` = 0, whether any property of
   * the evaluation under way has. What nobody listens to is not recorded, so it counts as if it had.
   */
  private isTaintedSoFar(first = this.first): boolean {
    if (this.tainted || (this.entered?.size ?? 0) > 0) return true
    if (this.surface.model.entered.empty) return false
    return !this.reading || this.isTainted('', this.reading, first)
  }

  private listenTo(reads: readonly Pointer[]): void {
    const before = this.reads
    if (
      before.length === reads.length &&
      before.every((pointer, index) => samePointer(pointer, reads[index] as Pointer))
    )
      return
    this.reads = reads
    if (!this.follower) return
    const { listeners } = this.surface.model
    for (const pointer of before) listeners.remove(pointer, this)
    for (const pointer of reads) listeners.add(pointer, this)
  }
}

/** Hosts may show or store reports, so none repeats what the user entered. Where it happened is in its place. */
function redacted({ code, place, severity }: SurfaceError): SurfaceError {
  const { at } = place
  const hint = 'Try it with values of your own.'
  const told = 'A function failed on something that the person entered'
  return new SurfaceError(code, told, { hint, ...(at !== undefined && { at }) }, { severity })
}
