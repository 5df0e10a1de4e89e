/** One choice out of a few, all in sight: native radio buttons, so the arrow keys work as everywhere. */
import { useId } from 'react'
import { Icon, type IconName } from './Icon.tsx'

export interface SegmentedOption<T extends string> {
  readonly value: T
  readonly label: string
  /** Shown instead of the label, which stays the accessible name. */
  readonly icon?: IconName
}

export interface SegmentedProps<T extends string> {
  readonly legend: string
  readonly options: readonly SegmentedOption<T>[]
  readonly value: T
  readonly onChange: (value: T) => void
}

export function Segmented<T extends string>({ legend, options, value, onChange }: SegmentedProps<T>) {
  const name = useId()
  return (
    <fieldset className="segmented">
      <legend className="segmented__legend">{legend}</legend>
      <div className="segmented__track">
        {options.map((option) => (
          <label key={option.value} className="segmented__option" title={option.icon && option.label}>
            <input
              type="radio"
              className="segmented__input"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.icon && <Icon name={option.icon} />}
            <span className={option.icon ? 'hidden' : undefined}>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
