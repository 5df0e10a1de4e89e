/** `Steps`: the steps of a process, done, under way and to come. */
import type { RendererOf } from '../../react/renderer.ts'
import type { StepsProps } from '../props.ts'
import { workTextsOf } from '../texts.ts'

export const Steps: RendererOf<StepsProps> = ({ props: { steps, current }, label, description, ...input }) => {
  const texts = workTextsOf(input.texts)
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without numbers.
    <ol className="sf-steps" role="list" aria-label={label} aria-description={description}>
      {steps.map((step, index) => {
        const state = index + 1 < current ? 'done' : index + 1 === current ? 'current' : 'ahead'
        return (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: Two steps may have one title.
            key={index}
            className={`sf-steps__step sf-steps__step--${state}`}
            aria-current={state === 'current' ? 'step' : undefined}
          >
            <span className="sf-steps__mark" aria-hidden="true">
              {state === 'done' ? (
                <svg viewBox="0 0 12 12" aria-hidden="true">
                  <path d="M2.5 6.5 5 9l4.5-5.5" />
                </svg>
              ) : (
                index + 1
              )}
            </span>
            <span className="sf-steps__body">
              <span className="sf-steps__title" dir="auto">
                {step.title}
              </span>
              {state === 'done' && <span className="sf-visually-hidden">{texts.done}</span>}
              {step.description && (
                <span className="sf-steps__note" dir="auto">
                  {step.description}
                </span>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
