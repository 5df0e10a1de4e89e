/** Two choices above a list: of which surface, and of which kind. */
'use client'

import { type ReactNode, useState } from 'react'

export interface Filtered<T> {
  readonly shown: readonly T[]
  readonly filters: ReactNode
}

/** `kindName`: what the second choice is called, such as `Code`. */
export function useFilters<T>(
  all: readonly T[],
  kindName: string,
  surfaceOf: (one: T) => string | undefined,
  kindOf: (one: T) => string,
): Filtered<T> {
  const [surface, setSurface] = useState('')
  const [kind, setKind] = useState('')
  const surfaces = distinct(all.map((one) => surfaceOf(one) ?? ''))
  const kinds = distinct(all.map(kindOf))
  const fits = (one: T): boolean =>
    (surface === '' || surfaceOf(one) === surface) && (kind === '' || kindOf(one) === kind)
  return {
    shown: all.filter(fits),
    filters: (
      <div className="sf-i-filters">
        <Choice name="Surface" values={surfaces} value={surface} onChange={setSurface} />
        <Choice name={kindName} values={kinds} value={kind} onChange={setKind} />
      </div>
    ),
  }
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].filter((value) => value !== '').sort()
}

interface ChoiceProps {
  readonly name: string
  readonly values: readonly string[]
  readonly value: string
  readonly onChange: (value: string) => void
}

function Choice({ name, values, value, onChange }: ChoiceProps): ReactNode {
  return (
    <label className="sf-i-choice">
      <span>{name}</span>
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">All</option>
        {values.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  )
}
