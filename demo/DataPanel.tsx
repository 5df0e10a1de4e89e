/** The data model of every surface, live. */
import { type Surface, useSurfaces } from 'surface-runtime'
import type { Runtime } from './conversation.ts'
import { Empty } from './Empty.tsx'
import { Json } from './Json.tsx'
import { useModel } from './model.ts'

export function DataPanel({ runtime }: { readonly runtime: Runtime }) {
  const surfaces = useSurfaces(runtime)
  if (surfaces.length === 0) return <Empty title="No surface yet" text="Each surface has a data model of its own." />
  return surfaces.map((surface) => <ModelView key={surface.id} surface={surface} />)
}

function ModelView({ surface }: { readonly surface: Surface }) {
  const model = useModel(surface)
  return (
    <section className="entry">
      <h3 className="entry__title">
        {surface.id} <span className="chip">{surface.version}</span>
      </h3>
      <Json value={model} />
    </section>
  )
}
