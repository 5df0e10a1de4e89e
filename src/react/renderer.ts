/** What draws a component: a function of its evaluated properties. */
import type { ReactElement, ReactNode, SyntheticEvent } from 'react'
import { jsx } from 'react/jsx-runtime'
import type { Catalog } from '../catalog/catalog.ts'
import { checkNames } from '../catalog/check-names.ts'
import type { Action, Child, Children, Component } from '../catalog/component.ts'
import type { JsonObject, JsonValue } from '../json/value.ts'
import { type Binding, createCell } from '../live/binding.ts'
import type { Items } from '../surface/evaluate.ts'
import type { Link, Media } from '../surface/media.ts'
import type { PlainText } from './plain-text.tsx'
import type { Texts } from './texts.ts'

/** Counts how often the user has tried an action whose checks fail. The first try shows the errors. */
export interface Attempts extends Binding<number> {
  add(): void
}

export function createAttempts(): Attempts {
  const count = createCell(0)
  return { ...count, add: () => count.set(count.getSnapshot() + 1) }
}

/** A reference to a child, for `child`. */
export type ChildRef = Child

/** References to children, for `children`. */
export type ChildrenRef = Children | Items

/**
 * What an action property is to a renderer: calling it does what the agent's action says, as `act` with the property's name does. It may
 * stand at `onClick`: the event of a press is no context.
 */
export interface Act {
  (context?: JsonObject | SyntheticEvent): void
  /** What the agent's action does: sends an event of a name, or calls a function. */
  readonly does: Action['does']
}

/**
 * The names of a type's properties, which the compiler lists where another name is given: of `keyof` it would not. `onChange` is what the
 * runtime adds.
 */
export type PropertyOf<Props> = [Props] extends [never]
  ? string
  : Exclude<Extract<{ [Name in keyof Props]-?: Name }[keyof Props], string>, 'onChange'>

