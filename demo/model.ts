/** A surface's data model as a value that React can read. */
import { useCallback, useSyncExternalStore } from 'react'
import type { Surface } from 'surface-runtime'

export function useModel({ data }: Surface): unknown {
  const subscribe = useCallback((listener: () => void) => data.subscribe('/', listener), [data])
  return useSyncExternalStore(subscribe, () => data.get('/'))
}
