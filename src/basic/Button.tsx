/**
 * `Button`: one child, one action; disabled while one of its checks fails. One that is only frozen keeps the focus, and still
 * opens the `Modal` whose trigger it is.
 */
import type { RendererOf } from '../react/renderer.ts'
import type { ButtonProps } from './props.ts'

export const Button: RendererOf<ButtonProps> = (input) => {
  const { props, child, act, valid, errors, busy, frozen, label, description } = input
  return (
    <button
      type="button"
      className={`sf-button sf-button--${props.variant}`}
      disabled={!valid}
      aria-disabled={frozen || undefined}
      aria-busy={busy || undefined}
      aria-label={label}
      aria-description={errors[0] ?? description}
      title={errors[0]}
      onClick={() => act('action')}
    >
      {child(props.child)}
    </button>
  )
}
