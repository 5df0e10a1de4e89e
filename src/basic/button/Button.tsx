/**
 * `Button`: one child, one action; disabled while one of its checks fails, with the reason for whoever tries. One that is only
 * frozen keeps the focus, and still opens the `Modal` whose trigger it is.
 */
import { useRef, useState } from 'react'
import type { RendererOf } from '../../react/renderer.ts'
import { useLoneIcon } from '../dom-query.ts'
import { IconArrival } from '../icon/IconSvg.tsx'
import type { ButtonProps } from '../props.ts'

export const Button: RendererOf<ButtonProps> = ({
  props,
  child,
  act,
  attempts,
  texts,
  valid,
  errors,
  busy,
  failed,
  frozen,
  label,
  description,
}) => {
  const frame = useRef<HTMLButtonElement>(null)
  const [icon, watch] = useLoneIcon(frame)
  const [focused, setFocused] = useState(false)
  const [tried, setTried] = useState(false)
  const reason = valid ? undefined : errors[0]
  const broken = failed && valid && !frozen
  const tell = (): void => {
    if (valid || frozen) return
    setTried(true)
    attempts.add()
  }
  return (
    <>
      <button
        type="button"
        ref={frame}
        className={`sf-button sf-button--${props.variant}`}
        // A message must not take the focus, which a disabled element loses.
        disabled={!valid && !focused}
        aria-disabled={!valid || frozen || undefined}
        aria-busy={busy || undefined}
        aria-label={label ?? (icon === '' ? undefined : texts.icon(icon))}
        aria-description={reason ?? (broken ? texts.actionFailed : description)}
        title={reason}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        // The press of a disabled button is no click.
        onPointerDown={tell}
        onClick={() => (valid ? act('action') : tell())}
      >
        <IconArrival value={watch}>{child(props.child, 'control')}</IconArrival>
      </button>
      {tried && reason !== undefined && (
        <p className="sf-field__error sf-button__reason" dir="auto">
          {reason}
        </p>
      )}
      {(busy || broken) && (
        // In place, and empty, before something is said: screen readers announce a change of a region that they know.
        <p className="sf-field__error sf-button__reason" role="status" dir="auto">
          {broken && texts.actionFailed}
        </p>
      )}
    </>
  )
}
