/** One choice out of many, with its name before it. */
import type { ReactNode } from 'react'

export interface ChoiceProps<T extends string> {
  readonly label: string
  /** Whether the name is for screen readers alone. */
  readonly quiet?: boolean
  readonly value: T
  readonly onChange: (value: T) => void
  /** `option` elements whose values are of `T`. */
  readonly children: ReactNode
}

export function Choice<T extends string>({ label, quiet = false, value, onChange, children }: ChoiceProps<T>) {
  return (
    <label className="choice">
      <span className={quiet ? 'hidden' : 'choice__label'}>{label}</span>
      <select className="choice__select" value={value} onChange={({ target }) => onChange(target.value as T)}>
        {children}
      </select>
    </label>
  )
}
