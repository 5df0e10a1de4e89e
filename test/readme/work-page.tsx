// Guide, "Reports and work": the page.
import { createRuntime, SurfaceList } from 'surface-runtime'
import { workCatalog } from 'surface-runtime/catalogs/extended'
import { workRenderers } from 'surface-runtime/renderers/extended'
import 'surface-runtime/styles.css'
import 'surface-runtime/extended.css'

export const runtime = createRuntime({ catalogs: [workCatalog] })

export function Reports() {
  return <SurfaceList runtime={runtime} renderers={workRenderers} />
}
