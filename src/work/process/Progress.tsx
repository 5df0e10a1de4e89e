/** `Progress`: how far something is. */
import { useId } from 'react'
import type { RendererOf } from '../../react/renderer.ts'
import type { ProgressProps } from '../props.ts'

export const Progress: RendererOf<ProgressProps> = ({ props, locale, label: name, description }) => {
  const { label, value, max } = props
  const id = useId()
  const share = value === undefined ? undefined : Math.min(1, Math.max(0, value / max))
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  return (
    <div className="sf-progress">
      <div className="sf-progress__head">
        <span id={id} dir="auto">
          {label}
        </span>
        {share !== undefined && <span className="sf-progress__share">{percent.format(share)}</span>}
      </div>
      <progress
        className="sf-progress__bar"
        aria-labelledby={name === undefined ? id : undefined}
        aria-label={name}
        aria-description={description}
        {...(share === undefined ? {} : { value: share, max: 1 })}
      />
    </div>
  )
}
