/** `Divider`: a line between components. */
import type { RendererOf } from '../../react/renderer.ts'
import type { DividerProps } from '../props.ts'

/** Inside a control it is decoration. */
export const Divider: RendererOf<DividerProps> = ({ props: { axis }, label, description, inControl }) => {
  const className = `sf-divider sf-divider--${axis}`
  // Screen readers read the text of a button only.
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
