/** `Divider`: a line between parts. */
import type { RendererOf } from '../../react/renderer.ts'
import type { DividerProps } from '../props.ts'

export const Divider: RendererOf<DividerProps> = ({ props: { axis }, label, description, inControl }) => {
  const className = `sf-divider sf-divider--${axis}`
  // Of what a button holds assistive technology is told the text alone.
  if (inControl) return <span className={className} />
  return (
    <hr
      className={className}
      aria-orientation={axis === 'vertical' ? axis : undefined}
      aria-label={label}
      aria-description={description}
    />
  )
}
