/**
 * Evaluates the expressions of one mounted component against the data of its surface and its local input, and records
 * what they read.
 *
 * A class: 10,000 of these live at once. Methods of a prototype cost an instance nothing; closures would cost 0.5 kB.
 * The binding extends it, so that a component has one object.
 */
import type { Component } from '../catalog/component.ts'
import type { Environment, Expression } from '../catalog/expression.ts'
import { SurfaceError } from '../errors/surface-error.ts'
import { type Pointer, root } from '../json/pointer.ts'
import type { JsonValue, Maybe } from '../json/value.ts'
import type { MemoStore } from '../live/memo.ts'
import type { CallResults } from './call-results.ts'
import type { ListItems } from './data-model.ts'
import { evaluate } from './evaluate.ts'
import type { Evaluation } from './evaluation.ts'
import type { Load, Loaded } from './loads.ts'
import type { LocalInput } from './local-input.ts'
import type { LiveSurface } from './surface.ts'

export class ComponentEvaluation implements Evaluation {
  scope: Pointer
  fromData = false
  /** A call of the last evaluation exceeded the limit on work. */
  overQuota = false
  protected readonly surface: LiveSurface
  protected readonly id: string
  /** User input of properties that are not bound to a writable place. */
  protected localInput: LocalInput | undefined
  /** The pointers that the running evaluation has read so far; `undefined` if they are not recorded. */
  protected reading: Pointer[] | undefined
  /** The index in `reading` at which the current property begins. */
  protected first = 0
  /** A function of the last evaluation is still being loaded. */
  protected loading = false
  /** The same, or its load has failed and may succeed later. */
  protected lacks = false
  private readonly tainted: boolean

  /** `tainted`: user input decides whether the component is drawn. */
  constructor(surface: LiveSurface, id: string, scope: Pointer, tainted = false) {
    this.surface = surface
    this.id = id
    this.scope = scope
    this.tainted = tainted
  }

  protected get component(): Component | undefined {
    return this.surface.componentSet.byId.get(this.id)
  }

  holds(condition: Expression): boolean {
    return evaluate(condition, this) === true
  }

  /** Evaluates one condition alone, to know whether this condition is the one that waits for a function. */
  waitsFor(condition: Expression): boolean {
    if (!this.loading) return false
    const { reading } = this
    // A copy: what the condition reads is recorded already, and taint depends on the record.
    this.reading = reading?.slice()
    this.loading = false
    evaluate(condition, this)
    const { loading } = this
    this.loading = true
    this.reading = reading
    return loading
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
    const userInput = this.localInput?.get(name)
    if (userInput !== undefined) return userInput
    const prop = this.component?.props[name]
    return prop?.kind === 'dynamic' ? evaluate(prop.expression, this) : prop?.kind === 'static' ? prop.value : undefined
  }

  loaded(load: Load): Loaded | 'missing' | undefined {
    const { lacks } = this
    // Set first: a load that failed throws.
    this.lacks = true
    const loaded = this.surface.loads.get(load)
    if (loaded === undefined) this.loading = true
    else if (loaded !== 'missing') this.lacks = lacks
    return loaded
  }

  get environment(): Environment {
    return this.surface.environment
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
    this.overQuota = true
    // The skipped part may read anything, so the binding is evaluated again after any change of the data.
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
    // The report about too much work repeats no value.
    const reported = tainted ? (error.code === 'LIMIT_WORK' ? error : redacted(error)).asConfidential() : error
    this.surface.failed(this.id, reported.below(origin?.at ?? '').in({ line: origin?.line, componentId: this.id }))
  }

  /** Whether a property depends on user input. `first`: the index at which its reads begin. */
  protected isTainted(name: string, reads: readonly Pointer[], first: number): boolean {
    if (this.localInput?.has(name)) return true
    const { userInput } = this.surface.model
    // A list item that the user wrote depends on user input, whatever its properties read.
    return userInput.covers(this.scope) || reads.slice(first).some(userInput.touches)
  }

  /**
   * Whether the current property has read user input; with `first` = 0, whether any property of the running evaluation
   * has. Reads that are not recorded count as user input.
   */
  private isTaintedSoFar(first = this.first): boolean {
    if (this.tainted || (this.localInput?.size ?? 0) > 0) return true
    if (this.surface.model.userInput.empty) return false
    return !this.reading || this.isTainted('', this.reading, first)
  }
}

/** Hosts may show or store reports, so no report repeats what the user entered. Its place says where it happened. */
function redacted({ code, place, severity }: SurfaceError): SurfaceError {
  const { at } = place
  const hint = 'Try it with values of your own.'
  const message = 'A function failed on something that the user entered'
  return new SurfaceError(code, message, { hint, ...(at !== undefined && { at }) }, { severity })
}
