/**
 * Addresses of parts whose modules come late. What is on the page when the input begins may still await a module: the parser of
 * Markdown, or the module of a function that an address is made with. What it would have shown with the module counts as shown
 * once the module is there.
 *
 * Only what was there before the input decides: which components were on the page, their properties, and the data. Pictures are
 * asked for in one go when the module arrives, in the order of that page, whatever is drawn by then. A link is never asked for: it
 * gets its `href` when the user points at it, see `Link.late`.
 */
import type { Pointer } from '../json/pointer.ts'
import { getOwn } from '../json/value.ts'
import type { ComponentBinding, ComponentSnapshot } from '../surface/binding.ts'
import { linkOf, mediaOf } from '../surface/media.ts'
import { rememberData } from '../surface/past.ts'
import type { LiveSurface } from '../surface/surface.ts'
import type { ShownAddresses } from '../surface/unsent-input.ts'
import { holdPlayer, isAtHand, loadPicture } from './pictures.ts'
import { drawingOf, type LateDrawing, type RendererInput, type RendererOf, type Renderers } from './renderer.ts'

/** What is looked at of a mounted component when input begins. */
export interface LateComponent {
  readonly binding: Pick<ComponentBinding, 'scope' | 'awaitsModule'>
  /** What is on the page. */
  readonly committed: ComponentSnapshot | undefined
  /** The input of its renderer for a snapshot. */
  inputFor(snapshot: ComponentSnapshot): RendererInput<never>
}

/** Of one view. */
export interface LateAddresses {
  /** Part of each commit of a component. */
  follow(mounted: LateComponent): void
  unfollow(mounted: LateComponent): void
  /**
   * Input begins. Gives what is shown once the functions that are awaited now have arrived; `undefined`: none is awaited. `known`:
   * the addresses that the page shows.
   */
  begin(known: ReadonlyMap<string, unknown>): ShownAddresses | undefined
  /** Whether the component would have drawn a link with this address when the input began. */
  hadLink(mounted: object, url: string): boolean
  /** The view is gone. */
  end(): void
}

/** A component that awaited a module when the input began. */
interface Late {
  readonly mounted: LateComponent
  readonly scope: Pointer
  /** What it would have been drawn with; without properties that a function is awaited for. */
  snapshot: ComponentSnapshot
  awaitsFunction: boolean
  /** Addresses of its links; `undefined` until they are asked for. */
  links: ReadonlySet<string> | undefined
}

export function createLateAddresses(surface: LiveSurface, renderers: Renderers): LateAddresses {
  const { unsent, loads } = surface
  /** Components that may await a module. */
  const followed = new Set<LateComponent>()
  let late: ReadonlyMap<object, Late> = new Map()
  let stops: readonly (() => void)[] = []

  function drawingFor({ component }: ComponentSnapshot): RendererOf<never> | undefined {
    const renderer = component && getOwn(renderers, component.type)
    return renderer && drawingOf(renderer)
  }

  function awaits({ committed, binding }: LateComponent): boolean {
    if (!committed?.component || committed.draft) return false
    return binding.awaitsModule || drawingFor(committed)?.late?.awaits(committed.props as never) === true
  }

  function lateOf(mounted: LateComponent): Late {
    const { scope, awaitsModule: awaitsFunction } = mounted.binding
    const snapshot = mounted.committed as ComponentSnapshot
    return {
      mounted,
      scope,
      awaitsFunction,
      links: undefined,
      snapshot: awaitsFunction ? { ...snapshot, props: {}, loading: false } : snapshot,
    }
  }

  /** Asks for the pictures of all that awaits a function, as soon as it has arrived. */
  function followFunctions(all: readonly Late[], known: ReadonlyMap<string, unknown>): ShownAddresses {
    const evaluateLater = rememberData(surface)
    const rules = { media: surface.media, holders: surface.holders, unsent: { ...unsent, mayAsk: () => true } }
    const pictures = new Map<string, HTMLImageElement>()
    const players = new Map<string, HTMLMediaElement>()
    const listener = { invalidate: arrive }

    function arrive(): void {
      const evaluatePast = evaluateLater()
      for (const one of all) {
        const { component } = one.snapshot
        if (!one.awaitsFunction || !component) continue
        const { props, whole } = evaluatePast(component, one.scope)
        one.snapshot = { ...one.snapshot, props }
        one.links = undefined
        one.awaitsFunction = !whole
        const { picture, player } = drawingFor(one.snapshot) ?? {}
        ask(
          picture && props[picture],
          (url) => known.has(url) || pictures.has(url) || pictures.set(url, loadPicture(url)),
        )
        ask(player && props[player], (url) => players.has(url) || players.set(url, holdPlayer(url)), 'player')
      }
      if (all.some(({ awaitsFunction }) => awaitsFunction)) loads.listen(listener)
    }

    function ask(address: unknown, show: (url: string) => void, kind?: 'player'): void {
      const media = typeof address === 'string' ? mediaOf(address, rules, kind) : undefined
      // An address of `data:` holds its picture itself.
      if (media?.kind === 'load' && media.url.startsWith('http')) show(media.url)
    }

    loads.listen(listener)
    stops = [...stops, () => loads.unlisten(listener)]
    return { has: (address, kind) => (kind ? players.has(address) : isAtHand(address, pictures.get(address))) }
  }

  function linksOf({ mounted, snapshot }: Late, { ask }: LateDrawing<never>): ReadonlySet<string> {
    const links = new Set<string>()
    const link: RendererInput<never>['link'] = (_property, address = '') => {
      const found = linkOf(address, unsent)
      if (found) links.add(found.url)
      return found
    }
    ask(Object.create(mounted.inputFor(snapshot), { link: { value: link } }) as RendererInput<never>)
    return links
  }

  function end(): void {
    for (const stop of stops) stop()
    stops = []
    late = new Map()
  }

  return {
    follow(mounted) {
      if (awaits(mounted)) followed.add(mounted)
      else followed.delete(mounted)
    },
    unfollow: (mounted) => void followed.delete(mounted),
    begin(known) {
      end()
      late = new Map([...followed].filter(awaits).map((mounted) => [mounted, lateOf(mounted)]))
      if (late.size === 0) return undefined
      stops = [unsent.waiting.subscribe(() => unsent.waiting.getSnapshot() || end())]
      const all = [...late.values()]
      return all.some(({ awaitsFunction }) => awaitsFunction) ? followFunctions(all, known) : undefined
    },
    hadLink(mounted, url) {
      const one = late.get(mounted)
      const drawing = one && drawingFor(one.snapshot)?.late
      if (!drawing || drawing.awaits(one.snapshot.props as never)) return false
      one.links ??= linksOf(one, drawing)
      return one.links.has(url)
    },
    end,
  }
}
