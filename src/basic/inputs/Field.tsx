/** What all fields share: ids, the error, and the time from which the error is shown. */
'use client'

import { type ReactNode, useContext, useId, useState } from 'react'
import { useBinding } from '../../react/hooks.ts'
import type { RendererInput } from '../../react/renderer.ts'
import { SurfaceContext } from '../../react/surface-context.ts'
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
  /** The elements of the error, of the note and of the description, where there are any. */
  readonly error: ReactNode
  /** Shows errors from now on: the user has left the input. */
  readonly leave: () => void
}

/**
 * The error is shown once the user has left the input, or has tried an action that this field blocks. It is not shown
 * while the user types for the first time. `note` is shown at once.
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
