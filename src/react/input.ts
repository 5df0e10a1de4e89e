/**
 * The input of a renderer. Each member is made when it is first read: a text reads few members, and there are thousands
 * of texts.
 */
import type { ReactNode } from 'react'
import { SurfaceError } from '../errors/surface-error.ts'
import type { Pointer } from '../json/pointer.ts'
import { isObject, type JsonObject, type JsonValue } from '../json/value.ts'
import type { ComponentBinding, ComponentSnapshot } from '../surface/binding.ts'
import { type Link, linkOf } from '../surface/link.ts'
import { type Media, mediaOf, mediaRefused } from '../surface/media.ts'
import type { Attempts } from './attempts.ts'
import { drawChildren } from './draw-children.tsx'
import { drawableProps } from './drawable.ts'
import type { Leaves } from './leaves.ts'
import type { ChildRef, ChildrenRef, RendererInput, WrapChild } from './renderer.ts'
import type { Texts } from './texts.ts'
import type { Taints, View } from './view.ts'

/** The part of a mounted component that its input uses. */
export interface MountedComponent {
  readonly props: { readonly view: View; readonly scope: Pointer; readonly depth: number }
  readonly binding: ComponentBinding
  readonly taints: Taints
  readonly leaves: Leaves | undefined
  /** Whether user input still decides that it is drawn. */
  isTainted(): boolean
  /** What it draws depends on `View.requests`. */
  followRequests(): void
  report(error: SurfaceError): void
}

type Input = RendererInput<never>
type Made = { -readonly [K in keyof Input]?: Input[K] }

/** The functions stay the same ones as long as the input does, for renderers that hand them to hooks. */
export class ComponentInput implements Input {
  private readonly mounted: MountedComponent
  private snapshot: ComponentSnapshot
  private functions: Made | undefined
  /** The properties as they are drawn, and those that they were made of. */
  private drawn: { readonly of: object; readonly props: object } | undefined

  constructor(mounted: MountedComponent, snapshot: ComponentSnapshot) {
    this.mounted = mounted
    this.snapshot = snapshot
  }

  /** As an object of its own, which React takes for the properties of a component. */
  propsFor(snapshot: ComponentSnapshot): Input {
    this.snapshot = snapshot
    const own: { [name: string]: unknown } = {}
    for (const name of names) {
      if (deferred.has(name)) Object.defineProperty(own, name, { get: () => this[name], enumerable: true })
      else own[name] = this[name]
    }
    return own as never as Input
  }

  private get made(): Made {
    this.functions ??= {}
    return this.functions
  }

  get props(): never {
    const { props } = this.snapshot
    if (props !== this.drawn?.of) this.drawn = { of: props, props: drawableProps(props) }
    return this.drawn?.props as never
  }

  get child(): Input['child'] {
    this.made.child ??= ({ id }: ChildRef, within?: 'control'): ReactNode => {
      const { view, scope, depth } = this.mounted.props
      return (within ? view.inside() : view).component(id, scope, depth + 1, id, this.mounted.taints)
    }
    return this.made.child
  }

  get children(): Input['children'] {
    this.made.children ??= (
      references: ChildrenRef,
      wrap?: WrapChild,
      only?: readonly number[],
      certain?: number,
    ): ReactNode => drawChildren(this.mounted, references, wrap, only, certain)
    return this.made.children
  }

  get act(): Input['act'] {
    this.made.act ??= (property: string, context?: JsonObject): void => {
      const { binding, props } = this.mounted
      if (props.view.frozen) return
      // Brings the binding up to date: what was sent a moment ago may not be drawn yet.
      binding.getSnapshot()
      if (!props.view.guard.refuses(binding.actionChanged)) binding.act(property, context)
    }
    return this.made.act
  }

  get enter(): Input['enter'] {
    this.made.enter ??= (property: string, value: JsonValue): void => {
      if (!this.mounted.props.view.frozen) this.mounted.binding.enter(property, value)
    }
    return this.made.enter
  }

  get media(): Input['media'] {
    this.made.media ??= (property: string, address: string): Media => {
      const { surface, requests } = this.mounted.props.view
      this.mounted.followRequests()
      const media = mediaOf(address, surface.media, {
        address: this.snapshot.tainted.includes(property),
        place: this.isPlaceHeld(),
        userInput: surface.userInput.getSnapshot(),
        allow: requests.allow,
      })
      if (media.kind === 'refused') this.mounted.report(mediaRefused(property))
      return media
    }
    return this.made.media
  }

  get link(): Input['link'] {
    this.made.link ??= (property: string, address: string): Link | undefined => {
      const { openUrl } = this.mounted.props.view.surface
      const link = linkOf(address, this.snapshot.tainted.includes(property) || this.isPlaceHeld())
      return link && openUrl ? { ...link, open: (click) => openUrl(link.url, click) } : link
    }
    return this.made.link
  }

  /** Whether user input decides that the component is drawn, and the user has not allowed requests yet. */
  private isPlaceHeld(): boolean {
    const { mounted } = this
    if (!mounted.isTainted()) return false
    mounted.followRequests()
    return !mounted.props.view.requests.allowed.getSnapshot()
  }

  get warn(): Input['warn'] {
    this.made.warn ??= (message: string, hint: string): void =>
      this.mounted.report(new SurfaceError('VALIDATION_FAILED', message, { hint }, { severity: 'warning' }))
    return this.made.warn
  }

  get valid(): boolean {
    return this.snapshot.valid
  }

  get errors(): readonly string[] {
    return this.snapshot.errors.map((error) => (typeof error === 'string' ? error : this.texts[error.text]))
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
    return attribute(this.snapshot, 'label')
  }

  get description(): string | undefined {
    return attribute(this.snapshot, 'description')
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
    return this.mounted.props.view.frozen
  }

  get inControl(): boolean {
    return this.mounted.props.view.inControl
  }

  get headingOffset(): number {
    return this.mounted.props.view.headingOffset
  }

  get userInput(): boolean {
    this.mounted.followRequests()
    return this.mounted.props.view.surface.userInput.getSnapshot()
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

/** Every name of the input: the getters of the class but `made`. A missing one is a fault of types. */
const names = Object.entries(Object.getOwnPropertyDescriptors(ComponentInput.prototype)).flatMap(([name, { get }]) =>
  get && name !== 'made' ? [name as keyof Input] : [],
)

/** Read on demand: the time zone costs 15 ms in browsers; `userInput` redraws its reader at the first input. */
const deferred: ReadonlySet<string> = new Set(['timeZone', 'userInput'])

function attribute({ props }: ComponentSnapshot, name: 'label' | 'description'): string | undefined {
  const { accessibility } = props
  const value = isObject(accessibility) ? accessibility[name] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}
