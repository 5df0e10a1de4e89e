// Guide, "In a chat": messages that come again.
import { useEffect } from 'react'
import { type Runtime, SurfaceList } from 'surface-runtime'

export function Bubble({ runtime, id, messages }: { runtime: Runtime; id: string; messages: readonly unknown[] }) {
  useEffect(() => runtime.sync(id, messages), [runtime, id, messages])
  return <SurfaceList runtime={runtime} source={id} />
}
