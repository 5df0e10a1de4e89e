/**
 * One component of a surface: one fiber, one binding, its own error boundary.
 *
 * A class, because it needs neither an effect nor a second fiber to follow its binding, and because only a class can be
 * an error boundary. It draws what the binding holds; the layout phase compares again, so that a value which changed
 * between render and commit is never left standing.
 */
import { Component, createElement, Fragment, type ReactNode } from 'react'
import { SurfaceError } from '../json/errors.ts'
import { formatPointer, type Pointer, samePointer } from '../json/pointer.ts'
import { clip, isObject, type JsonValue, own } from '../json/value.ts'
import { ComponentBinding, type ComponentSnapshot, itemScope } from '../surface/binding.ts'
import type { Items } from '../surface/evaluate.ts'
import { type Media, mediaOf, mediaRefused } from '../surface/media.ts'
import { Notice, Placeholder } from './Notice.tsx'
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
  /** Items of a template list that are drawn. */
  readonly shown: number
}

export class ComponentView extends Component<ComponentViewProps, State> {
  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  override state: State = { failed: false, shown: this.props.view.surface.limits.templateItems }
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
    const { failed, shown } = this.state
    if (next.view !== this.props.view || state.failed !== failed || state.shown !== shown) return true
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
    if (!snapshot.component) return <Placeholder />
    if (this.state.failed || snapshot.component.invalid) return <Notice text={view.texts.failed} />
    return this.draw(snapshot.component.type, snapshot)
  }

  private readonly changed = (): void => this.setState({ failed: false })

  private claimAgain(): void {
    this.again = true
    this.changed()
  }

  private join(): void {
    this.mounted = true
    this.props.view.tally.mounted()
    this.binding.attach(this.changed)
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
    const { texts, surface } = this.props.view
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

  private readonly child = ({ id }: ChildRef): ReactNode => this.instance(id, this.props.scope, id)

  private readonly children = (references: ChildrenRef, wrap: WrapChild = bare): ReactNode => {
    if (references.kind === 'items') return this.items(references, wrap)
    const uses = new Map<string, number>()
    // No more than a surface can have: one line can name a child 200,000 times, and each would be refused by itself.
    return references.ids.slice(0, this.props.view.surface.limits.nodes).map((id) => {
      // The id is in the key, so that a sibling inserted before keeps this one's focus. The number of its use stands first:
      // an id may be any text, and no two keys are the same.
      const use = uses.get(id) ?? 0
      uses.set(id, use + 1)
      const key = `${use} ${id}`
      return wrap(this.instance(id, this.props.scope, key), key)
    })
  }

  private items(references: Items, wrap: WrapChild): ReactNode {
    const { view } = this.props
    const { items, keys, componentId } = references
    const count = typeof items === 'number' ? items : items.length
    const shown = Math.min(count, this.state.shown)
    const drawn = Array.from({ length: shown }, (_, index) => {
      const name = typeof items === 'number' ? String(index) : (items[index] ?? '')
      const key = keys ? `#${keys[index]}` : name
      return wrap(this.instance(componentId, itemScope(references, name), key), key)
    })
    const hidden = count - shown
    // A list over other data is another list.
    return (
      <Fragment key={formatPointer(references.pointer) + references.componentId}>
        {drawn}
        {hidden > 0 &&
          wrap(
            <button key="more" type="button" className="sf-more" onClick={this.showMore}>
              {view.texts.more(hidden)}
            </button>,
            'more',
          )}
      </Fragment>
    )
  }

  private readonly showMore = (): void => {
    const { templateItems } = this.props.view.surface.limits
    this.setState(({ shown }) => ({ shown: shown + templateItems }))
  }

  private instance(id: string, scope: Pointer, key: string): ReactNode {
    const { view, depth } = this.props
    return <ComponentView key={key} view={view} id={id} scope={scope} depth={depth + 1} />
  }

  private report(error: SurfaceError): void {
    const { view, id } = this.props
    const origin = view.surface.components.get(id)?.origin
    view.surface.failed(id, error.in({ componentId: id, line: origin?.line, at: origin?.at }))
  }
}

const bare: WrapChild = (child) => child

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
