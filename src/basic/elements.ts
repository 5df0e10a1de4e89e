/**
 * The views as custom elements, for pages of any framework or of none. React is inside; the page sets properties and listens
 * to events of the DOM.
 */
import { createElement, type ReactElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { ErrorPlace, SurfaceError } from '../errors/surface-error.ts'
import { describeValue, isObject } from '../json/value.ts'
import type { ClientEvent } from '../protocol/message.ts'
import type { ClientMessage } from '../protocol/wire.ts'
import type { SurfaceViewProps } from '../react/view-props.ts'
import type { CoreRuntime } from '../runtime/runtime.ts'
import { SurfaceList, SurfaceView } from './views.tsx'

/** What is said of the views holds for the elements: see `SurfaceViewProps`. */
interface SurfaceElementProps
  extends Pick<
    SurfaceViewProps,
    | 'renderers'
    | 'texts'
    | 'headingOffset'
    | 'windowing'
    | 'idlePreload'
    | 'agent'
    | 'agentStyles'
    | 'frozen'
    | 'clickGuard'
  > {
  /** Made by `createRuntime`. Nothing is drawn before it is set. Frameworks must not wrap it: no `ref` of Vue, but `shallowRef`. */
  runtime: CoreRuntime | undefined
}

type Changing<T> = { -readonly [name in keyof T]: T[name] }

/** `<surface-list>`: all surfaces of its runtime. Attributes: `source`, `frozen`, `heading-offset`, `click-guard`. */
export interface SurfaceListElement extends HTMLElement, Changing<SurfaceElementProps> {
  /** Draws the surfaces of this source alone, or of these. Default: all. */
  source: string | readonly string[] | undefined
}

/** `<surface-view>`: one surface. Attributes: `surface-id`, `source`, `frozen`, `heading-offset`, `click-guard`. */
export interface SurfaceViewElement extends HTMLElement, Changing<SurfaceElementProps> {
  /** The surface to draw. Nothing is drawn while there is none of this id. */
  surfaceId: string | undefined
  /** The source that has begun the surface. Default: any. Of several surfaces with this id the last one is drawn. */
  source: string | undefined
}

/** `surface-event`: what the user did on a surface of this element. It bubbles, also out of shadow trees. */
export interface SurfaceActionEvent
  extends CustomEvent<{
    readonly event: ClientEvent
    /** The message that tells the agent. */
    readonly wire: ClientMessage
    /** Called in the listener: the control is busy until the promise settles; a rejection is reported. */
    readonly waitUntil: (promise: Promise<unknown>) => void
  }> {}

/** `surface-error`: a report about a surface of this element, or about none. It bubbles, also out of shadow trees. */
export interface SurfaceErrorEvent
  extends CustomEvent<{
    readonly error: SurfaceError
    /** The message that tells the agent, if it may be told. */
    readonly wire: ClientMessage | undefined
  }> {}

declare global {
  interface HTMLElementTagNameMap {
    'surface-list': SurfaceListElement
    'surface-view': SurfaceViewElement
  }
  interface GlobalEventHandlersEventMap {
    'surface-event': SurfaceActionEvent
    'surface-error': SurfaceErrorEvent
  }
}

export interface ElementOptions {
  /**
   * The elements draw into shadow trees of their own, with this stylesheet: `surface-runtime/styles.css` as a
   * `CSSStyleSheet`. Default: they draw into the page, where the host loads the stylesheet as any other.
   */
  readonly stylesheet?: CSSStyleSheet | undefined
}

/**
 * Defines `<surface-list>` and `<surface-view>`. Elements that are in the page already become alive. A second call does
 * nothing, and on a server there is nothing to define.
 *
 * @example
 * defineElements()
 * document.querySelector('surface-list').runtime = createRuntime()
 */
export function defineElements({ stylesheet }: ElementOptions = {}): void {
  if (typeof customElements === 'undefined' || customElements.get('surface-list')) return
  const view = { surfaceId: 'surface-id', ...shared }
  const parts = { stylesheet, listening: new Set<Listening>() }
  customElements.define('surface-list', elementOf(shared, parts, SurfaceList, drawsInList))
  customElements.define('surface-view', elementOf(view, parts, SurfaceView, drawsInView))
}

/** Each property, and the attribute that sets it too. */
interface Properties {
  readonly [name: string]: string | undefined
}

const shared: Properties = {
  runtime: undefined,
  source: 'source',
  renderers: undefined,
  texts: undefined,
  windowing: undefined,
  idlePreload: undefined,
  agent: undefined,
  agentStyles: undefined,
  frozen: 'frozen',
  headingOffset: 'heading-offset',
  clickGuard: 'click-guard',
}

interface Values {
  readonly runtime?: CoreRuntime
  readonly source?: string | readonly string[]
  readonly surfaceId?: string
}

/** Whether an element draws the surface of an event or report. Without an id that is about no surface. */
type Draws = (values: Values, about: Pick<ClientEvent | ErrorPlace, 'surfaceId' | 'source'>) => boolean

const drawsInView: Draws = ({ runtime, surfaceId, source }, about) =>
  surfaceId === about.surfaceId &&
  (source === undefined
    ? runtime?.surfaces.getSnapshot().findLast(({ id }) => id === surfaceId)?.source === about.source
    : source === about.source)

const drawsInList: Draws = ({ source }, about) =>
  source === undefined ||
  about.surfaceId === undefined ||
  (about.source !== undefined && [source].flat().includes(about.source))

/** An element that hears of the events of its runtime. */
interface Listening extends HTMLElement {
  readonly values: Values
  isAbout(about: Parameters<Draws>[1]): boolean
}

interface Parts {
  readonly stylesheet: CSSStyleSheet | undefined
  /** All elements in the page: of several that draw one surface, one tells of a press. */
  readonly listening: Set<Listening>
}

/** Roots of React number their ids from 0: each element needs a prefix of its own. */
let elements = 0

// biome-ignore lint/suspicious/noExplicitAny: the two views have other properties; `properties` says which.
type AnyView = (props: any) => ReactElement | null

function elementOf(
  properties: Properties,
  { stylesheet, listening }: Parts,
  view: AnyView,
  draws: Draws,
): CustomElementConstructor {
  const byAttribute = new Map(Object.entries(properties).map(([name, attribute]) => [attribute, name]))

  class SurfaceElement extends HTMLElement {
    static readonly observedAttributes = Object.values(properties).filter((attribute) => attribute !== undefined)

    values: Values & { [name: string]: unknown } = {}
    root: Root | undefined
    stopListening: (() => void) | undefined
    due = false

    connectedCallback(): void {
      for (const name in properties) takeEarly(this, name)
      this.listen()
      this.update()
    }

    /** An element that only moves is in the page again when the task comes to its end, and keeps what is drawn. */
    disconnectedCallback(): void {
      this.update()
    }

    attributeChangedCallback(attribute: string, _before: string | null, text: string | null): void {
      const name = byAttribute.get(attribute)
      if (name !== undefined) this.set(name, propertyOf(attribute, text))
    }

    set(name: string, value: unknown): void {
      if (name === 'runtime' && value !== undefined && !(isObject(value) && 'surfaces' in value))
        throw new TypeError(`"runtime" must be made by createRuntime, not ${describeValue(value)}.`)
      if (this.values[name] === value) return
      this.values = { ...this.values, [name]: value }
      if (name === 'runtime') this.listen()
      this.update()
    }

    /** Listens to the runtime as long as the element is in the page. */
    listen(): void {
      this.stopListening?.()
      listening.delete(this)
      const runtime = this.isConnected ? this.values.runtime : undefined
      if (runtime) listening.add(this)
      this.stopListening = runtime?.listen({
        onEvent: (event, wire) => {
          if (this.teller(event) !== this) return undefined
          const pending: Promise<unknown>[] = []
          this.tell('surface-event', {
            event,
            wire,
            waitUntil: (promise: Promise<unknown>) => pending.push(promise),
          })
          return pending.length > 0 ? Promise.all(pending) : undefined
        },
        onError: (error, wire) => {
          if (this.isAbout(error.place)) this.tell('surface-error', { error, wire })
        },
      })
    }

    isAbout(about: Parameters<Draws>[1]): boolean {
      return draws(this.values, about)
    }

    /** Of the elements that draw the surface of an event, the one that the user is in. */
    teller(event: ClientEvent): HTMLElement | undefined {
      const { runtime } = this.values
      const all = [...listening].filter((one) => one.values.runtime === runtime && one.isAbout(event))
      return all.find((one) => one.matches(':focus-within')) ?? all.find((one) => one.matches(':hover')) ?? all[0]
    }

    tell(type: string, detail: object): void {
      this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }))
    }

    /** Several properties that are set in a row are drawn once. */
    update(): void {
      if (this.due) return
      this.due = true
      queueMicrotask(() => {
        this.due = false
        if (this.isConnected) this.draw()
        else this.leave()
      })
    }

    draw(): void {
      this.root ??= createRoot(this.place(), { identifierPrefix: `surface-${elements++}-` })
      this.root.render(this.values.runtime ? createElement(view, this.values) : null)
    }

    /** Where React draws. What stood in an element of the page before makes way. */
    place(): Element | DocumentFragment {
      if (!stylesheet) return this
      const tree = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
      tree.adoptedStyleSheets = [stylesheet]
      return tree
    }

    leave(): void {
      this.listen()
      this.root?.unmount()
      this.root = undefined
    }
  }

  for (const name in properties)
    Object.defineProperty(SurfaceElement.prototype, name, {
      get(this: SurfaceElement) {
        return this.values[name]
      },
      set(this: SurfaceElement, value: unknown) {
        this.set(name, value ?? undefined)
      },
      enumerable: true,
      configurable: true,
    })
  return SurfaceElement
}

/** A framework may set a property before the element is defined: then it hides the one of the class. */
function takeEarly(element: HTMLElement, name: string): void {
  if (!Object.hasOwn(element, name)) return
  const value: unknown = Reflect.get(element, name)
  Reflect.deleteProperty(element, name)
  Reflect.set(element, name, value)
}

/** What an attribute says. `frozen` is there or not; a number that is none counts as absent. */
function propertyOf(attribute: string, text: string | null): unknown {
  if (attribute === 'frozen') return text !== null
  if (text === null) return undefined
  if (attribute === 'source' || attribute === 'surface-id') return text
  const number = Number.parseFloat(text)
  return Number.isNaN(number) ? undefined : number
}
