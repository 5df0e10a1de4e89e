/** `TextField`: a labelled input for text. */
import { type ChangeEvent, useState } from 'react'
import type { RendererOf } from '../../react/renderer.ts'
import { useHeldFocus } from '../focus-handoff.ts'
import type { TextFieldProps } from '../props.ts'
import { nameOf } from './control-name.ts'
import { useField } from './Field.tsx'

/**
 * While the person types, the field shows what they typed, whatever the agent writes meanwhile; on leaving it, their
 * text is written once more, so that what they see is what is sent.
 */
export const TextField: RendererOf<TextFieldProps> = (given) => {
  const { props, enter, frozen, label, texts } = given
  const { value = '', variant } = props
  const field = useField(given)
  const [draft, setDraft] = useState<string>()
  const place = useHeldFocus()
  const input = {
    ...field.attributes,
    ref: place,
    className: 'sf-input',
    dir: 'auto',
    'aria-label': nameOf(label, props.label, texts.textField),
    readOnly: frozen,
    value: draft ?? value,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setDraft(target.value)
      enter('value', target.value)
    },
    onBlur: () => {
      if (draft !== undefined && draft !== value) enter('value', draft)
      setDraft(undefined)
      field.leave()
    },
  } as const
  return (
    <div className="sf-field">
      <label className="sf-field__label" htmlFor={field.id} dir="auto">
        {props.label}
      </label>
      {variant === 'longText' ? <textarea {...input} rows={3} /> : <input {...input} {...kinds[variant]} />}
      {field.error}
    </div>
  )
}

/** A number is typed as text: a number input swallows what it cannot read, and the agent asked for a text. */
const kinds = {
  shortText: { type: 'text' },
  number: { type: 'text', inputMode: 'decimal' },
  obscured: { type: 'password', autoComplete: 'off' },
} as const
