/** The few signs of the inspector. Never the only name of a control. */
import type { ReactNode } from 'react'

const shapes = {
  close: 'm4 4 8 8M12 4l-8 8',
  chevron: 'm6 4 4 4-4 4',
  alert: 'M8 2.4 14 13H2ZM8 6.4v3M8 11.2v.1',
} as const

export function Icon({ name }: { readonly name: keyof typeof shapes }): ReactNode {
  return (
    <svg className="sf-i-icon" data-icon={name} viewBox="0 0 16 16" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  )
}
