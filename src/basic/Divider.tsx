/** `Divider`: a line between parts. */
import type { RendererOf } from '../react/renderer.ts'
import type { DividerProps } from './props.ts'

export const Divider: RendererOf<DividerProps> = ({ props: { axis }, label, description }) => (
  <hr
    className={`sf-divider sf-divider--${axis}`}
    aria-orientation={axis === 'vertical' ? axis : undefined}
    aria-label={label}
    aria-description={description}
  />
)
