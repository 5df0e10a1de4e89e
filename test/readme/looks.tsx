// Guide, "Your own look": renderers of a component library.
// src/looks.tsx
import { type BasicRenderers, basicRenderers, useField } from 'surface-runtime'

// `control`: it can be pressed or entered, so a notice takes its place inside another control.
const Button: BasicRenderers['Button'] = {
  control: ({ props, child, busy, failed, valid, errors, frozen, texts }) => (
    <button
      type="button"
      data-kind={props.variant}
      // With `disabled` the Tab key would skip it: nobody could learn why, and a press would lose the focus.
      aria-disabled={busy || frozen || !valid}
      aria-description={errors[0]}
      title={errors[0]}
      onClick={props.action}
    >
      {child(props.child, 'control')}
      {failed && <small>{texts.actionFailed}</small>}
    </button>
  ),
}

const TextField: BasicRenderers['TextField'] = {
  control: (input) => {
    const { props, frozen } = input
    const { id, attributes, error, leave } = useField(input)
    return (
      <div>
        <label htmlFor={id}>{props.label}</label>
        <input
          {...attributes}
          type={props.variant === 'obscured' ? 'password' : 'text'}
          value={props.value ?? ''}
          readOnly={frozen}
          onChange={({ target }) => props.onChange(target.value)}
          onBlur={leave}
        />
        {error}
      </div>
    )
  },
}

export const renderers: BasicRenderers = { ...basicRenderers, Button, TextField }
