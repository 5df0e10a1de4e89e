/**
 * One component of a surface: one fiber, one binding, its own error boundary.
 *
 * A class, because it needs neither an effect nor a second fiber to follow its binding, and because only a class can be
 * an error boundary. It draws the snapshot of its binding. The layout phase compares again, so that a value which
 * changed between render and commit is drawn as well.
 */
import { Component, type ReactNode, useCallback } from 'react'
import type { SurfaceError } from '../errors/surface-error.ts'
import { type Pointer, samePointer } from '../json/pointer.ts'
import { own } from '../json/value.ts'
import { ComponentBinding, type ComponentSnapshot } from '../surface/binding.ts'
import { shownComponent } from '../surface/shown.ts'
import type { Arrival } from '../surface/surface.ts'
import { controlWithin, rendererMissing, renderFailed, tooDeep, tooManyNodes } from './component-errors.ts'
import { ComponentInput, type MountedComponent } from './input.ts'
import type { LateComponent } from './late-addresses.ts'
import { Leaves } from './leaves.ts'
import { failureOf, Notice } from './Notice.tsx'
import { type Admission, type AfterCommit, NodeBudget } from './nodes.ts'
import { placeholder, placeholderInControl, TextSlot } from './plain-text.tsx'
import { elementOf, type InlineRenderer, type Renderer } from './renderer.ts'
import { checkedWithin, refuseControls } from './undeclared-control.ts'
import { inlineRendererOf, type View } from './view.ts'

export interface ComponentViewProps {
  readonly view: View
  readonly id: string
  /** The list item that relative paths start from. An item that moves within its list takes its instance along. */
  readonly scope: Pointer
  readonly depth: number
  readonly admission: Admission
}

interface State {
  /** A part of this component threw. The next change retries. */
  readonly failed: boolean
}

const notFailed: State = { failed: false }

export class ComponentView extends Component<ComponentViewProps, State> implements MountedComponent, LateComponent {
  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  override state: State = notFailed
  readonly binding: ComponentBinding = new ComponentBinding(this.props.view.surface, this.props.id, this.props.scope)
  private readonly budget = new NodeBudget(this.props)
  private readonly slot = new TextSlot()
  private ownLeaves: Leaves | undefined
  /** An inline renderer is drawing. */
  private inline = false
  private drawn: ComponentSnapshot | undefined
  /** What a renderer with hooks is given. */
  private input: ComponentInput | undefined
  /** The snapshot on the page. `drawn` may belong to a render that React discarded. */
  committed: ComponentSnapshot | undefined
  /** An address that it draws waits. */
  private waits = false
  private stopFollowing: (() => void) | undefined
  /** The state of the surface in which the component was missing when it was drawn. */
  private drawnMissing: Arrival | undefined
  private stopAwaiting: (() => void) | undefined

  override componentDidMount(): void {
    if (this.budget.reserved) this.join()
    else this.enqueue()
    this.afterCommit()
  }

  override componentDidUpdate(): void {
    if (!this.budget.reserved) this.redrawOrReport('report')
    else if (this.budget.mounted) this.compare()
    else this.admit()
    this.afterCommit()
  }

  override componentWillUnmount(): void {
    this.binding.detach()
    this.stopFollowing?.()
    this.stopFollowing = undefined
    this.stopAwaiting?.()
    this.stopAwaiting = undefined
    this.budget.unmount()
    this.props.view.late.unfollow(this)
    this.props.view.quota.admit(this)
  }

  /**
   * A render of the parent is no reason to render: a component changes by its binding and its state only. A binding may
   * notify without a change: a list listens to all below it, and its snapshot stays the same when an item changes.
   */
  override shouldComponentUpdate(next: ComponentViewProps, state: State): boolean {
    if (next.view !== this.props.view || state.failed !== this.state.failed) return true
    // What has no room is not evaluated.
    if (!this.budget.reserved) return true
    // Children inherit the scope of their parent, so they must render even if nothing else in the parent changed.
    if (!samePointer(next.scope, this.props.scope)) return true
    return this.binding.moveTo(next.scope).getSnapshot() !== this.committed
  }

  override componentDidCatch(error: unknown): void {
    this.report(renderFailed(this.drawn?.component?.type ?? this.props.id, error))
  }

  override render(): ReactNode {
    const { view, depth } = this.props
    if (!this.budget.reserve(this.props)) return view.quota.isSpokesman(this) && this.notice(view.texts.tooLarge)
    if (depth > view.surface.limits.renderDepth) {
      this.report(tooDeep(view))
      return this.notice(view.texts.tooLarge)
    }
    const snapshot = this.binding.moveTo(this.props.scope).getSnapshot()
    const { component } = snapshot
    this.drawn = snapshot
    this.drawnMissing = component ? undefined : view.surface.arrival.getSnapshot()
    // Nothing is on its way any more.
    if (this.drawnMissing === 'incomplete') return this.notice(view.texts.failed, true)
    if (!component) return this.slot.draw(view.inControl ? placeholderInControl : placeholder)
    if (this.state.failed || component.invalid) return this.notice(failureOf(component, view.texts))
    return this.draw(component.type, snapshot)
  }

  /** The binding has another snapshot. */
  notify(): void {
    if (!this.budget.mounted || !this.writeText()) this.setState(notFailed)
  }

  private notice(text: string, missing?: boolean): ReactNode {
    return <Notice text={text} inControl={this.props.view.inControl} missing={missing} />
  }

  private afterCommit(): void {
    this.redrawOrReport(this.budget.afterCommit())
    if (this.waits) this.follow()
    this.props.view.late.follow(this)
    if (this.drawnMissing) this.awaitComponent()
  }

