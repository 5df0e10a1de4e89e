/** What all fields share: ids, names, the error, and the time from which the error is shown. */
'use client'

import { type ReactNode, useContext, useId, useState } from 'react'
import { clip } from '../../json/value.ts'
import { SurfaceContext, useBinding } from '../../react/hooks.ts'
import type { RendererInput } from '../../react/renderer.ts'

/** What `useField` gives a field: the attributes of its input, and its error. */
export interface Field {
  /** Of the input; unique in the page. */
  readonly id: string
  /** Attributes of the input. */
  readonly attributes: {
    readonly id: string
    readonly 'aria-invalid': true | undefined
    readonly 'aria-describedby': string | undefined
    readonly onFocus: () => void
  }
  /** The elements of the error, of the note and of the description, where there are any. */
  readonly error: ReactNode
  /** Shows errors from now on: the user has left the input. */
  readonly leave: () => void
}

/**
 * The error is shown once the user has left the input, or has tried an action that this field blocks. It is not shown
 * while the user types for the first time. `note` is shown at once.
 *
 * @example
 * const field = useField(input)
 * return (
 *   <div className="sf-field">
 *     <input {...field.attributes} onBlur={field.leave} />
 *     {field.error}
 *   </div>
 * )
 */
export function useField(
  { errors, description, attempts }: Pick<RendererInput<unknown>, 'errors' | 'description' | 'attempts'>,
  note?: string,
): Field {
  const id = useId()
  const [visited, setVisited] = useState(false)
  const [before] = useState(attempts.getSnapshot)
  const context = useContext(SurfaceContext)
  const [press] = useState(() => createLayoutHold(() => context?.frame.current?.ownerDocument ?? document))
  const tried = useBinding(attempts) > before
  const error = visited || tried ? errors[0] : undefined
  const texts = [
    [`${id}-error`, 'sf-field__error', error],
    [`${id}-hint`, 'sf-field__note', note],
    [`${id}-note`, 'sf-visually-hidden', description],
  ].filter(([, , text]) => text !== undefined)
  return {
    id,
    attributes: {
      id,
      'aria-invalid': error !== undefined || undefined,
      'aria-describedby': texts.map(([id]) => id).join(' ') || undefined,
      onFocus: press.watch,
    },
    error: texts.map(([id, className, text]) => (
      <p key={id} id={id} className={className} dir="auto">
        {text}
      </p>
    )),
    leave: () => press.after(() => setVisited(true)),
  }
}

/** The note of an input that cannot show all that it is set to, which is told to the developer as well. */
export function unshownNote(
  { texts, warn, draft }: Pick<RendererInput<unknown>, 'texts' | 'warn' | 'draft'>,
  value: string | undefined,
  hint: string,
): string | undefined {
  if (!value) return undefined
  if (!draft) warn('"value" holds something that this input cannot show', hint)
  return texts.current(clip(value))
}

/** The visible label of an input with this id. */
export function labelOf(id: string, text: string | undefined): ReactNode {
  return (
    <label className="sf-field__label" htmlFor={id} dir="auto">
      {text}
    </label>
  )
}

/**
 * The value for `aria-label`: the accessibility label. Without one it is `fallback` where the visible label is empty,
 * and `undefined` where the visible label names the control.
 */
export function ariaLabelOf(
  label: string | undefined,
  visible: string | undefined,
  fallback: string,
): string | undefined {
  return label ?? (visible?.trim() ? undefined : fallback)
}

/** Events that end a press. A drag ends without `mouseup`. A key press shows that no press is under way. */
const endEvents = ['mouseup', 'dragend', 'keydown'] as const

/** The press that takes the focus away from an input. */
interface LayoutHold {
  /** Watches presses from now on: the input has the focus. */
  readonly watch: () => void
  /**
   * Stops watching. Runs `show` at the end of the press that is under way, or at once without one. Content that appears
   * during a press moves the pressed control away from the pointer, and the press is lost. (B-10)
   */
  readonly after: (show: () => void) => void
}

/** `page`: the document of the input. */
function createLayoutHold(page: () => Document): LayoutHold {
  let pressing = false
  // Firefox makes the pressed element `:active` only after `blur`, which comes in the same task as `mousedown`.
  const begin = (): void => {
    pressing = true
    setTimeout(end)
    // The press ends with `mouseup`, too: its click may be what leaves the input, and a script may press within one
    // task.
    page().addEventListener('mouseup', end, { capture: true, once: true })
  }
  const end = (): void => {
    pressing = false
  }
  return {
    // A listener that is added twice counts once: a group may get the focus many times.
    watch: () => page().addEventListener('mousedown', begin, true),
    after(show) {
      page().removeEventListener('mousedown', begin, true)
      if (pressing || page().querySelector(':active')) afterPress(page(), show)
      else show()
    },
  }
}

function afterPress(page: Document, show: () => void): void {
  const ended = new AbortController()
  const once = (): void => {
    ended.abort()
    show()
  }
  for (const event of endEvents) page.addEventListener(event, once, { signal: ended.signal })
}
