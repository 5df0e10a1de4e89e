/**
 * The input of a renderer. Each member is made when it is first read, the functions together: a text reads few members, and
 * there are thousands of texts.
 */
import type { SyntheticEvent } from 'react'
import type { CompiledComponent } from '../catalog/compiled.ts'
import { type Action, isReference } from '../catalog/component.ts'
import { SurfaceError } from '../errors/surface-error.ts'
import { toText } from '../json/coerce.ts'
import type { Pointer } from '../json/pointer.ts'
import { getOwn, isObject, type JsonObject, type JsonValue, sameJson } from '../json/value.ts'
import type { ComponentBinding, ComponentSnapshot } from '../surface/binding.ts'
import { linkOf, mediaOf, mediaRefused } from '../surface/media.ts'
import { scopeNow } from './children.ts'
import { drawChildren } from './draw-children.tsx'
import { drawableProps, drawableText } from './drawable.ts'
import type { Leaves } from './leaves.ts'
import type { Act, Attempts, RendererInput } from './renderer.ts'
import type { Texts } from './texts.ts'
import type { View } from './view.ts'

/** The part of a mounted component that its input uses. */
export interface MountedComponent {
  readonly props: { readonly view: View; readonly scope: Pointer; readonly depth: number }
  readonly binding: ComponentBinding
  readonly leaves: Leaves | undefined
  /** An address that it draws waits: it is drawn again when the address is free. */
  addressWaits(): void
  report(error: SurfaceError): void
}

type Input = RendererInput<never>
type Functions = Pick<Input, 'child' | 'children' | 'act' | 'enter' | 'lost' | 'media' | 'link' | 'warn'>

/** The functions stay the same ones as long as the input does, for renderers that hand them to hooks. */
export class ComponentInput implements Input {
  declare private readonly mounted: MountedComponent
  declare private snapshot: ComponentSnapshot
  private functions: Functions | undefined
  private acts: Map<string, Act> | undefined
  private change: ((value: JsonValue) => void) | undefined
  /** The properties as they are drawn, and those that they were made of. */
  private drawn: object | undefined
  private drawnOf: object | undefined

  constructor(mounted: MountedComponent, snapshot: ComponentSnapshot) {
    this.mounted = mounted
    this.snapshot = snapshot
  }

  /**
   * As an object of its own, which React takes for the properties of a component. The time zone is read on demand: it costs
   * 15 ms in browsers. A literal, because a loop over the names took 4 % of the time of a key in a text field.
   */
  propsFor(snapshot: ComponentSnapshot): Input {
    this.snapshot = snapshot
    const input = this
    return {
      ...this.made,
      props: this.props,
      valid: this.valid,
      errors: this.errors,
      loading: this.loading,
      busy: this.busy,
      failed: this.failed,
      label: this.label,
      description: this.description,
      attempts: this.attempts,
      texts: this.texts,
      agent: this.agent,
      frozen: this.frozen,
      draft: this.draft,
      inControl: this.inControl,
      headingOffset: this.headingOffset,
      windowing: this.windowing,
      locale: this.locale,
      get timeZone() {
        return input.timeZone
      },
    }
  }

  get props(): never {
    const { props } = this.snapshot
    if (props !== this.drawnOf) this.drawn = this.withAddresses(drawableProps(props, this))
    this.drawnOf = props
    return this.drawn as never
  }

  /** Of each address, what may be loaded now: it is looked at whenever a renderer reads it. */
  private withAddresses(props: object): object {
    let guarded: unknown = props
    for (const path of this.addresses ?? []) guarded = this.withAddress(guarded, path, String(path[0]))
    return guarded as object
  }

  /** The same with a getter in the place of each address; see `CompiledComponent.addresses`. `property`: what the addresses are told by. */
  private withAddress(value: unknown, [name, ...rest]: readonly string[], property: string): unknown {
    if (name === undefined || typeof value !== 'object' || value === null || isReference(value)) return value
    const copy: object = Array.isArray(value)
      ? [...value]
      : Object.defineProperties({}, Object.getOwnPropertyDescriptors(value))
    for (const key of name === '*' ? Object.keys(value) : [name]) {
      const member = Object.hasOwn(value, key) ? (value as { readonly [key: string]: unknown })[key] : undefined
      const guarded = rest.length > 0 ? this.withAddress(member, rest, property) : member
      const get = (): unknown =>
        typeof member === 'string' && rest.length === 0 ? this.loadable(property, member) : guarded
      if (member !== undefined) Object.defineProperty(copy, key, { enumerable: true, configurable: true, get })
    }
    return copy
  }

  private loadable(property: string, address: string): string {
    const media = this.made.media(property as never, address)
    return media.kind === 'load' ? media.url : ''
  }

  /** The properties of the type whose values are addresses. */
  private get addresses(): CompiledComponent['addresses'] {
    const { component } = this.snapshot
    return component && getOwn(this.mounted.props.view.surface.dialect.components, component.type)?.addresses
  }

  /** The address to ask for: of a property that is known to be one what it holds, whatever the renderer has seen of it. */
  private addressOf(property: string, given: string | undefined): string {
    if (given !== undefined && !this.addresses?.some(([name, more]) => name === property && more === undefined))
      return given
    const value = this.snapshot.props[property]
    return typeof value === 'string' ? value : ''
  }

  /** For `drawableProps`. */
  report(error: SurfaceError): void {
    this.mounted.report(error)
  }

