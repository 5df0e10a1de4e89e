/** The points of a chart: out of what the data hold, with the scale that they need. */
import { toText } from '../../json/coerce.ts'
import type { ChartProps } from '../props.ts'
import { namesOf, numberOf, rowsOf, valueAt } from '../table/rows.ts'

/** Rows that a chart draws. */
const mostRows = 200

export interface Points {
  readonly labels: readonly string[]
  /** By series and row; `undefined`: there is no number. */
  readonly values: readonly (readonly (number | undefined)[])[]
  /** Rows that are not drawn. */
  readonly hidden: number
}

export function pointsOf({ rows, x, series }: Pick<ChartProps, 'rows' | 'x' | 'series'>): Points {
  const all = rowsOf(rows)
  const drawn = all.slice(0, mostRows)
  const labelNames = namesOf(x)
  return {
    labels: drawn.map(({ value }) => toText(valueAt(value, labelNames)).slice(0, 80)),
    values: series.map(({ path }) => {
      const names = namesOf(path)
      return drawn.map(({ value }) => numberOf(valueAt(value, names)))
    }),
    hidden: all.length - drawn.length,
  }
}

export interface Scale {
  readonly least: number
  readonly most: number
  /** Round numbers between the two, from the least on; at most six. */
  readonly ticks: readonly number[]
}

/** From 0, or from below it, to a round number above the largest value. */
export function scaleOf(values: Points['values']): Scale {
  const all = values.flat().filter((value) => value !== undefined)
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)]
  const rough = (high - low || 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5].find((one) => one * power >= rough) ?? 10) * power
  const [first, last] = [Math.floor(low / step), Math.ceil((high || low + 1) / step)]
  // Of numbers near the largest that there is no step is left.
  if (!Number.isFinite(step) || step === 0 || last - first > 20) return { least: low, most: high, ticks: [low, high] }
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
  return { least: first * step, most: last * step, ticks }
}
