/** A chart as vector graphics, with its figures as a table. This file is loaded when the first chart is drawn. */
'use client'

import { type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { useBrowserLayoutEffect } from '../../react/hooks.ts'
import type { RendererOf } from '../../react/renderer.ts'
import { figureFormat } from '../figures/figure.ts'
import type { ChartProps } from '../props.ts'
import { workTextsOf } from '../texts.ts'
import { type Points, pointsOf, type Scale, scaleOf } from './points.ts'

/** Where the parts of a chart are, in CSS pixels. */
interface Frame {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly bottom: number
  readonly top: number
}

/** The drawing is one image with a name; who does not see it has the table. Positions are attributes, which every policy allows. */
export const ChartView: RendererOf<ChartProps> = ({ props, locale, label, description, ...input }) => {
  const { kind, title, series } = props
  const texts = workTextsOf(input.texts)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const points = useMemo(
    () => pointsOf({ rows: props.rows, x: props.x, series: props.series }),
    [props.rows, props.x, props.series],
  )
  const whole = figureFormat(props, locale)
  const name = label ?? (title || texts.chart)
  const isPie = kind === 'pie'
  const legend = isPie ? points.labels : series.map((one) => one.label)
  return (
    <figure
      className="sf-chart"
      aria-labelledby={title && label === undefined ? id : undefined}
      aria-label={label}
      aria-description={description}
    >
      {title && (
        <figcaption className="sf-chart__title" id={id} dir="auto">
          {title}
        </figcaption>
      )}
      {(isPie || series.length > 1) && (
        <ul className="sf-chart__legend" aria-hidden="true">
          {legend.slice(0, isPie ? slices : undefined).map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: Two series may have one label.
            <li key={index} className={`sf-chart__key sf-chart__series--${index % 8}`}>
              <span dir="auto">{text}</span>
              {isPie && <span className="sf-chart__figure">{figureOf(points.values[0]?.[index], whole)}</span>}
            </li>
          ))}
        </ul>
      )}
      <div className="sf-chart__box" ref={box}>
        {isPie ? (
          <Pie points={points} name={name} format={whole} />
        ) : (
          <Plot
            kind={kind}
            points={points}
            width={width}
            name={name}
            format={whole}
            short={figureFormat(props, locale, true)}
          />
        )}
      </div>
      <details className="sf-chart__table">
        <summary>{texts.showTable}</summary>
        <div className="sf-chart__scroll">
          <table>
            <thead>
              <tr>
                <td />
                {series.map((one) => (
                  <th key={one.path} scope="col" dir="auto">
                    {one.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {points.labels.map((text, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: Two rows may have one label.
                <tr key={row}>
                  <th scope="row" dir="auto">
                    {text}
                  </th>
                  {points.values.map((values, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: As the series.
                    <td key={index}>{figureOf(values[row], whole)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
      {points.hidden > 0 && <p className="sf-field__note">{texts.notDrawn(points.hidden)}</p>}
    </figure>
  )
}

function figureOf(value: number | undefined, format: Intl.NumberFormat): string {
  return value === undefined ? '–' : format.format(value)
}

/** 600 pixels until the box was measured, and on a server. */
function useWidth(box: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(600)
  useBrowserLayoutEffect(() => {
    const element = box.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) setWidth(Math.max(160, Math.round(element.clientWidth)))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return width
}

interface PlotProps {
  readonly kind: ChartProps['kind']
  readonly points: Points
  readonly width: number
  readonly name: string
  readonly format: Intl.NumberFormat
  readonly short: Intl.NumberFormat
}

function Plot({ kind, points, width, name, format, short }: PlotProps): ReactNode {
  const { labels, values } = points
  const scale = scaleOf(values)
  const ticks = scale.ticks.map((tick) => short.format(tick))
  const frame: Frame = {
    ...{ width, height: 220, top: 8, bottom: 26 },
    left: 12 + 7 * Math.max(...ticks.map((tick) => tick.length)),
  }
  const y = (value: number): number => {
    const share = (value - scale.least) / (scale.most - scale.least || 1)
    return round(frame.height - frame.bottom - share * (frame.height - frame.top - frame.bottom))
  }
  const step = (width - frame.left) / Math.max(1, labels.length)
  const x = (index: number): number => round(frame.left + (index + 0.5) * step)
  // A label for every so many rows: each takes some 64 pixels.
  const every = Math.max(1, Math.ceil(64 / step))
  const draw = kind === 'bar' ? drawBars : drawLines
  return (
    <svg
      className="sf-chart__drawing"
      viewBox={`0 0 ${width} ${frame.height}`}
      width={width}
      height={frame.height}
      role="img"
      aria-label={name}
    >
      {scale.ticks.map((tick, index) => (
        <g key={tick} className={tick === 0 ? 'sf-chart__line sf-chart__line--zero' : 'sf-chart__line'}>
          <line x1={frame.left} x2={width} y1={y(tick)} y2={y(tick)} />
          <text x={frame.left - 8} y={y(tick) + 4} textAnchor="end">
            {ticks[index]}
          </text>
        </g>
      ))}
      {labels.map(
        (text, index) =>
          index % every === 0 && (
            // biome-ignore lint/suspicious/noArrayIndexKey: Two rows may have one label.
            <text key={index} x={x(index)} y={frame.height - 8} textAnchor="middle">
              {clipped(text, (step * every) / 7)}
            </text>
          ),
      )}
      {values.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: As the series.
        <g key={index} className={`sf-chart__series--${index % 8}`}>
          {draw({ row, index, series: values.length, labels, step, x, y, scale, format, isArea: kind === 'area' })}
        </g>
      ))}
    </svg>
  )
}

interface Drawing {
  readonly row: readonly (number | undefined)[]
  readonly index: number
  readonly series: number
  readonly labels: readonly string[]
  readonly step: number
  readonly x: (index: number) => number
  readonly y: (value: number) => number
  readonly scale: Scale
  readonly format: Intl.NumberFormat
  readonly isArea: boolean
}

function drawBars({ row, index, series, labels, step, x, y, format }: Drawing): ReactNode {
  const width = Math.min(40, (step * 0.7) / series)
  return row.map((value, at) => {
    if (value === undefined) return null
    const [top, base] = [y(Math.max(0, value)), y(Math.min(0, value))]
    const left = x(at) + (index - series / 2) * width
    return (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: Two rows may have one label.
        key={at}
        className="sf-chart__bar"
        x={round(left)}
        y={top}
        width={round(Math.max(1, width - (series > 1 ? 2 : 0)))}
        height={Math.max(1, base - top)}
        rx={Math.min(3, width / 4)}
      >
        <title>{`${labels[at]}: ${format.format(value)}`}</title>
      </rect>
    )
  })
}

function drawLines({ row, labels, x, y, format, isArea }: Drawing): ReactNode {
  // Where a number is missing the line has a gap.
  const runs: number[][] = [[]]
  row.forEach((value, at) => {
    if (value === undefined) runs.push([])
    else runs.at(-1)?.push(at)
  })
  const pathOf = (run: readonly number[]): string =>
    run.map((at, index) => `${index === 0 ? 'M' : 'L'}${x(at)} ${y(row[at] ?? 0)}`).join('')
  return (
    <>
      {isArea &&
        runs.map(
          (run) =>
            run.length > 1 && (
              <path
                key={run[0]}
                className="sf-chart__area"
                d={`${pathOf(run)}L${x(run.at(-1) ?? 0)} ${y(0)}L${x(run[0] ?? 0)} ${y(0)}Z`}
              />
            ),
        )}
      <path className="sf-chart__stroke" d={runs.map(pathOf).join('')} />
      {row.map(
        (value, at) =>
          value !== undefined && (
            // biome-ignore lint/suspicious/noArrayIndexKey: Two rows may have one label.
            <circle key={at} className="sf-chart__point" cx={x(at)} cy={y(value)} r={row.length > 60 ? 1.5 : 3}>
              <title>{`${labels[at]}: ${format.format(value)}`}</title>
            </circle>
          ),
      )}
    </>
  )
}

/** Slices that are told apart by colour; the others are one. */
const slices = 8

function Pie({
  points,
  name,
  format,
}: {
  readonly points: Points
  readonly name: string
  readonly format: Intl.NumberFormat
}): ReactNode {
  const values = (points.values[0] ?? []).map((value) => Math.max(0, value ?? 0))
  const sum = values.reduce((all, value) => all + value, 0)
  const rest = values.slice(slices - 1).reduce((all, value) => all + value, 0)
  const drawn = values.length > slices ? [...values.slice(0, slices - 1), rest] : values
  let angle = 0
  return (
    <svg className="sf-chart__pie" viewBox="-100 -100 200 200" width="200" height="200" role="img" aria-label={name}>
      {drawn.map((value, index) => {
        const from = angle
        angle += sum > 0 && Number.isFinite(sum) ? value / sum : 0
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: Two rows may have one label.
          <path key={index} className={`sf-chart__slice sf-chart__series--${index}`} d={arcOf(from, angle)}>
            <title>{`${points.labels[index]}: ${format.format(value)}`}</title>
          </path>
        )
      })}
    </svg>
  )
}

/** A part of a ring; shares of a turn, from the top on. */
function arcOf(from: number, to: number): string {
  const end = Math.min(to, from + 0.9999)
  const at = (share: number, radius: number): string => {
    const turn = 2 * Math.PI * share
    return `${round(radius * Math.sin(turn))} ${round(-radius * Math.cos(turn))}`
  }
  const large = end - from > 0.5 ? 1 : 0
  return `M${at(from, 98)}A98 98 0 ${large} 1 ${at(end, 98)}L${at(end, 58)}A58 58 0 ${large} 0 ${at(from, 58)}Z`
}

function round(value: number): number {
  return Number.isFinite(value) ? Math.round(value * 10) / 10 : 0
}

function clipped(text: string, letters: number): string {
  return text.length > letters ? `${text.slice(0, Math.max(1, Math.floor(letters) - 1))}…` : text
}
