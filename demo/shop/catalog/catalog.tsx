/**
 * The chat's own catalog: the basic one and `Match`, which filters cards in the page. The basic catalog cannot do that: its
 * functions compute texts and checks, and none of them hides an item of a template.
 *
 * A page that lists `shopCatalog` before the basic one gets a field for the filter above the results:
 * `createRuntime({ catalogs: [shopCatalog, ...] })` and `<SurfaceView renderers={shopRenderers} … />`.
 */
import './match.css'
import {
  type BasicProps,
  basicCatalog,
  basicRenderers,
  type Catalog,
  type ChildRef,
  defineCatalog,
  defineRenderers,
  type RendererOf,
  type RenderersOf,
} from 'surface-runtime'
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

function matches(text: string, words: string): boolean {
  const searched = text.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word))
}

export const shopRenderers: RenderersOf<BasicProps & { readonly Match: MatchProps }> = defineRenderers<
  BasicProps & { readonly Match: MatchProps }
>(shopCatalog, { ...basicRenderers, Match })
