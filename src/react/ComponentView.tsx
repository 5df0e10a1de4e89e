/**
 * One component of a surface: one fiber, one binding, its own error boundary.
 *
 * A class, because it needs neither an effect nor a second fiber to follow its binding, and because only a class can be
 * an error boundary. It draws what the binding holds; the layout phase compares again, so that a value which changed
 * between render and commit is never left standing.
 */
import { Component, createElement, type ReactNode } from 'react'
import { SurfaceError } from '../json/errors.ts'
import { formatPointer, type Pointer, samePointer } from '../json/pointer.ts'
import { clip, isObject, type JsonValue, own } from '../json/value.ts'
import { ComponentBinding, type ComponentSnapshot } from '../surface/binding.ts'
import { type Media, mediaOf, mediaRefused } from '../surface/media.ts'
import { keyAt } from './children.ts'
import { Notice, placeholder } from './Notice.tsx'
import { instance, Repeat } from './Repeat.tsx'
import type { ChildRef, ChildrenRef, Renderer, RendererInput, WrapChild } from './renderer.ts'
import type { View } from './view.ts'
import { Weighted } from './Weighted.tsx'

export interface ComponentViewProps {
  readonly view: View
  readonly id: string
  /** The list item that relative paths start from. An item that moves within its list takes its instance along. */
  readonly scope: Pointer
  readonly depth: number
}

interface State {
  /** A part of this component threw; the next change tries again. */
  readonly failed: boolean
}

export class ComponentView extends Component<ComponentViewProps, State> {
  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  override state: State = { failed: false }
  private readonly binding = new ComponentBinding(this.props.view.surface, this.props.id, this.props.scope)
  /** Whether the surface has room for this instance. */
  private admitted = false
  /** It was refused, and is drawn once more to see whether that was right. */
  private again = false
  private mounted = false
  private drawn: ComponentSnapshot | undefined
  /** What is on the page: `drawn` may be of a render that React threw away. */
  private committed: ComponentSnapshot | undefined

  override componentDidMount(): void {
    if (this.admitted) this.join()
    else if (this.again || this.props.view.tally.mayClaimAgain()) this.claimAgain()
    else this.report(tooManyNodes(this.props.view))
  }

  override componentDidUpdate(): void {
    if (!this.admitted) this.report(tooManyNodes(this.props.view))
    else if (this.mounted) this.compare()
    else this.join()
  }

  override componentWillUnmount(): void {
    this.binding.detach()
    if (this.mounted) this.props.view.tally.unmounted()
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
    this.admitted ||= view.tally.claim()
    if (!this.admitted) return <Notice text={view.texts.tooLarge} />
    if (depth > limits.renderDepth) {
      this.report(tooMuch('LIMIT_RENDER_DEPTH', `Components nest deeper than ${limits.renderDepth}`))
      return <Notice text={view.texts.tooLarge} />
    }
    const snapshot = this.binding.at(this.props.scope).getSnapshot()
    this.drawn = snapshot
    if (!snapshot.component) return placeholder
    if (this.state.failed || snapshot.component.invalid) return <Notice text={view.texts.failed} />
    return this.draw(snapshot.component.type, snapshot)
  }

  changed(): void {
    this.setState({ failed: false })
  }

  private claimAgain(): void {
    this.again = true
    this.changed()
  }

  private join(): void {
    this.mounted = true
    this.props.view.tally.mounted()
    this.binding.attach(this)
    this.compare()
  }

  private compare(): void {
    this.committed = this.drawn
    if (this.drawn !== undefined && this.binding.getSnapshot() !== this.drawn) this.changed()
  }

  private draw(type: string, snapshot: ComponentSnapshot): ReactNode {
    const { view } = this.props
    const renderer = own(view.renderers, type)
    if (!renderer) {
      this.report(rendererMissing(type))
      return <Notice text={view.texts.failed} />
    }
    try {
      const drawn = drawWith(renderer, this.inputFor(snapshot))
      const weight = snapshot.props['weight']
      return typeof weight === 'number' && weight > 0 ? <Weighted weight={weight}>{drawn}</Weighted> : drawn
    } catch (error) {
      this.report(renderFailed(type, error))
      return <Notice text={view.texts.failed} />
    }
  }

