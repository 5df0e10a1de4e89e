/**
 * One component of a surface: one fiber, one binding, its own error boundary.
 *
 * A class, because it needs neither an effect nor a second fiber to follow its binding, and because only a class can be
 * an error boundary. It draws what the binding holds; the layout phase compares again, so that a value which changed
 * between render and commit is never left standing.
 */
import { Component, type ReactNode } from 'react'
import { jsx } from 'react/jsx-runtime'
import { SurfaceError } from '../json/errors.ts'
import { type Pointer, samePointer } from '../json/pointer.ts'
import { clip, own } from '../json/value.ts'
import { ComponentBinding, type ComponentSnapshot } from '../surface/binding.ts'
import type { Tally } from '../surface/tally.ts'
import { type Part, PartInput } from './input.ts'
import { failureOf, Notice } from './Notice.tsx'
import { awaiting, elementOf, fits, type PlainText, placeholderOf, wear, write } from './plain-text.tsx'
import type { Renderer } from './renderer.ts'
import { areTainted, besideOf, type Taints, untainted, type View, withoutTexts } from './view.ts'
import { Weighted } from './Weighted.tsx'

export interface ComponentViewProps {
  readonly view: View
  readonly id: string
  /** The list item that relative paths start from. An item that moves within its list takes its instance along. */
  readonly scope: Pointer
  readonly depth: number
  /** Read when it is mounted, and not afterwards. */
  readonly taints: Taints
}

interface State {
  /** A part of this component threw; the next change tries again. */
  readonly failed: boolean
}

const sound: State = { failed: false }

/** A renderer with hooks is mostly that of an input, which has a label, a frame and what the browser makes of it. */
const partsWithHooks = 4

export class ComponentView extends Component<ComponentViewProps, State> implements Part {
  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  override state: State = sound
  taints: Taints = this.props.taints
  /** Of the mount: what counts as the user's keeps counting so. */
  private readonly tainted: boolean = this.taints.length > 0
  readonly binding: ComponentBinding = new ComponentBinding(
    this.props.view.surface,
    this.props.id,
    this.props.scope,
    this.tainted,
  )
  /** Whether the surface has room for this instance. */
  private admitted = false
  /** It was refused, and is drawn once more to see whether that was right. */
  private again = false
  private mounted = false
  /** What it has beside itself that is large. */
  private beside = 0
  /** The same for properties that depend on what the user entered, where the component itself does not. */
  private besideTainted = 0
  /** So much more it would have, and was refused. */
  private refused = 0
  /** Where `refused` found no room. */
  private refusedBy: Tally | undefined
  /** Which look at the room for it is the last one, or whether another is due. */
  private look: 'first' | 'due' | 'second' = 'first'
  private drawn: ComponentSnapshot | undefined
  /** What a renderer with hooks is given. */
  private input: PartInput | undefined
  /** The element of a plain text, or of what stands in its place: to React this object is the `ref`. */
  current: HTMLHeadingElement | null = null
  /** The text that React was given for that element. */
  private given: string | undefined
  /** What was drawn last. */
  text = ''
  className: string = awaiting
  /** The element was written to past React. */
  private written = false
  /** What is on the page: `drawn` may be of a render that React threw away. */
  private committed: ComponentSnapshot | undefined
  /** What the last render knew of `Surface.userInput`; `undefined` where it drew no address. */
  private knownUserInput: boolean | undefined
  private stopFollowing: (() => void) | undefined

  override componentDidMount(): void {
    if (this.admitted) this.join()
    else if (this.again || this.tally.mayClaimAgain(1)) this.claimAgain()
    else this.report(tooManyNodes(this.props.view))
    this.weighAgain()
    this.subscribeToRequests()
  }

  override componentDidUpdate(): void {
    if (!this.admitted) this.report(tooManyNodes(this.props.view))
    else if (this.mounted) this.compare()
    else this.join()
    this.weighAgain()
    this.subscribeToRequests()
  }

  override componentWillUnmount(): void {
    this.binding.detach()
    this.stopFollowing?.()
    this.stopFollowing = undefined
    if (this.mounted) {
      this.tally.unmounted(1 + this.beside)
      this.props.view.taintedTally.unmounted(this.besideTainted)
    }
    this.mounted = false
  }

  /**
   * The parent renders again for its own reasons; a component changes by its binding and its state only. A binding may
   * wake for nothing: a list listens to what lies below it, and is the same when one of its items changes.
   */
  override shouldComponentUpdate(next: ComponentViewProps, state: State): boolean {
    if (next.view !== this.props.view || state.failed !== this.state.failed) return true
    // Children stand where their parent does, so they are told even where nothing in the parent is another.
    if (!samePointer(next.scope, this.props.scope)) return true
    return this.binding.at(next.scope).getSnapshot() !== this.committed
  }

  override componentDidCatch(error: unknown): void {
    this.report(renderFailed(this.drawn?.component?.type ?? this.props.id, error))
  }

