/** `CheckBox`: a labelled box for yes or no. */
import type { RendererOf } from '../../react/renderer.ts'
import type { CheckBoxProps } from '../props.ts'
import { nameOf } from './control-name.ts'
import { useField } from './Field.tsx'

export const CheckBox: RendererOf<CheckBoxProps> = (given) => {
  const { props, enter, frozen, label, texts } = given
  const field = useField(given)
  return (
    <div className="sf-field">
      <label className="sf-checkbox">
        <input
          {...field.attributes}
          type="checkbox"
          className="sf-checkbox__box"
          aria-label={nameOf(label, props.label, texts.checkBox)}
          checked={props.value}
          disabled={frozen}
          onChange={({ target }) => enter('value', target.checked)}
          onBlur={field.leave}
        />
        <span dir="auto">{props.label}</span>
      </label>
      {field.error}
    </div>
  )
}
