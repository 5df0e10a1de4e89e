/** `Select`: a choice of many, with a search. Options may be in the data. */
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { ariaLabelOf, labelOf, unshownNote, useField } from '../../basic/inputs/Field.tsx'
import { toText } from '../../json/coerce.ts'
import { getOwn, isList, isObject, type JsonObject, type JsonValue } from '../../json/value.ts'
import type { RendererOf } from '../../react/renderer.ts'
import type { SelectProps } from '../props.ts'
import { workTextsOf } from '../texts.ts'

/** Options that are drawn at once; the search narrows them. */
const most = 100

interface Option {
  readonly label: string
  readonly value: string
}

/**
 * The pattern of a combobox: the focus stays in the input, the arrow keys walk the list. The list opens in the flow of the surface,
 * whose edges would cut off what floats.
 */
export const Select: RendererOf<SelectProps> = (input) => {
  const { props, enter, lost, label, frozen, draft, locale } = input
  const { value, multiple, placeholder } = props
  const texts = workTextsOf(input.texts)
  const options = useMemo(() => optionsOf(props.options), [props.options])
  const byValue = useMemo(() => new Map(options.map((option) => [option.value, option])), [options])
  const known = value.filter((one) => byValue.has(one)).slice(0, multiple ? undefined : 1)
  const unshown = value.filter((one) => !known.includes(one)).slice(0, 20)
  const field = useField(input, unshownNote(input, lost('value') ?? unshown.join(', '), 'Send values of "options".'))
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState<string>()
  const [active, setActive] = useState(0)
  const box = useRef<HTMLInputElement>(null)
  const words = (search ?? '').trim().toLocaleLowerCase(locale)
  const matching = useMemo(
    () => options.filter((option) => option.label.toLocaleLowerCase(locale).includes(words)),
    [options, words, locale],
  )
  const shown = matching.slice(0, most)
  const listId = `${field.id}-list`
  const chosenLabel = known.map((one) => byValue.get(one)?.label ?? one).join(', ')

  function show(on: boolean): void {
    setOpen(on && !frozen)
    setSearch(undefined)
    setActive(Math.max(0, on ? shown.findIndex((option) => known.includes(option.value)) : 0))
  }

  function choose(option: Option | undefined): void {
    if (!option || frozen) return
    const isChosen = known.includes(option.value)
    if (!multiple) enter('value', [option.value])
    else enter('value', isChosen ? known.filter((one) => one !== option.value) : [...known, option.value])
    field.leave()
    if (!multiple) show(false)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      if (!open) show(true)
      else move((active + step + shown.length) % Math.max(1, shown.length))
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      choose(shown[active])
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation()
      show(false)
    }
  }

  function move(to: number): void {
    setActive(to)
    // jsdom, in which hosts test, does not scroll.
    document.getElementById(`${listId}-${to}`)?.scrollIntoView?.({ block: 'nearest' })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: It only hears that the focus has left.
    <div
      className="sf-field sf-select"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return
        show(false)
        field.leave()
      }}
    >
      {labelOf(field.id, props.label)}
      <input
        {...field.attributes}
        ref={box}
        type="text"
        className="sf-input sf-select__input"
        role="combobox"
        dir="auto"
        autoComplete="off"
        aria-label={ariaLabelOf(label, props.label, texts.select)}
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && shown.length > 0 ? `${listId}-${active}` : undefined}
        readOnly={frozen}
        aria-disabled={draft || undefined}
        placeholder={open && chosenLabel ? chosenLabel : placeholder || texts.search}
        value={search ?? (open && chosenLabel !== '' ? '' : chosenLabel)}
        onChange={({ target }) => {
          setSearch(target.value)
          setActive(0)
          setOpen(true)
        }}
        onClick={() => !open && show(true)}
        onKeyDown={onKeyDown}
      />
      <div
        className="sf-select__list"
        id={listId}
        role="listbox"
        aria-multiselectable={multiple || undefined}
        aria-label={props.label || texts.select}
        hidden={!open}
      >
        {open &&
          shown.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: The focus is in the input, whose keys choose.
            <div
              key={option.value}
              id={`${listId}-${index}`}
              className={`sf-select__option${index === active ? ' sf-select__option--active' : ''}`}
              role="option"
              tabIndex={-1}
              aria-selected={known.includes(option.value)}
              dir="auto"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              {option.label}
            </div>
          ))}
      </div>
      <p className="sf-choices__none" role="status">
        {open &&
          (matching.length === 0
            ? input.texts.noOptions
            : matching.length > most
              ? texts.narrow(matching.length - most)
              : '')}
      </p>
      {field.error}
    </div>
  )
}

/** A bound value may be anything; of options with one value the first counts. */
function optionsOf(value: JsonValue | undefined): readonly Option[] {
  const list = isList(value) ? value : isObject(value) ? Object.values(value as JsonObject) : []
  const options = list.map((one): Option => {
    if (!isObject(one) || isList(one)) return { label: toText(one), value: toText(one) }
    const { label, value } = { label: getOwn(one as JsonObject, 'label'), value: getOwn(one as JsonObject, 'value') }
    return { label: toText(label ?? value), value: toText(value ?? label) }
  })
  return [...new Map(options.toReversed().map((option) => [option.value, option])).values()].toReversed()
}
