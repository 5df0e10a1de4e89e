/** `ChoicePicker`: one option, or several, from a list of boxes or chips. */
import { type FocusEvent, useEffect, useMemo, useRef, useState } from 'react'
import { keysOf } from '../../react/children.ts'
import type { RendererOf } from '../../react/renderer.ts'
import type { ChoicePickerProps } from '../props.ts'
import { ariaLabelOf, unshownNote, useField } from './Field.tsx'

interface Limited {
  /** v0.8 only: the number of options that may be selected. Default: no limit. */
  readonly maxSelections?: number
}

type LimitedProps = ChoicePickerProps & Limited

/** Options drawn at first and added by each press on "more": an agent may send any number of options. */
const step = 200

/** Of what is no option so many are named below. */
const mostNamed = 20

/**
 * Radio buttons where the choices exclude each other, else checkboxes; a press counts as leaving the field. On a frozen surface
 * the options cannot be changed, and the filter works; in a draft the options also keep their places in the tab order.
 */
export const ChoicePicker: RendererOf<LimitedProps> = (input) => {
  const { props, enter, lost, label, texts, frozen, draft } = input
  const { options, value, variant, displayStyle, filterable, maxSelections = Number.POSITIVE_INFINITY } = props
  const single = variant === 'mutuallyExclusive'
  const offered = useMemo(
    () => new Map(options.map((option) => [option.value, option.label || option.value])),
    [options],
  )
  const known = [...new Set(value)].filter((one) => offered.has(one))
  const chosen = new Set(single && known.length > 1 ? [] : known)
  const unshown = value
    .filter((one) => !chosen.has(one))
    .slice(0, mostNamed)
    .map((one) => offered.get(one) ?? one)
  const notes = [
    single || maxSelections === Number.POSITIVE_INFINITY ? undefined : texts.atMost(maxSelections),
    unshownNote(input, lost('value') ?? unshown.join(', '), `Send ${single ? 'one value' : 'values'} of "options".`),
  ]
  const field = useField(input, notes.filter((note) => note !== undefined).join(' ') || undefined)
  const [filter, setFilter] = useState('')
  const [allowed, setAllowed] = useState(step)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // After a press on "more" the focus moves to the first option that was hidden.
    if (allowed > step) list.current?.querySelectorAll('input')[allowed - step]?.focus()
  }, [allowed])
  const chips = displayStyle === 'chips'
  const kind = single ? 'radio' : 'checkbox'
  const full = !single && known.length >= maxSelections
  /** Of an option that is one too many: it stays in the tab order, and says why. */
  const beyond = { 'aria-disabled': true, 'aria-describedby': `${field.id}-hint` }
  const matching = filterable ? options.filter((option) => matches(option.label, filter)) : options
  const shown = shownOf(matching, chosen, allowed)
  const hidden = matching.length - shown.length
  // Two options may have the same value by mistake: each is drawn.
  const keys = keysOf(shown.map((option) => option.value))
  const visible = props.label || undefined
  const group = {
    ...field.attributes,
    role: single ? 'radiogroup' : 'group',
    'aria-label': label,
    'aria-labelledby': label === undefined && visible ? `${field.id}-label` : undefined,
    onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      if (!currentTarget.contains(relatedTarget)) field.leave()
    },
  }

  function choose(option: string, checked: boolean): void {
    if (draft || (full && checked)) return
    // What is not shown goes with the first change.
    const others = known.filter((other) => other !== option)
    enter('value', single ? [option] : checked ? [...others, option] : others)
    field.leave()
  }

  return (
    <div className="sf-field" {...group}>
      {visible && (
        <span className="sf-field__label" id={`${field.id}-label`} dir="auto">
          {visible}
        </span>
      )}
      {filterable && (
        <input
          type="search"
          className="sf-input"
          dir="auto"
          autoComplete="off"
          aria-label={texts.filter}
          placeholder={texts.filter}
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
      )}
      <div className={`sf-choices sf-choices--${displayStyle}`} ref={list}>
        {shown.map(({ label: text, value: option }, index) => (
          <label key={keys[index]} className={chips ? 'sf-chip' : 'sf-checkbox'}>
            <input
              type={kind}
              // Unique in the page: radio buttons with the same name are one group.
              name={field.id}
              className={chips ? 'sf-chip__box' : `sf-checkbox__box sf-checkbox__box--${kind}`}
              aria-label={ariaLabelOf(undefined, text, option)}
              checked={chosen.has(option)}
              disabled={frozen && !draft}
              {...(full && !chosen.has(option) ? beyond : { 'aria-disabled': draft || undefined })}
              onChange={({ target }) => choose(option, target.checked)}
            />
            <span dir="auto">{text}</span>
          </label>
        ))}
      </div>
      {hidden > 0 && (
        <button type="button" className="sf-more" onClick={() => setAllowed(allowed + step)}>
          {texts.more(hidden)}
        </button>
      )}
      {filterable && (
        <p className="sf-choices__none" role="status">
          {matching.length === 0 ? texts.noOptions : ''}
        </p>
      )}
      {field.error}
    </div>
  )
}

/** The first `allowed` options, and the chosen ones after them, 200 of those at most. */
function shownOf<O extends { readonly value: string }>(
  options: readonly O[],
  chosen: ReadonlySet<string>,
  allowed: number,
): readonly O[] {
  const beyond = options.slice(allowed).filter(({ value }) => chosen.has(value))
  return [...options.slice(0, allowed), ...beyond.slice(0, step)]
}

function matches(label: string, filter: string): boolean {
  return label.toLowerCase().includes(filter.trim().toLowerCase())
}
