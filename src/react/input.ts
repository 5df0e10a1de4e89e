/** What a renderer is given, each thing made when it is asked for: a text asks for little, and there are thousands of them. */
import type { ReactNode } from 'react'
import { SurfaceError } from '../json/errors.ts'
import type { Pointer } from '../json/pointer.ts'
import { isObject, type JsonObject, type JsonValue } from '../json/value.ts'
import type { ComponentBinding, ComponentSnapshot } from '../surface/binding.ts'
import { type Link, linkOf } from '../surface/link.ts'
import { type Media, mediaOf, mediaRefused } from '../surface/media.ts'
import type { Attempts } from './attempts.ts'
import { drawChildren } from './draw-children.tsx'
import type { Leaves } from './leaves.ts'
import type { ChildRef, ChildrenRef, RendererInput, WrapChild } from './renderer.ts'
import type { Texts } from './texts.ts'
import type { Taints, View } from './view.ts'

/** A mounted component, as far as what it draws has to know of it. */
export interface Part {
  readonly props: { readonly view: View; readonly scope: Pointer; readonly depth: number }
  readonly binding: ComponentBinding
  readonly taints: Taints
  readonly leaves: Leaves | undefined
  /** Whether it still depends on what the user entered that it is drawn. */
  isTainted(): boolean
  /** What it draws depends on `View.requests`. */
  followRequests(): void
  report(error: SurfaceError): void
}

type Input = RendererInput<never>
type Made = { -readonly [K in keyof Input]?: Input[K] }

/** The functions stay the same ones as long as the input does, for renderers that hand them to hooks. */
export class PartInput implements Input {
  private readonly part: Part
  private snapshot: ComponentSnapshot
  private functions: Made | undefined

  constructor(part: Part, snapshot: ComponentSnapshot) {
    this.part = part
    this.snapshot = snapshot
  }

  /** As an object of its own, which React takes for the properties of a component. */
  ownAt(snapshot: ComponentSnapshot): Input {
    this.snapshot = snapshot
    const own: { [name: string]: unknown } = {}
    for (const name of names) {
      if (lazy.has(name)) Object.defineProperty(own, name, { get: () => this[name], enumerable: true })
      else own[name] = this[name]
    }
    return own as never as Input
  }

  private get made(): Made {
    this.functions ??= {}
    return this.functions
  }

  get props(): never {
    return this.snapshot.props as never
  }

  get child(): Input['child'] {
    this.made.child ??= ({ id }: ChildRef, within?: 'control'): ReactNode => {
      const { view, scope, depth } = this.part.props
      return (within ? view.inside() : view).component(id, scope, depth + 1, id, this.part.taints)
    }
    return this.made.child
  }

  get children(): Input['children'] {
    this.made.children ??= (
      references: ChildrenRef,
      wrap?: WrapChild,
      only?: readonly number[],
      certain?: number,
    ): ReactNode => drawChildren(this.part, references, wrap, only, certain)
    return this.made.children
  }

  get act(): Input['act'] {
    this.made.act ??= (property: string, context?: JsonObject): void => {
      const { binding, props } = this.part
      if (props.view.frozen) return
      // Brings the binding up to date: what was sent a moment ago may not be drawn yet.
      binding.getSnapshot()
      if (!props.view.guard.refuses(binding.actionChanged)) binding.act(property, context)
    }
    return this.made.act
  }

  get enter(): Input['enter'] {
    this.made.enter ??= (property: string, value: JsonValue): void => {
      if (!this.part.props.view.frozen) this.part.binding.enter(property, value)
    }
    return this.made.enter
  }

  get media(): Input['media'] {
    this.made.media ??= (property: string, address: string): Media => {
      const { surface, requests } = this.part.props.view
      this.part.followRequests()
      const media = mediaOf(address, surface.media, {
        address: this.snapshot.tainted.includes(property),
        place: this.isPlaceHeld(),
        userInput: surface.userInput.getSnapshot(),
        allow: requests.allow,
      })
      if (media.kind === 'refused') this.part.report(mediaRefused(property))
      return media
    }
    return this.made.media
  }

  get link(): Input['link'] {
    this.made.link ??= (property: string, address: string): Link | undefined => {
      const { openUrl } = this.part.props.view.surface
      const link = linkOf(address, this.snapshot.tainted.includes(property) || this.isPlaceHeld())
      return link && openUrl ? { ...link, open: (click) => openUrl(link.url, click) } : link
    }
    return this.made.link
  }

  /** Whether it depends on what the user entered that the component is drawn, and the user has not said that this may be told. */
  private isPlaceHeld(): boolean {
    const { part } = this
    if (!part.isTainted()) return false
    part.followRequests()
    return !part.props.view.requests.allowed.getSnapshot()
  }

  get warn(): Input['warn'] {
    this.made.warn ??= (message: string, hint: string): void =>
      this.part.report(new SurfaceError('VALIDATION_FAILED', message, { hint }, { severity: 'warning' }))
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
    return this.part.props.view.attempts
  }

  get texts(): Texts {
    return this.part.props.view.texts
  }

  get agent(): string | undefined {
    const { agent, surface } = this.part.props.view
    return agent ?? surface.theme.agentDisplayName
  }

  get frozen(): boolean {
    return this.part.props.view.frozen
  }

  get inControl(): boolean {
    return this.part.props.view.inControl
  }

  get headingOffset(): number {
    return this.part.props.view.headingOffset
  }

  get userInput(): boolean {
    this.part.followRequests()
    return this.part.props.view.surface.userInput.getSnapshot()
  }

  get windowing(): boolean {
    return this.part.props.view.windowing
  }

  get locale(): string {
    return this.part.props.view.surface.world.locale
  }

  get timeZone(): string {
    return this.part.props.view.surface.world.timeZone
  }
}

/** Every name of the input. A missing one is a fault of types. */
const names = Object.keys({
  props: 1,
  child: 1,
  children: 1,
  act: 1,
  enter: 1,
  media: 1,
  link: 1,
  warn: 1,
  valid: 1,
  errors: 1,
  loading: 1,
  busy: 1,
  failed: 1,
  label: 1,
  description: 1,
  attempts: 1,
  texts: 1,
  agent: 1,
  frozen: 1,
  inControl: 1,
  headingOffset: 1,
  userInput: 1,
  windowing: 1,
  locale: 1,
  timeZone: 1,
} satisfies Record<keyof Input, 1>) as (keyof Input)[]

/** Browsers take 15 ms to find out the time zone, and who asks for the user's input is drawn again by the first. */
const lazy: ReadonlySet<string> = new Set(['timeZone', 'userInput'])

function attribute({ props }: ComponentSnapshot, name: 'label' | 'description'): string | undefined {
  const { accessibility } = props
  const value = isObject(accessibility) ? accessibility[name] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}
