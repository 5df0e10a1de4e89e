/** An option of a `ChoicePicker`: a checkbox or a radio button, with its label or as a chip. */
import type { ReactNode } from 'react'
import { ariaLabelOf } from './control-name.ts'

export interface ChoiceProps {
  readonly name: string
  readonly kind: 'radio' | 'checkbox'
  readonly chip: boolean
  readonly label: string
  readonly value: string
  readonly checked: boolean
  readonly disabled: boolean
  readonly change: (checked: boolean) => void
}

export function Choice({ name, kind, chip, label, value, checked, disabled, change }: ChoiceProps): ReactNode {
  return (
    <label className={chip ? 'sf-chip' : 'sf-checkbox'}>
      <input
        type={kind}
        name={name}
        className={chip ? 'sf-chip__box' : `sf-checkbox__box sf-checkbox__box--${kind}`}
        aria-label={ariaLabelOf(undefined, label, value)}
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => change(target.checked)}
      />
      <span dir="auto">{label}</span>
    </label>
  )
}
