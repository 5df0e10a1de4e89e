/** `Callout`: what must not be overlooked. */
import { IconSvg } from '../../basic/icon/IconSvg.tsx'
import type { RendererOf } from '../../react/renderer.ts'
import { drawMarkdown } from '../markdown.tsx'
import type { CalloutProps } from '../props.ts'

const icons = { info: 'info', success: 'check', warning: 'warning', danger: 'error' } as const

/** The tone is in the icon too, not in the colour alone. */
export const Callout: RendererOf<CalloutProps> = (input) => {
  const { props, child, label, description, draft } = input
  const { tone, title, text } = props
  return (
    <div
      className={`sf-callout sf-tone sf-tone--${tone}`}
      role="note"
      aria-label={label ?? (title || undefined)}
      aria-description={description}
    >
      <IconSvg name={icons[tone]} loads={!draft} />
      <div className="sf-callout__body">
        {title && (
          <p className="sf-callout__title" dir="auto">
            {title}
          </p>
        )}
        {drawMarkdown(input, text)}
        {props.child && child(props.child)}
      </div>
    </div>
  )
}
