/** `Accordion`: sections that the user unfolds; the browser's own element does it, also while the page searches. */
import { useId } from 'react'
import type { RendererOf } from '../../react/renderer.ts'
import type { AccordionProps } from '../props.ts'

export const Accordion: RendererOf<AccordionProps> = ({ props: { sections, multiple }, child, texts, label }) => {
  const name = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: A fieldset is for fields.
    <div className="sf-accordion" role="group" aria-label={label}>
      {sections.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: Two sections may have one title.
        <details key={index} className="sf-accordion__section" name={multiple ? undefined : name}>
          <summary className="sf-accordion__title">
            <span dir="auto">{section.title || texts.tab(index + 1)}</span>
            <svg className="sf-accordion__arrow" viewBox="0 0 12 12" aria-hidden="true">
              <path d="M2.5 4.5 6 8l3.5-3.5" />
            </svg>
          </summary>
          <div className="sf-accordion__body">{child(section.child)}</div>
        </details>
      ))}
    </div>
  )
}
