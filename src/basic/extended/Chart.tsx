/** `Chart`: bars with their labels and numbers, which may be pressed. Drawn alike whatever version the agent speaks. */
import type { Action } from '../../catalog/component.ts'
import { toNumber, toText } from '../../json/coerce.ts'
import { isObject, type JsonValue, own } from '../../json/value.ts'
import type { RendererOf } from '../../react/renderer.ts'

export interface ChartProps {
  readonly title?: string
  readonly bars: JsonValue | undefined
  readonly order: 'given' | 'largestFirst'
  readonly onSelect?: Action
}

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
              <button type="button" disabled={busy} onClick={() => act('onSelect', { label: bar.label })}>
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
    const { label, value } = { label: own(row, 'label'), value: own(row, 'value') } as { [name: string]: JsonValue }
    return { label: toText(label), value: toNumber(value) }
  })
}