  override render(): ReactNode {
    const { view, depth } = this.props
    const { limits } = view.surface
    this.refused = 0
    if (this.look === 'due') this.look = 'second'
    this.admitted ||= this.tally.claim()
    if (!this.admitted) return <Notice text={view.texts.tooLarge} inControl={view.inControl} />
    if (depth > limits.renderDepth) {
      this.report(tooMuch('LIMIT_RENDER_DEPTH', `Components nest deeper than ${limits.renderDepth}`))
      return <Notice text={view.texts.tooLarge} inControl={view.inControl} />
    }
    const snapshot = this.binding.at(this.props.scope).getSnapshot()
    this.drawn = snapshot
    if (!snapshot.component) return this.await()
    if (this.state.failed || snapshot.component.invalid)
      return <Notice text={failureOf(snapshot.component, view.texts)} inControl={view.inControl} />
    return this.draw(snapshot.component.type, snapshot)
  }

  /** The binding has another snapshot. */
  changed(): void {
    if (!this.mounted || !this.writeText()) this.setState(sound)
  }

  /**
   * Whether the surface has room for the large texts and lists of this component. Where texts of the user's find no room, the
   * component is drawn without those texts: what else it shows must not depend on them.
   */
  private weigh({ props, tainted }: ComponentSnapshot, renderer?: Renderer): 'all' | 'untainted' | 'none' {
    const hooks = !renderer || 'inline' in renderer ? 0 : partsWithHooks
    const others = besideOf(props, tainted, 'others') + hooks
    const byUser = besideOf(props, tainted, 'tainted')
    if (this.tainted) return this.resize('beside', others + byUser, this.tally) ? 'all' : 'none'
    if (!this.resize('beside', others, this.tally)) return 'none'
    return this.resize('besideTainted', byUser, this.props.view.taintedTally) ? 'all' : 'untainted'
  }

  private resize(part: 'beside' | 'besideTainted', size: number, tally: Tally): boolean {
    if (size === this[part]) return true
    if (tally.weigh(this[part], size, this.mounted)) {
      this[part] = size
      return true
    }
    this.refused = size - this[part]
    this.refusedBy = tally
    return false
  }

  private get tally(): Tally {
    const { view } = this.props
    return this.tainted ? view.taintedTally : view.tally
  }

  /** What was refused looks once more, since what has gone with the same commit was still there when it was drawn. */
  private weighAgain(): void {
    // Under StrictMode a component is mounted twice before it is drawn again.
    if (this.refused === 0) this.look = 'first'
    else if (this.look === 'first' && this.refusedBy?.mayClaimAgain(this.refused)) {
      this.look = 'due'
      this.forceUpdate()
    } else if (this.look !== 'due') {
      this.look = 'first'
      this.report(tooManyNodes(this.props.view))
    }
  }

  private claimAgain(): void {
    this.again = true
    this.setState(sound)
  }

  private join(): void {
    this.mounted = true
    this.tally.mounted(1 + this.beside)
    this.props.view.taintedTally.mounted(this.besideTainted)
    this.binding.attach(this)
    this.compare()
  }

  private compare(): void {
    this.committed = this.drawn
    if (this.drawn === undefined) return
    if (this.binding.getSnapshot() !== this.drawn) this.changed()
    else if (this.current && this.mayDiffer()) {
      if (this.props.view.served.current) wear(this.current, this.className)
      this.show(this.current, this)
    }
  }

  private show(element: HTMLElement, plain: Pick<PlainText, 'className' | 'text'>): void {
    write(element, plain)
    this.written = true
  }

  /** Whether the element may show another text than the one that was drawn. */
  private mayDiffer(): boolean {
    return this.text !== this.given || this.written || this.props.view.served.current
  }

  private await(): ReactNode {
    this.text = ''
    this.className = awaiting
    this.given ??= ''
    return placeholderOf(this.props.view.inControl ? 'span' : 'p', this.given, this)
  }

  private draw(type: string, snapshot: ComponentSnapshot): ReactNode {
    const { view } = this.props
    const renderer = own(view.renderers, type)
    if (!renderer) {
      this.report(rendererMissing(type))
      return <Notice text={view.texts.failed} inControl={view.inControl} />
    }
    if ('control' in renderer && view.inControl) {
      this.report(controlWithin(type))
      return <Notice text={view.texts.withinControl} inControl={true} />
    }
    const room = this.weigh(snapshot, renderer)
    if (room === 'none') return <Notice text={view.texts.tooLarge} inControl={view.inControl} />
    try {
      const drawn = this.drawWith(renderer, room === 'all' ? snapshot : withoutTainted(snapshot))
      const weight = snapshot.props['weight']
      return typeof weight === 'number' && weight > 0 ? (
        <Weighted weight={weight} inControl={view.inControl}>
          {drawn}
        </Weighted>
      ) : (
        drawn
      )
    } catch (error) {
      this.report(renderFailed(type, error))
      return <Notice text={view.texts.failed} inControl={view.inControl} />
    }
  }

