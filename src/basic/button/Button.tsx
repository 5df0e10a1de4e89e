/** `Button`: one child and one action. */
import { useRef, useState } from 'react'
import { nameWithin } from '../../json/value.ts'
import type { Act, RendererOf } from '../../react/renderer.ts'
import { type DomQuery, hasName, useDomQuery } from '../dom-query.ts'
import type { ButtonProps } from '../props.ts'

/**
 * While one of its checks fails the button is disabled and stays in the tab order: the keyboard comes to it, and the focus or a press
 * shows the reason. A button that is natively disabled can say nothing, and loses the focus. On a frozen surface the button still
 * opens the `Modal` whose trigger it is.
 */
export const Button: RendererOf<ButtonProps> = ({
  props,
  child,
  act,
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
  /** How often the reason was asked for since the checks began to fail: with the focus, or by a press. */
  const [asked, setAsked] = useState(0)
  if (valid && asked > 0) setAsked(0)
  const reason = valid ? undefined : errors[0]
  const blocked = !valid && !frozen
  const actionFailed = failed && valid && !frozen
  return (
    <>
      <button
        type="button"
        ref={frame}
        className={`sf-button sf-button--${props.variant}${blocked ? ' sf-button--blocked' : ''}`}
        aria-disabled={!valid || frozen || undefined}
        aria-busy={busy || undefined}
        aria-label={label ?? (icon === '' ? nameOf(props.action) || texts.button : icon && texts.icon(icon))}
        aria-description={reason ?? (actionFailed ? texts.actionFailed : description)}
        title={reason}
        // Not at once for the mouse: what appears during a press moves what is pressed.
        onFocus={({ target }) => blocked && target.matches(':focus-visible') && setAsked(asked || 1)}
        onClick={(event) => {
          // Within the trigger of a `Modal`: the dialog stays closed.
          if (blocked) event.stopPropagation()
          if (blocked) setAsked(asked + 1)
          act('action')
        }}
      >
        {child(props.child, 'control')}
      </button>
      {(blocked || busy || actionFailed) && (
        // The live region is mounted before it has text: screen readers announce changes of a region that they know. The space
        // makes each press a change.
        <p className="sf-button__reason" role="status" dir="auto">
          {actionFailed ? texts.actionFailed : reason && asked > 0 && reason + (asked % 2 ? '' : '\u00a0')}
        </p>
      )}
    </>
  )
}

/** What a button without words is called; empty if its action has no name. */
function nameOf({ does }: Act): string {
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
