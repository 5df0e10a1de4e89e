/**
 * An example of a third party's component, for agents of both versions: the catalog and the renderer of `Chart`, bars with
 * their labels and numbers, which may be pressed.
 */
import compiled from '../../../catalogs/extended/chart.json?catalog'
import { type Catalog, defineCatalog } from '../../catalog/catalog.ts'
import type { Action } from '../../catalog/component.ts'
import { toNumber, toText } from '../../json/coerce.ts'
import { getOwn, isObject, type JsonValue } from '../../json/value.ts'
import type { RendererOf } from '../../react/renderer.ts'
import { basicCatalog } from '../catalog.ts'

/** The basic catalog and `Chart`. */
export const chartCatalog: Catalog = defineCatalog(compiled, { protocol: 'both', extend: basicCatalog })

/** What the renderer gets: the properties of `catalogs/extended/chart.json`, evaluated. */
export interface ChartProps {
  readonly title?: string
  readonly bars: JsonValue | undefined
  readonly order: 'given' | 'largestFirst'
  readonly onSelect?: Action
}

/** Draws the same for both versions of the protocol. */
export const Chart: RendererOf<ChartProps> = ({
  props: { title, bars, order, onSelect },
  act,
  busy,
  locale,
  label,
}) => {
  const input = barsIn(bars)
  const drawn = order === 'given' ? input : [...input].sort((a, b) => b.value - a.value)
  const largest = Math.max(1, ...drawn.map(({ value }) => value))
  const number = new Intl.NumberFormat(locale)
  return (
    <figure aria-label={label}>
      {title ? <figcaption>{title}</figcaption> : null}
      <ul>
        {drawn.map((bar, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: Two bars may have one label.
          <li key={index}>
            {onSelect ? (
              <button type="button" aria-busy={busy || undefined} onClick={() => act('onSelect', { label: bar.label })}>
                {bar.label}
              </button>
            ) : (
              bar.label
            )}
            {': '}
            {number.format(bar.value)}
            <svg viewBox="0 0 100 4" aria-hidden="true">
              <rect width={(100 * Math.max(0, bar.value)) / largest} height="4" />
            </svg>
          </li>
        ))}
      </ul>
    </figure>
  )
}

interface Bar {
  readonly label: string
  readonly value: number
}

/** A bound value may be anything: what is no list of objects has no bars. */
function barsIn(bars: JsonValue | undefined): readonly Bar[] {
  const rows = isObject(bars) ? Object.values(bars) : Array.isArray(bars) ? bars : []
  return rows.filter(isObject).map((row) => {
    const { label, value } = { label: getOwn(row, 'label'), value: getOwn(row, 'value') } as {
      [name: string]: JsonValue
    }
    return { label: toText(label), value: toNumber(value) }
  })
}
