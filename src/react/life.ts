/** What lives as long as a component: until it was unmounted, also while `Activity` hides it, and over StrictMode's second mount. */
'use client'

import { useEffect, useInsertionEffect } from 'react'

export interface Life {
  mounted: boolean
  /** It is mounted, and not hidden. */
  shown: boolean
  /** Called when the component is shown, the first time and each further time. */
  begin?(): void
  /** Called once, after the component was unmounted. */
  end(): void
}

/** Another object is another life: the one before has ended then. */
export function useLife(life: Life): void {
  // The only kind of effect that goes on while `Activity` hides the component.
  useInsertionEffect(() => {
    life.mounted = true
    return () => {
      life.mounted = false
      if (!life.shown) leave(life)
    }
  }, [life])

  // When it is unmounted, the host's own effects end first, which may save what was typed.
  useEffect(() => {
    life.shown = true
    life.begin?.()
    return () => {
      life.shown = false
      if (!life.mounted) leave(life)
    }
  }, [life])
}

function leave(life: Life): void {
  // Hot reloading mounts again at once; only what is unmounted afterwards has gone.
  queueMicrotask(() => {
    if (!life.mounted) life.end()
  })
}
