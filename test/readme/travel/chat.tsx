// chat.tsx
import { createRuntime, defaultCatalogs, SurfaceList } from 'surface-runtime'
import { travelCatalog, travelRenderers } from './travel.tsx'

export const runtime = createRuntime({ catalogs: [travelCatalog, ...defaultCatalogs] })
export const Reply = () => <SurfaceList runtime={runtime} renderers={travelRenderers} />
