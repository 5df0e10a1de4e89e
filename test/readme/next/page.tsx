// Guide, "Next.js": the page.
// app/page.tsx
'use client'

import { useEffect } from 'react'
import { SurfaceList, useRuntime } from 'surface-runtime'
import 'surface-runtime/styles.css'

export default function Page() {
  const runtime = useRuntime({
    onEvent: (_event, wire) => fetch('/agent', { method: 'POST', body: JSON.stringify(wire) }),
  })
  useEffect(() => {
    const leaving = new AbortController()
    void fetch('/agent').then((response) => runtime.read(response, { signal: leaving.signal }))
    return () => leaving.abort()
  }, [runtime])
  return <SurfaceList runtime={runtime} />
}