export interface RendererInput<Props> {
  /**
   * Evaluated, in the types of the schema, defaults filled in. An action may be called: `props.buy()` is `act('buy')`. Where there is a
   * property `value`, `props.onChange(next)` is `enter('value', next)`, unless the type has a property of this name. A property whose
   * schema has the format `uri` is the empty text until its address may be loaded, as `media` decides.
   */
  readonly props: Props
  /** `within`: the child is drawn inside of a control, as the label of a button is. No control is drawn in there. */
  readonly child: (reference: ChildRef, within?: 'control') => ReactNode
  /**
   * `wrap` may put something around each of them; it gives the element the key, and should be the same function each time.
   * `only`: the indices of those to draw, in order; default: all, within the limits.
   */
  readonly children: (references: ChildrenRef, wrap?: WrapChild, only?: readonly number[]) => ReactNode
  /**
   * Does what the action property of this name says. Nothing happens while an earlier action is under way. While a check
   * fails `attempts` grows instead: a control that is `disabled` makes no click, one that is `aria-disabled` does.
   * `context`: what the renderer alone knows, such as which bar of a chart was pressed. It is copied into the event's
   * context, where the agent's own names win; an action that calls a function leaves it out. What is no JSON object within
   * the limits is reported as `RENDER_FAILED`, and nothing is sent.
   */
  readonly act: (property: PropertyOf<Props>, context?: JsonObject) => void
  /** What the user entered for a property; it goes into the data model where the agent bound it. */
  readonly enter: (property: PropertyOf<Props>, value: JsonValue) => void
  /**
   * What the data hold for a bound property where its type cannot say it, as text: "soon" where a number is wanted, which is 0 in
   * `props`; the empty text where there is nothing. An input shows it, since an action sends it. Else `undefined`.
   */
  readonly lost: (property: PropertyOf<Props>) => string | undefined
  /**
   * What may be done with an address that came in a property of this name. Every address goes this way before it is
   * drawn: the scheme and the host's policy decide, and a new one waits while the surface holds input that was not sent.
   * `address`: default, and always where the schema of the property has the format `uri`: what the property holds.
   * `kind`: `player` for a film or sound that loads nothing before it is played; default: a picture.
   */
  readonly media: (property: PropertyOf<Props>, address?: string, kind?: 'player') => Media
  /**
   * What may be done with the address of a link that came in a property of this name, `address` being as for `media`; `undefined` where it leads nowhere that
   * an agent may send people to: http, https and mailto, without a user name. With `ask` a button stands in the link's place,
   * shows the address and opens it when it is pressed; before that nothing has the address as its `href`.
   */
  readonly link: (property: PropertyOf<Props>, address?: string) => Link | undefined
  /** Reports a warning about something that was drawn nevertheless. Once, until the component is sent again. */
  readonly warn: (message: string, hint: string) => void
  /** Whether every check holds. */
  readonly valid: boolean
  /** Messages of the checks that fail, in order. */
  readonly errors: readonly string[]
  /** A function that a property or check needs is still being loaded: there the value is missing, and comes later. */
  readonly loading: boolean
  /** An action of this component is under way. */
  readonly busy: boolean
  /**
   * The last action of this component failed: the promise of the host's `onEvent` was rejected, or its response was not OK. Say so beside the control;
   * the next press, or the component sent again, ends it.
   */
  readonly failed: boolean
  /** The accessible name, in place of the drawn text. */
  readonly label: string | undefined
  /** The accessible description. */
  readonly description: string | undefined
  /** Grows, for the whole surface, when the user tries an action whose checks fail: then inputs say what is wrong. */
  readonly attempts: Attempts
  readonly texts: Texts
  /** The agent's name: the host's for it, else the one that it gives itself. */
  readonly agent: string | undefined
  /** The surface, or this component, is for reading only: `act` and `enter` do nothing, and inputs should look and say so. */
  readonly frozen: boolean
  /**
   * For reading only for a moment: the agent's message is not whole yet. `media` and `link` give nothing. A control that is
   * disabled by `aria-disabled` keeps its place in the tab order, and the focus; load no module of your own until then.
   */
  readonly draft: boolean
  /**
   * It is drawn inside of a control, at whatever depth: nothing that can be pressed, entered or focused belongs there. HTML
   * allows phrasing content in a button, so a `span` and neither `p` nor `div`.
   */
  readonly inControl: boolean
  /** Levels that headings stand below the first: an `h1` of the agent's is an `h3` where this is 2. */
  readonly headingOffset: number
  /** Whether a long list that scrolls draws only the rows near its visible part. */
  readonly windowing: boolean
  /** BCP 47 tag, such as `en-GB`. */
  readonly locale: string
  /** IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string
}

export type WrapChild = (child: ReactNode, key: string, index: number) => ReactNode

/** A React component; it may use hooks. */
export interface RendererOf<Props> {
  (input: RendererInput<Props>): ReactNode
  /**
   * The property that has the address of a picture. Pictures with a literal address are loaded soon after they came, even
   * where they are not drawn yet, so that a tab or dialog can show them in the middle of a form. At most 20 of a surface.
   */
  readonly picture?: PropertyOf<Props> | undefined
  /** The property that has the address of a film or sound. */
  readonly player?: PropertyOf<Props> | undefined
  /** @internal For links that are drawn with a module that comes late. */
  readonly late?: LateDrawing<Props> | undefined
}

/** What a renderer says of a module that its links come with. */
export interface LateDrawing<Props> {
  /** Whether these properties are drawn without the module until it has arrived. */
  readonly awaits: (props: Props) => boolean
  /** Asks `link` for all addresses that are drawn with the module. */
  readonly ask: (input: RendererInput<Props>) => void
}

/**
 * How a type is drawn. A function is a React component of its own. `inline` is a function without hooks that runs within
 * the fiber each component has anyway: half the fibers, for what is drawn by the thousand. `control` is a component of its
 * own that can be pressed or entered: inside of another control a notice takes its place.
 */
export type Renderer<Props = never> = RendererOf<Props> | InlineRenderer<Props> | ControlRenderer<Props>

/** What a renderer may say of its cost. */
interface Cost {
  /**
   * How many of `limits.nodes` one instance takes, children not counted. Default: 1 for an `inline` renderer, 5 for others.
   * A browser makes 20 elements and more for some inputs.
   */
  readonly nodes?: number
  /**
   * How many elements of a list it draws at once. Default: all. Each counts towards `limits.nodes`, as texts do. 0: `nodes` is all that
   * it ever draws at once, whatever its properties hold.
   */
  readonly listItems?: number
}

export interface ControlRenderer<Props> extends Cost {
  readonly control: RendererOf<Props>
}

export interface InlineRenderer<Props> extends Cost {
  readonly inline: RendererOf<Props>
  /**
   * For what is often one element around one text: says so, or gives `undefined` where there is more to draw. A change of
   * the text alone is then written to the element without a render.
   */
  readonly plain?: (input: RendererInput<Props>) => PlainText | undefined
  /**
   * @internal For a component whose whole content is a plain text in the property `text`: its element. Gives `undefined`
   * where the component or this text asks for more. The parent then draws the element, without a fiber for the component.
   */
  readonly leaf?: (
    component: Component,
    text: string,
    place: Pick<RendererInput<Props>, 'inControl' | 'headingOffset'>,
  ) => PlainText | undefined
  /**
   * @internal For a component that is one element around its children: its element. Gives `undefined` where the component
   * asks for more. If only texts stand in the element, the parent draws all of them without a fiber for the component.
   */
  readonly layout?: (component: Component) => PlainLayout | undefined
}

/** A `div`, or within a control a `span`, around children. */
export interface PlainLayout {
  readonly className: string
  readonly ids: readonly string[]
}

/** The function that draws. */
export function drawingOf<Props>(renderer: Renderer<Props>): RendererOf<Props> {
  if ('control' in renderer) return renderer.control
  return 'inline' in renderer ? renderer.inline : renderer
}

export interface Renderers {
  readonly [type: string]: Renderer
}

/** A renderer for each component type, by the properties of the types: `RenderersOf<BasicProps>`. */
export type RenderersOf<Props> = {
  readonly [Type in keyof Props]: Renderer<Props[Type]>
}

/**
 * Renderers for every component type of a catalog. Throws when one is missing or has no type in the catalog: a host's
 * mistake, found when the module loads. To replace some: `defineRenderers(basicCatalog, { ...basicRenderers, Button })`.
 *
 * With a type argument, `defineRenderers<BasicProps & TravelProps>(…)`, the compiler finds the same mistakes, and each
 * renderer knows the properties of its type. Without one a renderer says itself what it takes.
 */
export function defineRenderers<Props extends object>(
  catalog: Pick<Catalog, 'catalogId' | 'components'>,
  renderers: RenderersOf<Props>,
): RenderersOf<Props>
export function defineRenderers(
  catalog: Pick<Catalog, 'catalogId' | 'components'>,
  renderers: { readonly [type: string]: unknown },
): { readonly [type: string]: unknown } {
  checkNames(catalog.catalogId, catalog.components, renderers ?? {}, 'component type', 'renderer')
  return renderers
}

const none = {}

/** React 18 copies the properties of every element. */
const copies = jsx('i', none).props !== none

/**
 * A renderer as a React component with this very input. A copy would read each member: the time zone is slow to find
 * out, and `userInput` redraws its reader at the first input.
 */
export function elementOf<Props>(renderer: RendererOf<Props>, input: RendererInput<Props>): ReactElement {
  return copies ? { ...jsx(renderer, none), props: input } : jsx(renderer, input)
}

type DrawAround<Props> = (drawn: ReactNode, input: RendererInput<Props>) => ReactNode

/**
 * A renderer that draws something around what another one draws:
 * `wrapRenderer(basicRenderers.Button, (button) => <div className="shiny">{button}</div>)`.
 *
 * `drawn` is what the other renderer makes of the same input. `draw` may use hooks; it may also leave `drawn` out. The
 * result is a React component, also where the other renderer is `inline`: a text of it is written by a render. What wraps a
 * control is a control.
 */
export function wrapRenderer<Props>(renderer: ControlRenderer<Props>, draw: DrawAround<Props>): ControlRenderer<Props>
export function wrapRenderer<Props>(
  renderer: RendererOf<Props> | InlineRenderer<Props>,
  draw: DrawAround<Props>,
): RendererOf<Props>
export function wrapRenderer<Props>(
  renderer: RendererOf<Props> | InlineRenderer<Props> | ControlRenderer<Props>,
  draw: DrawAround<Props>,
): RendererOf<Props> | ControlRenderer<Props>
export function wrapRenderer<Props>(
  renderer: RendererOf<Props> | InlineRenderer<Props> | ControlRenderer<Props>,
  draw: DrawAround<Props>,
): RendererOf<Props> | ControlRenderer<Props> {
  if ('control' in renderer) return { ...renderer, control: wrapRenderer(renderer.control, draw) }
  const { picture, player, late } = drawingOf(renderer)
  const drawn: RendererOf<Props> = (input) =>
    draw('inline' in renderer ? renderer.inline(input) : elementOf(renderer, input), input)
  return Object.assign(drawn, { picture, player, late })
}
