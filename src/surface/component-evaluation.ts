/**
 * Evaluates the expressions of one mounted component against the data of its surface and its local input, and records
 * what they read.
 *
 * A class: 10,000 of these live at once. Methods of a prototype cost an instance nothing; closures would cost 0.5 kB.
 * The binding extends it, so that a component has one object.
 */
import type { Component } from '../catalog/component.ts'
import type { Expression } from '../catalog/expression.ts'
import type { SurfaceError } from '../errors/surface-error.ts'
import { type Pointer, root } from '../json/pointer.ts'
import type { Maybe } from '../json/value.ts'
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
  readonly surface: LiveSurface
  protected readonly id: string
  /** User input of properties that are not bound to a writable place. */
  protected localInput: LocalInput | undefined
  /** The pointers that the running evaluation has read so far; `undefined` if they are not recorded. */
  protected reading: Pointer[] | undefined
  /** A function of the last evaluation is still being loaded. */
  protected loading = false
  /** The same, or its load has failed and may succeed later. */
  protected lacks = false

  constructor(surface: LiveSurface, id: string, scope: Pointer) {
    this.surface = surface
    this.id = id
    this.scope = scope
  }

  protected get component(): Component | undefined {
    return this.surface.componentSet.byId.get(this.id)
  }

  /**
   * Records in `reads` what `evaluation` reads. A function may begin an evaluation within this one: the record of this one goes
   * on after it.
   */
  protected recording<T>(reads: Pointer[] | undefined, evaluation: () => T): T {
    const { reading } = this
    this.reading = reads
    try {
      return evaluation()
    } finally {
      this.reading = reading
    }
  }

  holds(condition: Expression): boolean {
    return evaluate(condition, this) === true
  }

  /** Evaluates one condition alone, to know whether this condition is the one that waits for a function. */
  waitsFor(condition: Expression): boolean {
    if (!this.loading) return false
    this.loading = false
    // What the condition reads is recorded already.
    this.recording(undefined, () => evaluate(condition, this))
    const { loading } = this
    this.loading = true
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

  spend(steps: number): boolean {
    if (this.surface.work.spend(steps)) return true
    this.overQuota = true
    // The skipped part may read anything, so the binding is evaluated again after any change of the data.
    this.reading?.push(root)
    return false
  }

  fail(error: SurfaceError): void {
    const origin = this.component?.origin
    this.surface.failed(this.id, error.below(origin?.at ?? '').in({ line: origin?.line, componentId: this.id }))
  }
}
