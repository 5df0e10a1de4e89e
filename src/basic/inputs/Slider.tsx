/** `Slider`: a number between two bounds. */
import { useCallback, useContext, useState } from 'react'
import { clip } from '../../json/value.ts'
import { SurfaceContext } from '../../react/hooks.ts'
import type { RendererOf } from '../../react/renderer.ts'
import type { SliderProps } from '../props.ts'
import { ariaLabelOf, labelOf, useField } from './Field.tsx'

/** Draws bounds in the wrong order as one value, with a warning. */
export const Slider: RendererOf<SliderProps> = (input) => {
  const { props, enter, lost, frozen, draft, label, texts, locale, warn } = input
  const field = useField(input)
  if (props.max < props.min)
    warn(`"max", ${props.max}, is below "min", ${props.min}, so there is one value`, 'Send a "max" above "min".')
  // What the user sets must not change which values can be reached.
  const [entered, setEntered] = useState<{ readonly value: number; readonly sent: number }>()
  const sent = entered?.value === props.value ? entered.sent : props.value
  const { min, max, value, share } = rangeOf(props)
  const { step } = rangeOf({ ...props, value: sent })
  // The slider announces its value itself: an `output` element would announce each step a second time.
  const format = useFormat(locale)
  // The number that is sent, also where the slider has no place for it.
  const other = lost('value')
  const shown = other?.trim() === '' ? texts.notSet : clip(other ?? format.format(props.value))
  const off = other === undefined ? props.value !== value : other.trim() !== ''
  if (off && !draft) warn('"value" is no number between "min" and "max"', 'Send a number within the bounds.')
  // Set by script: a strict content security policy forbids `style` attributes in served HTML.
  const setShare = useCallback(
    (element: HTMLElement | null) => element?.style.setProperty('--_share', String(share)),
    [share],
  )
  return (
    <div className="sf-field">
      <div className="sf-slider__head">
        {labelOf(field.id, props.label)}
        <span className="sf-slider__value" data-off={off || undefined} aria-hidden="true">
          {shown}
        </span>
      </div>
      <input
        {...field.attributes}
        type="range"
        className="sf-slider"
        ref={setShare}
        aria-label={ariaLabelOf(label, props.label, texts.slider)}
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={frozen && !draft}
        aria-disabled={draft || undefined}
        aria-valuetext={shown}
        onChange={({ target }) => {
          if (draft) return
          setEntered({ value: Number(target.value), sent })
          enter('value', Number(target.value))
          field.leave()
        }}
        onBlur={field.leave}
      />
      {field.error}
    </div>
  )
}

/** Making a format takes longer than drawing a slider: those of one surface share one. */
function useFormat(locale: string): Intl.NumberFormat {
  const memo = useContext(SurfaceContext)?.surface.memo
  return memo?.get(formatOf, [locale], () => undefined) ?? formatOf(locale)
}

function formatOf(locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 10 })
}

/** The bounds, step and value of a slider. */
interface Range {
  readonly min: number
  readonly max: number
  /** Distance between two values. The protocol has no step, so it follows from the bounds. */
  readonly step: number
  /** Within the bounds. */
  readonly value: number
  /** Place of the value between the bounds, from 0 to 1. */
  readonly share: number
}

/** With bounds in the wrong order, the only value is `min`. */
export function rangeOf({ min, max: last, value }: { readonly [K in 'min' | 'max' | 'value']: number }): Range {
  const max = Math.max(min, last)
  const clamped = Math.min(max, Math.max(min, value))
  // Halves: the distance between two numbers may be larger than the largest number.
  const half = max / 2 - min / 2
  const share = half === 0 ? 0 : (clamped / 2 - min / 2) / half
  return { min, max, step: stepOf(min, max - min, value), value: clamped, share }
}

/**
 * 1 where the bounds and the value are whole numbers and the span is above 1; else a power of ten, 100 to 1,000 steps.
 */
function stepOf(min: number, span: number, value: number): number {
  if (span === 0) return 1
  if ([min, span, value].every(Number.isInteger) && span > 1) return 1
  return 10 ** Math.max(-323, Math.floor(Math.log10(Math.min(span, Number.MAX_VALUE))) - 2)
}
