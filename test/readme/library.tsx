// Guide, "A component library, whole": its renderers.
import { Button as LibraryButton } from '@base-ui/react/button'
import { Checkbox } from '@base-ui/react/checkbox'
import { CheckboxGroup } from '@base-ui/react/checkbox-group'
import { Dialog } from '@base-ui/react/dialog'
import { Field } from '@base-ui/react/field'
import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { Slider as LibrarySlider } from '@base-ui/react/slider'
import { Tabs as LibraryTabs } from '@base-ui/react/tabs'
import { useId, useState } from 'react'
import { type BasicRenderers, basicRenderers, useField } from 'surface-runtime'

const Button: BasicRenderers['Button'] = {
  control: ({ props, child, attempts, busy, failed, valid, errors, frozen, label, texts }) => (
    <>
      <LibraryButton
        className={`button button-${props.variant}`}
        disabled={busy || frozen}
        focusableWhenDisabled
        aria-disabled={!valid || busy || frozen}
        aria-busy={busy}
        aria-label={label}
        aria-description={errors[0]}
        // Where a check fails, a press shows the messages of all fields.
        onClick={() => (valid ? props.action() : attempts.add())}
      >
        {child(props.child, 'control')}
      </LibraryButton>
      <span role="status">{failed && texts.actionFailed}</span>
    </>
  ),
}

const TextField: BasicRenderers['TextField'] = {
  control: (input) => {
    const { props, frozen, label } = input
    const { attributes, error, leave } = useField(input)
    return (
      <Field.Root className="field" invalid={attributes['aria-invalid'] ?? false}>
        <Field.Label>{props.label}</Field.Label>
        <Field.Control
          {...attributes}
          aria-label={label}
          type={props.variant === 'obscured' ? 'password' : 'text'}
          inputMode={props.variant === 'number' ? 'decimal' : undefined}
          render={props.variant === 'longText' ? <textarea rows={4} /> : undefined}
          value={props.value ?? ''}
          readOnly={frozen}
          onValueChange={props.onChange}
          onBlur={leave}
        />
        {error}
      </Field.Root>
    )
  },
}

const CheckBox: BasicRenderers['CheckBox'] = {
  control: (input) => {
    const { props, frozen, label } = input
    const { attributes, error, leave } = useField(input)
    return (
      <Field.Root className="field" invalid={attributes['aria-invalid'] ?? false}>
        <Field.Label className="choice">
          <Checkbox.Root
            {...attributes}
            className="box"
            aria-label={label}
            checked={props.value}
            readOnly={frozen}
            onCheckedChange={props.onChange}
            onBlur={leave}
          >
            <Checkbox.Indicator aria-hidden>✓</Checkbox.Indicator>
          </Checkbox.Root>
          {props.label}
        </Field.Label>
        {error}
      </Field.Root>
    )
  },
}

const ChoicePicker: BasicRenderers['ChoicePicker'] = {
  control: (input) => {
    const { props, frozen, label, texts } = input
    const { attributes, error, leave } = useField(input)
    const [filter, setFilter] = useState('')
    const title = useId()
    const single = props.variant === 'mutuallyExclusive'
    const named = { 'aria-label': label, 'aria-labelledby': label === undefined ? title : undefined }
    const group = { ...attributes, ...named, className: props.displayStyle, readOnly: frozen, onBlur: leave }
    const choices = props.options
      .filter((option) => option.label.toLowerCase().includes(filter.toLowerCase()))
      .map((option) => (
        <label key={option.value} className="choice">
          {single ? (
            <Radio.Root className="dot" value={option.value}>
              <Radio.Indicator aria-hidden>•</Radio.Indicator>
            </Radio.Root>
          ) : (
            <Checkbox.Root className="box" name={option.value} value={option.value} readOnly={frozen}>
              <Checkbox.Indicator aria-hidden>✓</Checkbox.Indicator>
            </Checkbox.Root>
          )}
          {option.label}
        </label>
      ))
    return (
      <div className="field">
        <span id={title}>{props.label}</span>
        {props.filterable && (
          <input
            type="search"
            aria-label={texts.filter}
            value={filter}
            onChange={({ target }) => setFilter(target.value)}
          />
        )}
        {single ? (
          <RadioGroup
            {...group}
            value={props.value[0] ?? null}
            onValueChange={(value) => props.onChange(value === null ? [] : [value])}
          >
            {choices}
          </RadioGroup>
        ) : (
          <CheckboxGroup {...group} value={[...props.value]} onValueChange={props.onChange}>
            {choices}
          </CheckboxGroup>
        )}
        {error}
      </div>
    )
  },
}

const Slider: BasicRenderers['Slider'] = {
  control: (input) => {
    const { props, frozen, label, locale } = input
    const { attributes, error, leave } = useField(input)
    return (
      <div className="field">
        <LibrarySlider.Root
          value={props.value}
          min={props.min}
          max={props.max}
          locale={locale}
          disabled={frozen}
          onValueChange={props.onChange}
        >
          <LibrarySlider.Label>{props.label}</LibrarySlider.Label> <LibrarySlider.Value />
          <LibrarySlider.Control className="slider">
            <LibrarySlider.Track className="track">
              <LibrarySlider.Indicator className="filled" />
              <LibrarySlider.Thumb
                className="thumb"
                aria-label={label}
                aria-describedby={attributes['aria-describedby']}
                onBlur={leave}
              />
            </LibrarySlider.Track>
          </LibrarySlider.Control>
        </LibrarySlider.Root>
        {error}
      </div>
    )
  },
}

const Tabs: BasicRenderers['Tabs'] = {
  control: ({ props: { tabs }, child, label, texts }) => (
    <LibraryTabs.Root className="tabs" defaultValue={tabs[0]?.child.id}>
      <LibraryTabs.List aria-label={label} activateOnFocus>
        {tabs.map((tab, at) => (
          <LibraryTabs.Tab key={tab.child.id} value={tab.child.id}>
            {tab.title || texts.tab(at + 1)}
          </LibraryTabs.Tab>
        ))}
      </LibraryTabs.List>
      {tabs.map((tab) => (
        <LibraryTabs.Panel key={tab.child.id} value={tab.child.id}>
          {child(tab.child)}
        </LibraryTabs.Panel>
      ))}
    </LibraryTabs.Root>
  ),
}

const Modal: BasicRenderers['Modal'] = {
  control: ({ props, child, label, agent, texts, draft }) => {
    const [open, setOpen] = useState(false)
    return (
      <Dialog.Root open={open} onOpenChange={setOpen}>
        {/* The trigger is a button of the agent's; what it does by itself, it does as well. */}
        <div role="presentation" onClickCapture={() => setOpen(!draft)}>
          {child(props.trigger)}
        </div>
        <Dialog.Portal>
          <Dialog.Backdrop className="backdrop" />
          <Dialog.Popup className="sf-surface dialog" aria-label={label}>
            {/* The dialog covers the page, so it says whose it is; it stands outside of the surface, so it names the class. */}
            <Dialog.Title>{agent ?? texts.surface}</Dialog.Title>
            {child(props.content)}
            <Dialog.Close className="button">{texts.close}</Dialog.Close>
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    )
  },
}

const Card: BasicRenderers['Card'] = ({ props, child }) => <div className="card">{child(props.child)}</div>

export const libraryRenderers: BasicRenderers = {
  ...basicRenderers,
  ...{ Button, TextField, CheckBox, ChoicePicker, Slider, Tabs, Modal, Card },
}