  /** The component is missing: follows whether its stream has ended. */
  private awaitComponent(): void {
    const { arrival } = this.props.view.surface
    this.stopAwaiting ??= arrival.subscribe(() => this.drawnMissing && this.awaitComponent())
    if (this.drawnMissing !== arrival.getSnapshot()) this.forceUpdate()
  }

  private redrawOrReport(outcome: AfterCommit): void {
    if (outcome === 'retry') this.forceUpdate()
    else if (outcome === 'report' && this.props.view.quota.reports()) this.report(tooManyNodes(this.props.view))
  }

  private join(): void {
    this.budget.mount()
    this.binding.attach(this)
    this.compare()
  }

  /** There was no room. */
  private enqueue(): void {
    this.props.view.quota.enqueue(this)
    this.redrawOrReport(this.budget.afterRefusal())
  }

  /** There is room now, and perhaps for later siblings too. */
  private admit(): void {
    const { view, admission } = this.props
    this.join()
    view.quota.admit(this)
    if (typeof admission === 'function') admission()
  }

  private compare(): void {
    this.committed = this.drawn
    if (this.drawn === undefined) return
    if (this.binding.getSnapshot() !== this.drawn) this.notify()
    else this.slot.commit(this.props.view.served.current)
  }

  private draw(type: string, snapshot: ComponentSnapshot): ReactNode {
    const { view } = this.props
    const renderer = own(view.renderers, type)
    if (!renderer) {
      this.report(rendererMissing(type))
      return this.notice(view.texts.failed)
    }
    if ('control' in renderer && view.inControl) {
      this.report(controlWithin(type))
      return this.notice(view.texts.withinControl)
    }
    if (!this.budget.resize(snapshot, renderer)) return this.notice(view.texts.tooLarge)
    try {
      const drawn = this.drawWith(renderer, snapshot)
      const weight = snapshot.props['weight']
      if (typeof weight !== 'number' || weight <= 0) return drawn
      return (
        <Weighted weight={weight} inControl={view.inControl}>
          {drawn}
        </Weighted>
      )
    } catch (error) {
      this.report(renderFailed(type, error))
      return this.notice(view.texts.failed)
    }
  }

  /** In this fiber, or as a component of its own that may use hooks. */
  private drawWith(renderer: Renderer, snapshot: ComponentSnapshot): ReactNode {
    if (!('inline' in renderer)) {
      this.input ??= new ComponentInput(this, snapshot)
      const props = this.input.propsFor(snapshot)
      if ('control' in renderer) return elementOf(renderer.control, props)
      return elementOf(this.props.view.inControl ? checkedWithin(renderer) : renderer, props)
    }
    const input = this.inputFor(snapshot)
    const plain = renderer.plain?.(input)
    if (plain) return this.slot.draw(plain)
    const drawn = this.drawInline(renderer, input)
    if (this.props.view.inControl) refuseControls(drawn)
    return drawn
  }

  private drawInline(renderer: InlineRenderer<never>, input: ComponentInput): ReactNode {
    this.ownLeaves?.begin()
    this.inline = true
    try {
      return renderer.inline(input)
    } finally {
      this.inline = false
    }
  }

  /** Leaves among the children. None outside of this render: what draws them later is not drawn again with this component. */
  get leaves(): Leaves | undefined {
    if (!this.inline) return undefined
    this.ownLeaves ??= new Leaves(this)
    return this.ownLeaves
  }

  /** Writes the text to its element, where that is all that the newest snapshot asks for. */
  private writeText(): boolean {
    const snapshot = this.binding.getSnapshot()
    const renderer = inlineRendererOf(this.props.view, snapshot.component)
    if (this.state.failed || !renderer || !this.slot.current) return false
    if (snapshot.props['weight'] !== this.committed?.props['weight']) return false
    try {
      const plain = renderer.plain?.(this.inputFor(snapshot))
      if (!plain || !this.budget.resize(snapshot, renderer) || !this.slot.write(plain)) return false
      this.committed = snapshot
      this.drawnMissing = undefined
      return true
    } catch {
      // It fails again while it is drawn, and is reported then.
      return false
    }
  }

  inputFor(snapshot: ComponentSnapshot): ComponentInput {
    return new ComponentInput(this, snapshot)
  }

  addressWaits(): void {
    this.waits = true
    // Its renderer draws by itself, after a change of its own state: no commit of this component follows.
    if (this.budget.mounted) this.follow()
  }

  /** Draws the addresses that wait once they are free. */
  private follow(): void {
    const { waiting } = this.props.view.surface.unsent
    this.stopFollowing ??= waiting.subscribe(() => {
      if (waiting.getSnapshot() || !this.waits) return
      this.waits = false
      this.forceUpdate()
    })
  }

  report(error: SurfaceError): void {
    const { view, id } = this.props
    const { draft, origin } = shownComponent(view.surface, id) ?? {}
    // It is drawn anew once its line is whole, and reported then.
    if (draft || this.drawn?.draft) return
    view.surface.failed(id, error.in({ componentId: id, line: origin?.line, at: origin?.at }))
  }
}

/** A component's share of the free space in a Row or Column. */
interface WeightedProps {
  /** Above 0. */
  readonly weight: number
  readonly inControl: boolean
  readonly children: ReactNode
}

/** The number is set through the object model, because a strict policy forbids `style` attributes in served HTML. */
function Weighted({ weight, inControl, children }: WeightedProps): ReactNode {
  const share = useCallback(
    (element: HTMLElement | null) => element?.style.setProperty('flex-grow', String(Math.min(weight, 1000))),
    [weight],
  )
  const Tag = inControl ? 'span' : 'div'
  return (
    <Tag className="sf-weighted" ref={share}>
      {children}
    </Tag>
  )
}
