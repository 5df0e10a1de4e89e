// Guide, "First surface".
import { createRuntime, SurfaceList } from 'surface-runtime'
import 'surface-runtime/styles.css'

const runtime = createRuntime({
  onEvent: (_event, wire) => postToAgent(wire), // a promise shows the button as busy
})
void runtime.read(await fetch('/agent/stream'))

export const Reply = () => <SurfaceList runtime={runtime} />

/** What a host has. */
declare function postToAgent(wire: unknown): Promise<void>
