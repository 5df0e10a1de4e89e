/** `CheckBox`: a labelled box that is checked or not. */
import type { RendererOf } from '../../react/renderer.ts'
import type { CheckBoxProps } from '../props.ts'
import { ariaLabelOf, unshownNote, useField } from './Field.tsx'

/** The label is part of what can be pressed. */
export const CheckBox: RendererOf<CheckBoxProps> = (input) => {
  const { props, enter, lost, frozen, draft, label, texts } = input
  const field = useField(input, unshownNote(input, lost('value'), 'Send true or false.'))
  return (
    <div className="sf-field">
      <label className="sf-checkbox">
        <input
          {...field.attributes}
          type="checkbox"
          className="sf-checkbox__box"
          aria-label={ariaLabelOf(label, props.label, texts.checkBox)}
          checked={props.value}
          disabled={frozen && !draft}
          aria-disabled={draft || undefined}
          onChange={({ target }) => enter('value', target.checked)}
          onBlur={field.leave}
        />
        <span dir="auto">{props.label}</span>
      </label>
      {field.error}
    </div>
  )
}
