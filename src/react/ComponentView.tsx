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
import { getOwn } from '../json/value.ts'
import { ComponentBinding, type ComponentSnapshot } from '../surface/binding.ts'
import type { Arrival } from '../surface/surface.ts'
import { controlWithin, rendererMissing, renderFailed, reportAt, tooDeep } from './component-errors.ts'
import { LeftOut } from './LeftOut.tsx'
import type { LateComponent } from './late-addresses.ts'
import { Leaves } from './leaves.ts'
import { failureOf, Notice } from './Notice.tsx'
import { nodesAt, nodesWith } from './nodes.ts'
import { placeholder, placeholderInControl, TextSlot } from './plain-text.tsx'
import { elementOf, type InlineRenderer, type Renderer } from './renderer.ts'
import { ComponentInput, type MountedComponent } from './renderer-input.ts'
import { checkedWithin, refuseControls } from './undeclared-control.ts'
import { inlineRendererOf, type View } from './view.ts'

export interface ComponentViewProps {
  readonly view: View
  readonly id: string
  /** The list item that relative paths start from. An item that moves within its list takes its instance along. */
  readonly scope: Pointer
  readonly depth: number
  /** Nodes that the parent has taken for it. */
  readonly taken: number
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
  /** Nodes that it takes as it was drawn last; 0: there was no room. */
  private nodes = this.props.taken
  /** Those of them that count on the page. */
  private counted = 0
  private mounted = false
  private readonly slot = new TextSlot()
  private ownLeaves: Leaves | undefined
  /** How often it was drawn, for the inspector. */
  renders = 0
  /** An inline renderer is drawing. */
  private inline = false
  /** The binding tells of changes. */
  private attached = false
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
    this.mounted = true
    this.didCommit()
  }

  override componentDidUpdate(): void {
    this.didCommit()
  }

  override componentWillUnmount(): void {
    this.mounted = false
    this.attached = false
    this.binding.detach()
    this.stopFollowing?.()
    this.stopFollowing = undefined
    this.stopAwaiting?.()
    this.stopAwaiting = undefined
    const { late, quota } = this.props.view
    late.unfollow(this)
    quota.unmounted(this.counted)
    this.counted = 0
  }

  /**
   * A render of the parent is no reason to render: a component changes by its binding and its state only. A binding may
   * notify without a change: a list listens to all below it, and its snapshot stays the same when an item changes.
   */
  override shouldComponentUpdate(next: ComponentViewProps, state: State): boolean {
    if (next.view !== this.props.view || state.failed !== this.state.failed) return true
    // What has no room is not evaluated.
    if (!this.attached) return true
    // Children inherit the scope of their parent, so they must render even if nothing else in the parent changed.
    if (!samePointer(next.scope, this.props.scope)) return true
    return this.binding.moveTo(next.scope).getSnapshot() !== this.committed
  }

  override componentDidCatch(error: unknown): void {
    this.report(renderFailed(this.drawn?.component?.type ?? this.props.id, error))
  }

  override render(): ReactNode {
    const { view, id, depth } = this.props
    this.renders++
    // What has no room is not evaluated.
    this.drawn = undefined
    if (this.nodes === 0 && !this.take(nodesAt(view, id))) return this.leftOut(nodesAt(view, id))
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
    if (!this.mounted || !this.writeText()) this.setState(notFailed)
  }

  private notice(text: string, missing?: boolean): ReactNode {
    return <Notice text={text} inControl={this.props.view.inControl} missing={missing} />
  }

  private leftOut(wanted: number): ReactNode {
    const { view, id } = this.props
    this.nodes = 0
    const draft = this.drawn?.draft ?? false
    return <LeftOut key="left-out" view={view} id={id} wanted={wanted} draft={draft} retry={() => this.forceUpdate()} />
  }

  /** Takes as many nodes as it is drawn with; false, and no change, where they are not left. */
  private take(nodes: number): boolean {
    const more = nodes - this.nodes
    if (more > 0 && !this.props.view.quota.take(more)) return false
    this.nodes = nodes
    return true
  }

  private count(): void {
    this.props.view.quota.mounted(this.nodes - this.counted)
    this.counted = this.nodes
  }

  private didCommit(): void {
    this.count()
    if (this.drawn || this.nodes > 0) this.attach()
    if (this.waits) this.follow()
    this.props.view.late.follow(this)
    if (this.drawnMissing) this.awaitComponent()
  }

  private attach(): void {
    if (!this.attached) this.binding.attach(this)
    this.attached = true
    this.committed = this.drawn
    if (!this.drawn) return
    if (this.binding.getSnapshot() !== this.drawn) this.notify()
    else this.slot.commit(this.props.view.served.current)
  }

  /** The component is missing: follows whether its stream has ended. */
  private awaitComponent(): void {
    const { arrival } = this.props.view.surface
    this.stopAwaiting ??= arrival.subscribe(() => this.drawnMissing && this.awaitComponent())
    if (this.drawnMissing !== arrival.getSnapshot()) this.forceUpdate()
  }

  private draw(type: string, snapshot: ComponentSnapshot): ReactNode {
    const { view } = this.props
    const renderer = getOwn(view.renderers, type)
    if (!renderer) {
      this.report(rendererMissing(type))
      return this.notice(view.texts.failed)
    }
    if ('control' in renderer && view.inControl) {
      this.report(controlWithin(type))
      return this.notice(view.texts.withinControl)
    }
    const nodes = nodesWith(renderer, snapshot)
    if (!this.take(nodes)) return this.leftOut(nodes)
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
      if (!plain || !this.take(nodesWith(renderer, snapshot)) || !this.slot.write(plain)) return false
      this.count()
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
    if (this.mounted) this.follow()
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
    if (!this.drawn?.draft) reportAt(view.surface, id, error)
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
