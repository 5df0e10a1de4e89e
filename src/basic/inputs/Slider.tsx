/** `Slider`: a number between two bounds. */
import { useCallback, useContext } from 'react'
import type { RendererOf } from '../../react/renderer.ts'
import { SurfaceContext } from '../../react/surface-context.ts'
import type { SliderProps } from '../props.ts'
import { ariaLabelOf } from './control-name.ts'
import { useField } from './Field.tsx'
import { rangeOf } from './slider-range.ts'

export const Slider: RendererOf<SliderProps> = (input) => {
  const { props, enter, frozen, label, texts, locale, warn } = input
  const field = useField(input)
  if (props.max < props.min) warn('"max" is below "min", so there is one value', 'Send a "max" above "min".')
  const { min, max, step, value, share } = rangeOf(props)
  // The slider announces its value itself: an `output` element would announce each step a second time.
  const shown = useFormat(locale).format(value)
  // Set by script: a strict content security policy forbids `style` attributes in served HTML.
  const setShare = useCallback(
    (element: HTMLElement | null) => element?.style.setProperty('--_share', String(share)),
    [share],
  )
  return (
    <div className="sf-field">
      <div className="sf-slider__head">
        <label className="sf-field__label" htmlFor={field.id} dir="auto">
          {props.label}
        </label>
        <span className="sf-slider__value" aria-hidden="true">
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
        disabled={frozen}
        aria-valuetext={shown}
        onChange={({ target }) => {
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
  return memo?.get(formatOf, [locale], free) ?? formatOf(locale)
}

function formatOf(locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 10 })
}

const free = (): void => undefined
