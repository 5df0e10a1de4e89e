/** `TextField`: a labelled input for text. */
import { type ChangeEvent, useState } from 'react'
import type { RendererOf } from '../../react/renderer.ts'
import { useFocusHandoff } from '../focus-handoff.ts'
import type { TextFieldProps } from '../props.ts'
import { ariaLabelOf, labelOf, useField } from './Field.tsx'

/**
 * The field shows the user's text while the user types, whatever the agent writes to the data model. When the user
 * leaves the field, the text is written a second time: the data model then holds the text that was shown.
 */
export const TextField: RendererOf<TextFieldProps> = (input) => {
  const { props, enter, frozen, label, texts } = input
  const { value = '', variant } = props
  const field = useField(input)
  const [localText, setLocalText] = useState<string>()
  const focusRef = useFocusHandoff()
  const attributes = {
    ...field.attributes,
    ref: focusRef,
    className: 'sf-input',
    dir: 'auto',
    'aria-label': ariaLabelOf(label, props.label, texts.textField),
    readOnly: frozen,
    value: localText ?? value,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setLocalText(target.value)
      enter('value', target.value)
    },
    onBlur: () => {
      if (localText !== undefined && localText !== value) enter('value', localText)
      setLocalText(undefined)
      field.leave()
    },
  } as const
  return (
    <div className="sf-field">
      {labelOf(field.id, props.label)}
      {variant === 'longText' ? <textarea {...attributes} rows={3} /> : <input {...attributes} {...kinds[variant]} />}
      {field.error}
    </div>
  )
}

/**
 * Numbers are typed as text: an input of the type `number` drops text that is no number, and the property is a text.
 */
const kinds = {
  shortText: { type: 'text' },
  number: { type: 'text', inputMode: 'decimal' },
  obscured: { type: 'password', autoComplete: 'off' },
} as const
