/** A button that shows an icon alone. Its name is for assistive technology, and for who rests on it. */
import type { ComponentProps } from 'react'
import { Icon, type IconName } from './Icon.tsx'

export interface IconButtonProps extends Pick<ComponentProps<'button'>, 'aria-haspopup' | 'aria-expanded' | 'onClick'> {
  readonly icon: IconName
  readonly label: string
  /** Marked, not taken away: a button that vanished under the focus would lose it. */
  readonly disabled?: boolean
}

export function IconButton({ icon, label, disabled, onClick, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      {...{ 'aria-label': label, title: label, 'aria-disabled': disabled, ...rest }}
      onClick={disabled ? undefined : onClick}
    >
      <Icon name={icon} />
    </button>
  )
}
