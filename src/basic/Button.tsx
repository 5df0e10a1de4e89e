/** `Button`: one child, one action; disabled while one of its checks fails. */
import type { RendererOf } from '../react/renderer.ts'
import type { ButtonProps } from './props.ts'

export const Button: RendererOf<ButtonProps> = ({ props, child, act, valid, errors, busy, label, description }) => (
  <button
    type="button"
    className={`sf-button sf-button--${props.variant}`}
    disabled={!valid}
    aria-busy={busy || undefined}
    aria-label={label}
    aria-description={errors[0] ?? description}
    title={errors[0]}
    onClick={() => act('action')}
  >
    {child(props.child)}
  </button>
)
