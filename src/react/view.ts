/** What all components of one mounted surface share. */
import type { ReactNode } from 'react'
import { type Component, isReference } from '../catalog/component.ts'
import type { Pointer } from '../json/pointer.ts'
import { isObject, own } from '../json/value.ts'
import type { Evaluated } from '../surface/evaluate.ts'
import type { NodeQuota } from '../surface/node-quota.ts'
import type { LiveSurface } from '../surface/surface.ts'
import type { Attempts } from './attempts.ts'
import type { PressGuard } from './press-guard.ts'
import type { InlineRenderer, Renderers } from './renderer.ts'
import type { Texts } from './texts.ts'

/**
 * How a child is handed on. `reserved`: a text leaf has reserved the place. `expected`: the quota expects the child. A function:
 * there was no room. The child stands for its later siblings as well, and calls the function once it has a place.
 */
export type Admission = 'reserved' | 'expected' | (() => void) | undefined

export interface View {
  readonly surface: LiveSurface
  readonly renderers: Renderers
  readonly texts: Texts
  readonly quota: NodeQuota
  /** Whether what the server has drawn may be on the page, and be of other data. */
  readonly served: { current: boolean }
  readonly attempts: Attempts
  /** Levels that headings stand below the first. */
  readonly headingOffset: number
  /** Whether long lists that scroll draw only the rows near their visible part. */
  readonly windowing: boolean
  /** The name that the host knows the agent by; where there is none, the agent's own counts. */
  readonly agent: string | undefined
  /** The user may read and nothing more. */
  readonly frozen: boolean
  readonly guard: PressGuard
  /** What is drawn with it stands inside of a control. */
  readonly inControl: boolean
  /** The view for what stands inside of a control. */
  readonly inside: () => View
  /** An instance of a component. `scope` is where its relative paths start, `depth` 1 at the root. */
  readonly component: (id: string, scope: Pointer, depth: number, key: string, admission?: Admission) => ReactNode
}

/** The renderer of a component that can be drawn, if it is `inline`. */
export function inlineRendererOf(view: View, component: Component | undefined): InlineRenderer<never> | undefined {
  const renderer = component && !component.invalid ? own(view.renderers, component.type) : undefined
  return renderer && 'inline' in renderer ? renderer : undefined
}

/** So many characters count as one instance; beyond `longText` fewer do, since layout takes longer the longer a text is. */
const characters = 100
const longText = 1_000
const furtherCharacters = 60

/**
 * Signs of Markdown and line breaks. Each counts as one instance, because it may become an element or two and its parse takes
 * 15 to 30 µs; fewer than `minMarkup` count nothing, since dates and names have some.
 */
const markup = /[\n*_`[>~#+-]|\d[.)]/g
const minMarkup = 4

/** What comes after so many signs is drawn as it stands (`basic/markdown/parse.ts`). */
const maxMarkup = 8_000

/** Of a list so many elements are drawn at once. */
const maxListItems = 200

/** Each option and each tab is a label, a box, what the browser makes of the box, and a listener. */
const nodesOfItem = 4

/** Plain values are drawn as one element each, if at all: a short list of them counts as nothing. */
const shortList = 20
const nodesOfValue = 2

/** No renderer reads deeper; a function of the host may return an endless value. */
export const maxDepth = 8

/** The weight of a component, in instances: its long texts and lists. Most components have none. */
export function weightOf(props: { readonly [name: string]: Evaluated }): number {
  let sum = 0
  try {
    for (const name in props) {
      // An address is not laid out, and one that holds a picture is long.
      if (name !== 'url') sum += sizeOf(props[name], 0)
    }
  } catch {
    // A function of the host may return an object that throws when it is read; drawing it reports that.
  }
  return sum
}

function sizeOf(value: Evaluated, depth: number): number {
  if (typeof value === 'string') return sizeOfText(value)
  if (typeof value !== 'object' || value === null || depth === maxDepth || isReference(value)) return 0
  let sum = Array.isArray(value) ? sizeOfList(value) : 0
  for (const name in value) sum += sizeOf((value as { readonly [name: string]: Evaluated })[name], depth + 1)
  return sum
}

function sizeOfList(list: readonly Evaluated[]): number {
  const length = Math.min(list.length, maxListItems)
  if (list.slice(0, length).some(isObject)) return nodesOfItem * length
  return length > shortList ? nodesOfValue * length : 0
}

export function sizeOfText(text: string): number {
  const found = text.length < minMarkup ? 0 : (text.match(markup)?.length ?? 0)
  const counted = found < minMarkup ? 0 : Math.min(found, maxMarkup)
  const further = Math.max(0, text.length - longText)
  return Math.floor((text.length - further) / characters) + Math.floor(further / furtherCharacters) + counted
}
