// Guide, "Why does a surface look like this?": a page with an inspector.
import { createRuntime, SurfaceList } from 'surface-runtime'
import { Inspector, recordRuntime } from 'surface-runtime/inspector'
import 'surface-runtime/styles.css'
import 'surface-runtime/inspector.css'

const runtime = createRuntime()
// From here on. Without this line the record begins when the inspector is first drawn.
recordRuntime(runtime)

export function Page() {
  return (
    <>
      <SurfaceList runtime={runtime} />
      <Inspector runtime={runtime} />
    </>
  )
}

export { runtime }
