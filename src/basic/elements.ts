/**
 * The views as custom elements, for pages of any framework or of none. React is inside; the page sets properties and listens
 * to events of the DOM.
 */
import { createElement, type ReactElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { SurfaceError } from '../errors/surface-error.ts'
import { isObject, shown } from '../json/value.ts'
import type { ClientEvent } from '../protocol/message.ts'
import type { ClientMessage } from '../protocol/wire.ts'
import type { SurfaceViewProps } from '../react/SurfaceView.tsx'
import type { Runtime } from '../runtime.ts'
import { SurfaceList, SurfaceView } from './views.tsx'

/** What is said of the views holds for the elements: see `SurfaceViewProps`. */
interface SurfaceElementProps
  extends Pick<
    SurfaceViewProps,
    'renderers' | 'texts' | 'headingOffset' | 'windowing' | 'idlePreload' | 'agent' | 'frozen' | 'clickGuard'
  > {
  /** Made by `createRuntime`. Nothing is drawn before it is set. Frameworks must not wrap it: no `ref` of Vue, but `shallowRef`. */
  runtime: Runtime | undefined
}

type Changing<T> = { -readonly [name in keyof T]: T[name] }

/** `<surface-list>`: all surfaces of its runtime. Attributes: `source`, `frozen`, `heading-offset`, `click-guard`. */
export interface SurfaceListElement extends HTMLElement, Changing<SurfaceElementProps> {
  /** Draws the surfaces of this source of `runtime.sync` alone. Default: all. */
  source: string | undefined
}

/** `<surface-view>`: one surface. Attributes: `surface-id`, `frozen`, `heading-offset`, `click-guard`. */
export interface SurfaceViewElement extends HTMLElement, Changing<SurfaceElementProps> {
  /** The surface to draw. Nothing is drawn while there is none of this id. */
  surfaceId: string | undefined
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
  const list = { source: 'source', ...shared }
  const view = { surfaceId: 'surface-id', ...shared }
  customElements.define('surface-list', elementOf(list, stylesheet, SurfaceList, drawsInList))
  customElements.define('surface-view', elementOf(view, stylesheet, SurfaceView, drawsInView))
}

/** Each property, and the attribute that sets it too. */
interface Properties {
  readonly [name: string]: string | undefined
}

const shared: Properties = {
  runtime: undefined,
  renderers: undefined,
  texts: undefined,
  windowing: undefined,
  idlePreload: undefined,
  agent: undefined,
  frozen: 'frozen',
  headingOffset: 'heading-offset',
  clickGuard: 'click-guard',
}

interface Values {
  readonly runtime?: Runtime
  readonly source?: string
  readonly surfaceId?: string
}

/** Whether an element draws the surface. `surfaceId`: of an event or a report; `undefined`: it is about no surface. */
type Draws = (values: Values, surfaceId: string | undefined) => boolean

const drawsInView: Draws = (values, surfaceId) => values.surfaceId === surfaceId

const drawsInList: Draws = ({ runtime, source }, surfaceId) =>
  source === undefined ||
  surfaceId === undefined ||
  runtime
    ?.surfacesOf(source)
    .getSnapshot()
    .some(({ id }) => id === surfaceId) === true

/** Roots of React number their ids from 0: each element needs a prefix of its own. */
let elements = 0

// biome-ignore lint/suspicious/noExplicitAny: the two views have other properties; `properties` says which.
type AnyView = (props: any) => ReactElement | null

function elementOf(
  properties: Properties,
  stylesheet: CSSStyleSheet | undefined,
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
        throw new TypeError(`"runtime" must be made by createRuntime, not ${shown(value)}.`)
      if (this.values[name] === value) return
      this.values = { ...this.values, [name]: value }
      if (name === 'runtime') this.listen()
      this.update()
    }

    /** Listens to the runtime as long as the element is in the page. */
    listen(): void {
      this.stopListening?.()
      const { runtime } = this.values
      this.stopListening =
        this.isConnected && runtime
          ? runtime.listen({
              onEvent: (event, wire) => {
                if (!draws(this.values, event.surfaceId)) return undefined
                const pending: Promise<unknown>[] = []
                this.tell('surface-event', {
                  event,
                  wire,
                  waitUntil: (promise: Promise<unknown>) => pending.push(promise),
                })
                return pending.length > 0 ? Promise.all(pending) : undefined
              },
              onError: (error, wire) => {
                if (draws(this.values, error.place.surfaceId)) this.tell('surface-error', { error, wire })
              },
            })
          : undefined
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