  /** In this fiber, or as a component of its own that may use hooks. */
  private drawWith(renderer: Renderer, snapshot: ComponentSnapshot): ReactNode {
    if (!('inline' in renderer)) {
      this.input ??= new PartInput(this, snapshot)
      // Not as JSX, which would copy the properties and so ask for each of them.
      return jsx('control' in renderer ? renderer.control : renderer, this.input.ownAt(snapshot))
    }
    const input = new PartInput(this, snapshot)
    const plain = renderer.plain?.(input)
    if (!plain) return renderer.inline(input)
    this.text = plain.text
    this.className = plain.className
    this.given ??= plain.text
    return elementOf(plain, this.given, this)
  }

  /** Writes the text to its element, where that is all that the newest snapshot asks for. */
  private writeText(): boolean {
    const element = this.current
    const snapshot = this.binding.getSnapshot()
    const plain = element && !this.state.failed ? this.plainOf(snapshot) : undefined
    if (!element || !plain || !fits(element, plain) || snapshot.props['weight'] !== this.committed?.props['weight'])
      return false
    if (this.weigh(snapshot) !== 'all') return false
    this.show(element, plain)
    this.committed = snapshot
    return true
  }

  private plainOf(snapshot: ComponentSnapshot): PlainText | undefined {
    const renderer = snapshot.component && own(this.props.view.renderers, snapshot.component.type)
    if (!renderer || !('inline' in renderer) || snapshot.component.invalid) return undefined
    try {
      return renderer.plain?.(new PartInput(this, snapshot))
    } catch {
      // It fails again while it is drawn, and is told then.
      return undefined
    }
  }

  /** Once the agent has written what the user made, it is the agent's, and stays so. */
  isTainted(): boolean {
    if (this.taints.length > 0 && !areTainted(this.taints, this.props.view.surface)) this.taints = untainted
    return this.taints.length > 0
  }

  /** Part of a render: what it draws of addresses depends on what the user has entered and allowed. */
  followRequests(): void {
    this.knownUserInput = this.props.view.surface.userInput.getSnapshot()
  }

  private subscribeToRequests(): void {
    if (this.knownUserInput === undefined || this.stopFollowing) return
    const { surface, requests } = this.props.view
    const redraw = (): void => this.forceUpdate()
    const causes = [surface.userInput, requests.allowed, surface.model.entered.released]
    const stops = causes.map(({ subscribe }) => subscribe(redraw))
    this.stopFollowing = () => {
      for (const stop of stops) stop()
    }
    // The user may have entered something between render and commit.
    if (surface.userInput.getSnapshot() !== this.knownUserInput) redraw()
  }

  report(error: SurfaceError): void {
    const { view, id } = this.props
    const origin = view.surface.components.get(id)?.origin
    const told = error.in({ componentId: id, line: origin?.line, at: origin?.at })
    // Whether it is drawn, and what, may depend on what the user entered.
    const tainted = this.isTainted() || (this.drawn?.tainted.length ?? 0) > 0
    view.surface.failed(id, tainted ? told.asConfidential() : told)
  }
}

function withoutTainted(snapshot: ComponentSnapshot): ComponentSnapshot {
  const props = { ...snapshot.props }
  for (const name of snapshot.tainted) props[name] = withoutTexts(props[name])
  return { ...snapshot, props }
}

function tooManyNodes({ surface }: View): SurfaceError {
  const { limits, drawn } = surface
  const which = drawn.own.room < 1 ? `${limits.totalNodes} components of all surfaces` : `${limits.nodes} components`
  return tooMuch('LIMIT_NODES', `More than ${which} would be drawn`)
}

function tooMuch(code: 'LIMIT_NODES' | 'LIMIT_RENDER_DEPTH', message: string): SurfaceError {
  return new SurfaceError(code, message, { hint: 'Show less at once: fewer items, fewer levels.' })
}

function renderFailed(type: string, cause: unknown): SurfaceError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const hint = 'Look at the renderer; the component is drawn again when something in it changes.'
  return new SurfaceError('RENDER_FAILED', `The renderer of "${type}" failed: ${clip(reason)}`, { hint }, { cause })
}

function controlWithin(type: string): SurfaceError {
  const hint = 'Put it beside the control; inside belong texts, icons, pictures and their containers.'
  const message = `A "${type}" inside of a control is not drawn`
  return new SurfaceError('VALIDATION_FAILED', message, { hint }, { severity: 'warning' })
}

function rendererMissing(type: string): SurfaceError {
  return new SurfaceError('RENDER_FAILED', `There is no renderer for "${type}"`, {
    hint: 'Pass renderers that fit the catalog; defineRenderers checks that.',
  })
}
