/**
 * The chat's own catalog: the basic one; `Match`, which filters cards in the page, and `NoMatch` for a filter without a hit; `Shelf`
 * for cards, `Comparison`, a table, and `Fold`, which keeps a filter behind a button on a phone. The basic catalog cannot do that: its functions compute texts and checks, and none of them
 * hides an item of a template; its lists keep no places, and it has no table.
 *
 * A page that lists `shopCatalog` before the basic one gets a field for the filter above the results:
 * `createRuntime({ catalogs: [shopCatalog, ...] })` and `<SurfaceView renderers={shopRenderers} … />`.
 */
import './room.css'
import './match.css'
import './shelf.css'
import './comparison.css'
import './fold.css'
import {
  type BasicProps,
  basicCatalog,
  basicRenderers,
  type Catalog,
  type ChildRef,
  defineCatalog,
  defineRenderers,
  type JsonValue,
  type RendererOf,
  type RenderersOf,
} from 'surface-runtime'
import { Comparison, type ComparisonProps } from './Comparison.tsx'
import { Fold, type FoldProps } from './Fold.tsx'
import { matches } from './matches.ts'
import { Shelf, type ShelfProps } from './Shelf.tsx'
import compiled from './shop_catalog.json?catalog'

export const shopCatalog: Catalog = defineCatalog(compiled, { extend: basicCatalog })

interface MatchProps {
  readonly child: ChildRef
  readonly text: string
  readonly words: string
}

/** What does not match is hidden and stays mounted: it keeps its state, and its picture is not asked for again. */
const Match: RendererOf<MatchProps> = ({ props, child }) => (
  <div className="shop-match" hidden={!matches(props.text, props.words)}>
    {child(props.child)}
  </div>
)

interface NoMatchProps {
  readonly child: ChildRef
  readonly items: JsonValue
  readonly words: string
}

/** The frame is always there: screen readers announce only what changes in a region that they know. */
const NoMatch: RendererOf<NoMatchProps> = ({ props, child }) => (
  <div className="shop-no-match" role="status">
    {counted(props) ?? child(props.child)}
  </div>
)

/** How many of how many match; empty without a filter, and nothing where none matches. */
function counted({ items, words }: NoMatchProps): string | undefined {
  const list = typeof items === 'object' && items !== null ? Object.values(items) : []
  const texts = list.map((item: JsonValue) => String((item as { readonly words?: JsonValue } | null)?.words ?? ''))
  const { length } = texts.filter((text) => matches(text, words))
  if (words.trim() === '') return ''
  return length === 0 ? undefined : `${length} of ${texts.length} shown here`
}

type ShopProps = BasicProps & {
  readonly Match: MatchProps
  readonly NoMatch: NoMatchProps
  readonly Shelf: ShelfProps
  readonly Comparison: ComparisonProps
  readonly Fold: FoldProps
}

export const shopRenderers: RenderersOf<ShopProps> = defineRenderers<ShopProps>(shopCatalog, {
  ...basicRenderers,
  ...{ Match, NoMatch, Shelf, Comparison, Fold },
})