  private inputFor({ props, valid, errors, busy }: ComponentSnapshot): RendererInput<never> {
    const { texts, surface, headingOffset, windowing } = this.props.view
    const { label, description } = accessibilityOf(props['accessibility'])
    return {
      props: props as never,
      child: this.child,
      children: this.children,
      act: this.act,
      enter: this.enter,
      valid,
      errors: errors.map((error) => (typeof error === 'string' ? error : texts[error.text])),
      busy,
      label,
      description,
      texts,
      media: this.media,
      warn: this.warn,
      agent: surface.theme.agentDisplayName,
      headingOffset,
      windowing,
      locale: surface.world.locale,
      timeZone: surface.world.timeZone,
    }
  }

  private readonly act = (property: string): void => this.binding.act(property)

  private readonly enter = (property: string, value: JsonValue): void => this.binding.enter(property, value)

  private readonly media = (property: string, address: string): Media => {
    const media = mediaOf(address, this.props.view.surface.media, this.drawn?.tainted.includes(property) ?? false)
    if (media.kind === 'refused') this.report(mediaRefused(property))
    return media
  }

  private readonly warn = (message: string, hint: string): void => {
    this.report(new SurfaceError('VALIDATION_FAILED', message, { hint }, { severity: 'warning' }))
  }

  private readonly child = ({ id }: ChildRef): ReactNode => this.part(id, id)

  private readonly children = (
    references: ChildrenRef,
    wrap: WrapChild = bare,
    only?: readonly number[],
  ): ReactNode => {
    const { view, scope, depth } = this.props
    if (references.kind === 'items') {
      if (only) return only.map((index) => instance(view, references, depth + 1, wrap, index))
      // A list over other data is another list; one that moves along with the row it is in is not.
      const key = `${references.componentId} ${formatPointer(within(references.pointer, scope))}`
      return <Repeat key={key} view={view} references={references} depth={depth + 1} wrap={wrap} />
    }
    const draw = (index: number): ReactNode => {
      const key = keyAt(references, index)
      return wrap(this.part(references.ids[index] ?? '', key), key, index)
    }
    if (only) return only.map(draw)
    // No more than a surface can have: one line can name a child 200,000 times, and each would be refused by itself.
    const length = Math.min(references.ids.length, view.surface.limits.nodes)
    return Array.from({ length }, (_, index) => draw(index))
  }

  private part(id: string, key: string): ReactNode {
    const { view, scope, depth } = this.props
    return view.component(id, scope, depth + 1, key)
  }

  private report(error: SurfaceError): void {
    const { view, id } = this.props
    const origin = view.surface.components.get(id)?.origin
    view.surface.failed(id, error.in({ componentId: id, line: origin?.line, at: origin?.at }))
  }
}

const bare: WrapChild = (child) => child

/** What leads from `base` to a pointer below it; the whole pointer where it is none of those. */
function within(pointer: Pointer, base: Pointer): readonly string[] {
  return base.every((token, position) => token === pointer[position]) ? ['.', ...pointer.slice(base.length)] : pointer
}

/** In this fiber, or as a component of its own that may use hooks. */
function drawWith(renderer: Renderer, input: RendererInput<never>): ReactNode {
  return 'inline' in renderer ? renderer.inline(input) : createElement(renderer, input)
}

function accessibilityOf(value: unknown): {
  readonly label: string | undefined
  readonly description: string | undefined
} {
  const attributes = isObject(value) ? value : {}
  return { label: textOf(attributes['label']), description: textOf(attributes['description']) }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function tooManyNodes({ surface }: View): SurfaceError {
  return tooMuch('LIMIT_NODES', `More than ${surface.limits.nodes} components would be drawn`)
}

function tooMuch(code: 'LIMIT_NODES' | 'LIMIT_RENDER_DEPTH', message: string): SurfaceError {
  return new SurfaceError(code, message, { hint: 'Show less at once: fewer items, fewer levels.' })
}

function renderFailed(type: string, cause: unknown): SurfaceError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const hint = 'Look at the renderer; the component is drawn again when something in it changes.'
  return new SurfaceError('RENDER_FAILED', `The renderer of "${type}" failed: ${clip(reason)}`, { hint }, { cause })
}

function rendererMissing(type: string): SurfaceError {
  return new SurfaceError('RENDER_FAILED', `There is no renderer for "${type}"`, {
    hint: 'Pass renderers that fit the catalog; defineRenderers checks that.',
  })
}
