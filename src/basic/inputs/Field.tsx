/** What all fields share: ids, the error, and the time from which the error is shown. */
'use client'

import { type ReactNode, useId, useState } from 'react'
import { useBinding } from '../../react/hooks.ts'
import type { RendererInput } from '../../react/renderer.ts'
import { createLayoutHold } from './layout-hold.ts'

export interface Field {
  readonly id: string
  /** Attributes of the input. */
  readonly attributes: {
    readonly id: string
    readonly 'aria-invalid': true | undefined
    readonly 'aria-describedby': string | undefined
    readonly onFocus: () => void
  }
  /** The elements of the error and of the description, where there are any. */
  readonly error: ReactNode
  /** Shows errors from now on: the user has left the input. */
  readonly leave: () => void
}

/**
 * The error is shown once the user has left the input, or has tried an action that this field blocks. It is not shown
 * while the user types for the first time.
 */
export function useField({
  errors,
  description,
  attempts,
}: Pick<RendererInput<unknown>, 'errors' | 'description' | 'attempts'>): Field {
  const id = useId()
  const [visited, setVisited] = useState(false)
  const [before] = useState(attempts.getSnapshot)
  const [press] = useState(createLayoutHold)
  const tried = useBinding(attempts) > before
  const error = visited || tried ? errors[0] : undefined
  const notes = [error === undefined ? undefined : `${id}-error`, description === undefined ? undefined : `${id}-note`]
  return {
    id,
    attributes: {
      id,
      'aria-invalid': error === undefined ? undefined : true,
      'aria-describedby': notes.filter((note) => note !== undefined).join(' ') || undefined,
      onFocus: press.watch,
    },
    error: (
      <>
        {error !== undefined && (
          <p className="sf-field__error" id={`${id}-error`} dir="auto">
            {error}
          </p>
        )}
        {description !== undefined && (
          <span className="sf-visually-hidden" id={`${id}-note`}>
            {description}
          </span>
        )}
      </>
    ),
    leave: () => press.after(() => setVisited(true)),
  }
}
