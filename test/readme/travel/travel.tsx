// travel.tsx
import {
  type BasicProps,
  basicCatalog,
  basicRenderers,
  defineCatalog,
  defineFunctions,
  defineRenderers,
  type Renderer,
  toText,
} from 'surface-runtime'
import compiled from './travel.json?catalog'
import type { TravelArgs, TravelProps } from './travel.types.ts'

const Stay: Renderer<TravelProps['Stay']> = {
  // It can be pressed.
  control: ({ props, media, busy }) => {
    const photo = media('photo')
    return (
      <article>
        {photo.kind === 'load' && <img src={photo.url} loading={photo.loading} referrerPolicy="no-referrer" alt="" />}
        {photo.kind === 'ask' && (
          <button type="button" onClick={photo.allow}>
            Photo from {photo.host}
          </button>
        )}
        <p>{`${props.hotel}, ${props.nights} nights`}</p>
        <button type="button" aria-busy={busy} onClick={props.book}>
          Book
        </button>
      </article>
    )
  },
}

const functions = defineFunctions<TravelArgs>({
  nights: { run: ({ from, to }) => (Date.parse(toText(to)) - Date.parse(toText(from))) / 86_400_000 },
})

export const travelCatalog = defineCatalog(compiled, { extend: basicCatalog, functions })
export const travelRenderers = defineRenderers<BasicProps & TravelProps>(travelCatalog, { ...basicRenderers, Stay })
