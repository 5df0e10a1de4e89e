/** `Stat`: one figure of a report, with its change. */
import type { RendererOf } from '../../react/renderer.ts'
import type { StatProps } from '../props.ts'
import { figureText } from './figure.ts'

export const Stat: RendererOf<StatProps> = ({ props, locale, label: name, description }) => {
  const { label, value, change, good, caption } = props
  const isWelcome = change === undefined || change === 0 ? undefined : change > 0 === (good === 'up')
  const tone = isWelcome === undefined ? 'neutral' : isWelcome ? 'success' : 'danger'
  const percent = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
  return (
    <dl className="sf-stat" aria-label={name} aria-description={description}>
      <dt className="sf-stat__label" dir="auto">
        {label}
      </dt>
      <dd className="sf-stat__value" dir="auto">
        {figureText(value, props, locale)}
      </dd>
      {(change !== undefined || caption) && (
        <dd className="sf-stat__note">
          {change !== undefined && (
            <span className={`sf-stat__change sf-tone sf-tone--${tone}`}>
              {change !== 0 && (
                <svg className="sf-stat__arrow" viewBox="0 0 12 12" aria-hidden="true">
                  <path d={change > 0 ? 'M6 2l4 5H2z' : 'M6 10 2 5h8z'} />
                </svg>
              )}
              {percent.format(change)}
            </span>
          )}
          {caption && <span dir="auto">{caption}</span>}
        </dd>
      )}
    </dl>
  )
}
