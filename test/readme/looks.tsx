// Guide, "Your own look": renderers of a component library.
// src/looks.tsx
import { type BasicRenderers, basicRenderers, useField } from 'surface-runtime'

const Button: BasicRenderers['Button'] = ({ props, child, act, busy, valid, frozen }) => (
  <button type="button" data-kind={props.variant} disabled={busy || frozen || !valid} onClick={() => act('action')}>
    {child(props.child, 'control')}
  </button>
)

const TextField: BasicRenderers['TextField'] = (input) => {
  const { props, enter, frozen } = input
  const { id, attributes, error, leave } = useField(input)
  return (
    <div>
      <label htmlFor={id}>{props.label}</label>
      <input
        {...attributes}
        type={props.variant === 'obscured' ? 'password' : 'text'}
        value={props.value ?? ''}
        readOnly={frozen}
        onChange={({ target }) => enter('value', target.value)}
        onBlur={leave}
      />
      {error}
    </div>
  )
}

export const renderers: BasicRenderers = { ...basicRenderers, Button, TextField }
