/** `Approval`: says what will happen, is answered once, and shows a receipt. */
import { useId, useState } from 'react'
import type { RendererOf } from '../../react/renderer.ts'
import { drawMarkdown } from '../markdown.tsx'
import type { ApprovalProps } from '../props.ts'
import { workTextsOf } from '../texts.ts'

type Answer = 'approve' | 'decline'

/**
 * The agent's own `decision` counts above what was pressed here. An answer that could not be sent is none: the buttons are there
 * again.
 */
export const Approval: RendererOf<ApprovalProps> = (input) => {
  const { props, act, busy, failed, frozen, locale, label, description } = input
  const { title, text, details = [], danger, decision } = props
  const texts = workTextsOf(input.texts)
  const id = useId()
  const [pressed, setPressed] = useState<{ readonly answer: Answer; readonly at: Date }>()
  const own = pressed && !failed ? pressed.answer : undefined
  const answer: Answer | undefined = decision === 'approved' ? 'approve' : decision === 'declined' ? 'decline' : own
  const isOver = answer !== undefined && !busy
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })

  function press(which: Answer): void {
    if (frozen || busy || answer !== undefined) return
    setPressed({ answer: which, at: new Date() })
    act(which)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: A fieldset is for fields.
    <div
      role="group"
      className={`sf-approval${danger ? ' sf-tone sf-tone--danger' : ''}`}
      aria-labelledby={label === undefined ? id : undefined}
      aria-label={label}
      aria-description={description}
    >
      <p className="sf-approval__title" id={id} dir="auto">
        {title}
      </p>
      {text && drawMarkdown(input, text)}
      {details.length > 0 && (
        <dl className="sf-approval__details">
          {details.map((detail, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: Two details may have one label.
            <div key={index} className="sf-approval__detail">
              <dt dir="auto">{detail.label}</dt>
              <dd dir="auto">{detail.value}</dd>
            </div>
          ))}
        </dl>
      )}
      {!isOver && (
        <div className="sf-approval__buttons">
          {(['decline', 'approve'] as const).map((which) => (
            <button
              key={which}
              type="button"
              className={`sf-button sf-button--${which === 'approve' ? `primary${danger ? ' sf-approval__danger' : ''}` : 'default'}`}
              aria-disabled={frozen || (busy && answer !== which) || undefined}
              aria-busy={(busy && answer === which) || undefined}
              onClick={() => press(which)}
            >
              {(which === 'approve' ? props.approveLabel : props.declineLabel) || texts[which]}
            </button>
          ))}
        </div>
      )}
      {/* Mounted before it has text: screen readers announce changes of a region that they know. */}
      <p
        className={
          isOver
            ? `sf-approval__receipt sf-tone sf-tone--${answer === 'approve' ? 'success' : 'neutral'}`
            : 'sf-approval__note'
        }
        role="status"
      >
        {isOver
          ? texts.receipt(answer === 'approve', own === answer && pressed ? clock.format(pressed.at) : undefined)
          : failed && !frozen
            ? input.texts.actionFailed
            : ''}
      </p>
    </div>
  )
}
