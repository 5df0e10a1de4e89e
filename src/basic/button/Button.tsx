/** `Button`: one child and one action. */
import { useRef, useState } from 'react'
import type { Action } from '../../catalog/component.ts'
import { nameWithin } from '../../json/value.ts'
import type { RendererOf } from '../../react/renderer.ts'
import { type DomQuery, hasName, useDomQuery } from '../dom-query.ts'
import type { ButtonProps } from '../props.ts'

/**
 * The button is disabled while one of its checks fails; a press then shows the reason. On a frozen surface the button
 * keeps the focus and still opens the `Modal` whose trigger it is.
 */
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
  const icon = useDomQuery(frame, wordless)
  const [focused, setFocused] = useState(false)
  const [tried, setTried] = useState(false)
  const reason = valid ? undefined : errors[0]
  const actionFailed = failed && valid && !frozen
  const showReason = (): void => {
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
        // A disabled element loses the focus, and a message must not take the focus away.
        disabled={!valid && !focused}
        aria-disabled={!valid || frozen || undefined}
        aria-busy={busy || undefined}
        aria-label={label ?? (icon === '' ? nameOf(props.action) || texts.button : icon && texts.icon(icon))}
        aria-description={reason ?? (actionFailed ? texts.actionFailed : description)}
        title={reason}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        // A press on a disabled button makes no click event.
        onPointerDown={showReason}
        onClick={() => (valid ? act('action') : showReason())}
      >
        {child(props.child, 'control')}
      </button>
      {tried && reason !== undefined && (
        <p className="sf-field__error sf-button__reason" dir="auto">
          {reason}
        </p>
      )}
      {(busy || actionFailed) && (
        // The live region is mounted before it has text: screen readers announce changes of a region that they know.
        <p className="sf-field__error sf-button__reason" role="status" dir="auto">
          {actionFailed && texts.actionFailed}
        </p>
      )}
    </>
  )
}

/** What a button without words is called; empty if its action has no name. */
function nameOf({ does }: Action): string {
  if (does.kind === 'event') return nameWithin(does.name)
  return does.call.kind === 'call' ? does.call.fn.name : ''
}

/**
 * What a button without a name holds: the catalog's name of its icon, empty where there is none. `undefined`: the button has
 * a name.
 */
const wordless: DomQuery<string | undefined> = {
  read: (button) =>
    hasName.read(button) ? undefined : (button.querySelector('svg[data-icon]')?.getAttribute('data-icon') ?? ''),
  initial: undefined,
  text: true,
}