  /** For `drawableProps`. The same function as long as the component has the same action. */
  actFor(name: string, { does }: Action): Act {
    const known = this.acts?.get(name)
    if (known?.does === does) return known
    const call = (context?: JsonObject | SyntheticEvent): void => {
      const { component } = this.mounted.binding.getSnapshot()
      const now = component?.props[name]
      // A function that was kept does what it said, or nothing.
      if (now?.kind === 'action' && sameJson(now.does, does))
        this.made.act(name as never, isPress(context) ? undefined : context)
    }
    const act = Object.assign(call, { does })
    this.acts ??= new Map()
    this.acts.set(name, act)
    return act
  }

  /** For `drawableProps`. */
  get onChange(): (value: JsonValue) => void {
    this.change ??= (value) => this.made.enter('value' as never, value)
    return this.change
  }

  /** Made together when the first of them is read. */
  private get made(): Functions {
    this.functions ??= this.makeFunctions()
    return this.functions
  }

  private makeFunctions(): Functions {
    const { mounted } = this
    const { binding } = mounted
    /** Whether the user may act on what is drawn. Moves the binding to where its item is now. */
    const isLive = (): boolean => {
      const { scope, view } = mounted.props
      const now = scopeNow(scope, binding)
      return !!now && !view.frozen && !binding.moveTo(now).getSnapshot().draft
    }
    return {
      child({ id }, within) {
        const { view, scope, depth } = mounted.props
        return (within ? view.inside() : view).component(id, scope, depth + 1, id)
      },
      children: (references, wrap, only) => drawChildren(mounted, references, wrap, only),
      act(property: string, context) {
        const { attempts, guard } = mounted.props.view
        if (!isLive()) return
        // Brings the binding up to date: what was sent a moment ago may not be drawn yet. An attempt counts even if the guard
        // refuses the entry: nothing is sent, and the inputs say why. A refused press was stopped before React heard of it.
        if (!binding.getSnapshot().valid) attempts.add()
        if (!guard.refuses()) binding.act(property, context)
      },
      enter(property: string, value) {
        const { guard } = mounted.props.view
        if (isLive() && !guard.refuses()) guard.enter(() => binding.enter(property, value))
      },
      lost: (property: string) => {
        const { lost } = this.snapshot
        return lost && Object.hasOwn(lost, property) ? drawableText(toText(lost[property]), mounted) : undefined
      },
      media: (property, address, kind) => {
        const { surface } = mounted.props.view
        const media = mediaOf(binding.getSnapshot().draft ? '' : this.addressOf(property, address), surface, kind)
        if (media.kind === 'ask' || (media.kind === 'load' && media.waiting?.getSnapshot())) mounted.addressWaits()
        if (media.kind === 'refused') mounted.report(mediaRefused(property))
        return media
      },
      link: (property, address) => {
        const { late, surface } = mounted.props.view
        const { openUrl, unsent } = surface
        if (binding.getSnapshot().draft) return undefined
        const link = linkOf(this.addressOf(property, address), unsent)
        if (link?.ask) mounted.addressWaits()
        const isLate = link?.ask && late.hadLink(mounted, link.url)
        return (
          link && {
            ...link,
            ...(isLate && { late: true }),
            ...(openUrl && { open: (click) => openUrl(link.url, click) }),
          }
        )
      },
      warn: (message, hint) =>
        mounted.report(new SurfaceError('VALIDATION_FAILED', message, { hint }, { severity: 'warning' })),
    }
  }

  get child(): Input['child'] {
    return this.made.child
  }

  get children(): Input['children'] {
    return this.made.children
  }

  get act(): Input['act'] {
    return this.made.act
  }

  get enter(): Input['enter'] {
    return this.made.enter
  }

  get lost(): Input['lost'] {
    return this.made.lost
  }

  get media(): Input['media'] {
    return this.made.media
  }

  get link(): Input['link'] {
    return this.made.link
  }

  get warn(): Input['warn'] {
    return this.made.warn
  }

  get valid(): boolean {
    return this.snapshot.valid
  }

  get errors(): readonly string[] {
    return this.snapshot.errors.map((error) =>
      typeof error === 'string' ? drawableText(error, this.mounted) : this.texts[error.text],
    )
  }

  get loading(): boolean {
    return this.snapshot.loading
  }

  get busy(): boolean {
    return this.snapshot.busy
  }

  get failed(): boolean {
    return this.snapshot.failed
  }

  get label(): string | undefined {
    return attribute(this, 'label')
  }

  get description(): string | undefined {
    return attribute(this, 'description')
  }

  get attempts(): Attempts {
    return this.mounted.props.view.attempts
  }

  get texts(): Texts {
    return this.mounted.props.view.texts
  }

  get agent(): string | undefined {
    const { agent, surface } = this.mounted.props.view
    return agent ?? surface.theme.agentDisplayName
  }

  get frozen(): boolean {
    return this.mounted.props.view.frozen || this.draft
  }

  get draft(): boolean {
    return this.snapshot.draft
  }

  get inControl(): boolean {
    return this.mounted.props.view.inControl
  }

  get headingOffset(): number {
    return this.mounted.props.view.headingOffset
  }

  get windowing(): boolean {
    return this.mounted.props.view.windowing
  }

  get locale(): string {
    return this.mounted.props.view.surface.environment.locale
  }

  get timeZone(): string {
    return this.mounted.props.view.surface.environment.timeZone
  }
}

/** Whether it is the event of a press, which a function at `onClick` is given. */
function isPress(context: unknown): context is SyntheticEvent {
  return isObject(context) && typeof context['preventDefault'] === 'function'
}

function attribute({ props }: Pick<ComponentSnapshot, 'props'>, name: 'label' | 'description'): string | undefined {
  const { accessibility } = props
  const value = isObject(accessibility) ? accessibility[name] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}
