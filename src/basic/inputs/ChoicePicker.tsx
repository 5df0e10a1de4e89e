/** `ChoicePicker`: one option, or several, from a list of boxes or chips. */
import type { FocusEvent } from 'react'
import type { RendererOf } from '../../react/renderer.ts'
import { Choices, type LimitedProps } from './Choices.tsx'
import { useField } from './Field.tsx'

export const ChoicePicker: RendererOf<LimitedProps> = (input) => {
  const { props, enter, label, texts, frozen } = input
  const field = useField(input)
  const single = props.variant === 'mutuallyExclusive'
  const labelled = label === undefined && props.label !== undefined && props.label !== ''
  const group = {
    ...field.attributes,
    role: single ? 'radiogroup' : 'group',
    'aria-label': label,
    'aria-labelledby': labelled ? `${field.id}-label` : undefined,
    onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      if (!currentTarget.contains(relatedTarget)) field.leave()
    },
  }

  function choose(value: string, checked: boolean): void {
    const others = props.value.filter((other) => other !== value)
    enter('value', single ? [value] : checked ? [...others, value] : others)
    field.leave()
  }

  return (
    <div className="sf-field" {...group}>
      {props.label !== undefined && props.label !== '' && (
        <span className="sf-field__label" id={`${field.id}-label`} dir="auto">
          {props.label}
        </span>
      )}
      <Choices props={props} name={field.id} texts={texts} frozen={frozen} choose={choose} />
      {field.error}
    </div>
  )
}
