// README, "A chat in ten lines".
// src/reply.tsx
import { createRuntime, SurfaceList } from 'surface-runtime'
import 'surface-runtime/styles.css'

const runtime = createRuntime({
  onEvent: (_event, wire) => fetch('/agent', { method: 'POST', body: JSON.stringify(wire) }), // the button is busy meanwhile
})
void fetch('/agent').then((response) => runtime.read(response))

export const Reply = () => <SurfaceList runtime={runtime} />
