// Guide, "Drawn on the server".
// app/answer.tsx
'use client'

import { useEffect, useState } from 'react'
import { SurfaceList, useRuntime } from 'surface-runtime'

/** `messages`: what the agent has written so far, as JSON from the server component that draws this one. */
export function Answer({ messages }: { messages: readonly object[] }) {
  const runtime = useRuntime()
  useState(() => runtime.sync('answer', messages)) // at once, on the server too
  useEffect(() => runtime.sync('answer', messages), [runtime, messages])
  return <SurfaceList runtime={runtime} />
}
