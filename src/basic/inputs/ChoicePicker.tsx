/** `ChoicePicker`: one or several of a few options, as a list of boxes or as chips. */
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { RendererOf } from '../../react/renderer.ts'
import type { Texts } from '../../react/texts.ts'
import { keysOf } from '../keys.ts'
import type { ChoicePickerProps } from '../props.ts'
import { nameOf } from './control-name.ts'
import { useField } from './Field.tsx'

interface Limited {
  /** v0.8 only: how many may be selected; default: any number. */
  readonly maxSelections?: number
}

type LimitedProps = ChoicePickerProps & Limited

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

  function choose(chosen: string, on: boolean): void {
    const others = props.value.filter((other) => other !== chosen)
    enter('value', single ? [chosen] : on ? [...others, chosen] : others)
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

interface ChoicesProps {
  readonly props: LimitedProps
  /** Of this instance alone: radio buttons of one name are one group in the whole page. */
  readonly name: string
  readonly texts: Texts
  /** The options are for reading; they still can be filtered. */
  readonly frozen: boolean
  readonly choose: (value: string, on: boolean) => void
}

/** Options drawn at first, and further ones each time the person asks: an agent may send any number. */
const step = 200

function Choices({ props, name, texts, frozen, choose }: ChoicesProps): ReactNode {
  const [filter, setFilter] = useState('')
  const { options, value, variant, displayStyle, filterable, maxSelections = Number.POSITIVE_INFINITY } = props
  const kind = variant === 'mutuallyExclusive' ? 'radio' : 'checkbox'
  const chosen = new Set(value)
  const full = kind === 'checkbox' && value.length >= maxSelections
  const fitting = filterable ? options.filter((option) => contains(option.label, filter)) : options
  const [allowed, setAllowed] = useState(step)
  const shown = shownOf(fitting, chosen, allowed)
  const hidden = fitting.length - shown.length
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Who asks for more goes on at the first that was hidden.
    if (allowed > step) list.current?.querySelectorAll('input')[allowed - step]?.focus()
  }, [allowed])
  // Two options may have one value by mistake; they still are two places.
  const keys = keysOf(shown.map((option) => option.value))
  return (
    <>
      {filterable && <Filter texts={texts} value={filter} change={setFilter} />}
      <div className={`sf-choices sf-choices--${displayStyle}`} ref={list}>
        {shown.map((option, index) => (
          <Choice
            key={keys[index]}
            name={name}
            kind={kind}
            chip={displayStyle === 'chips'}
            label={option.label}
            value={option.value}
            checked={chosen.has(option.value)}
            disabled={frozen || (full && !chosen.has(option.value))}
            change={(on) => choose(option.value, on)}
          />
        ))}
      </div>
      {hidden > 0 && (
        <button type="button" className="sf-more" onClick={() => setAllowed(allowed + step)}>
          {texts.more(hidden)}
        </button>
      )}
      {filterable && (
        <p className="sf-choices__none" role="status">
          {fitting.length === 0 ? texts.noOptions : ''}
        </p>
      )}
    </>
  )
}

/** The first so many, and what is chosen beyond them, unless that is hundreds too. */
function shownOf<O extends { readonly value: string }>(
  options: readonly O[],
  chosen: ReadonlySet<string>,
  allowed: number,
): readonly O[] {
  const beyond = options.slice(allowed).filter(({ value }) => chosen.has(value))
  return [...options.slice(0, allowed), ...beyond.slice(0, step)]
}

function contains(label: string, filter: string): boolean {
  return label.toLowerCase().includes(filter.trim().toLowerCase())
}

interface FilterProps {
  readonly texts: Texts
  readonly value: string
  readonly change: (value: string) => void
}

function Filter({ texts, value, change }: FilterProps): ReactNode {
  return (
    <input
      type="search"
      className="sf-input"
      dir="auto"
      autoComplete="off"
      aria-label={texts.filter}
      placeholder={texts.filter}
      value={value}
      onChange={({ target }) => change(target.value)}
    />
  )
}

interface ChoiceProps {
  readonly name: string
  readonly kind: 'radio' | 'checkbox'
  readonly chip: boolean
  readonly label: string
  readonly value: string
  readonly checked: boolean
  readonly disabled: boolean
  readonly change: (on: boolean) => void
}

function Choice({ name, kind, chip, label, value, checked, disabled, change }: ChoiceProps): ReactNode {
  return (
    <label className={chip ? 'sf-chip' : 'sf-checkbox'}>
      <input
        type={kind}
        name={name}
        className={chip ? 'sf-chip__box' : `sf-checkbox__box sf-checkbox__box--${kind}`}
        aria-label={nameOf(undefined, label, value)}
        checked={checked}
        disabled={disabled}
        onChange={({ target }) => change(target.checked)}
      />
      <span dir="auto">{label}</span>
    </label>
  )
}
