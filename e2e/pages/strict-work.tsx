// The components for work on the page for a strict security policy: each case of their gallery is a surface.
import { createRoot } from 'react-dom/client'
import { createRuntime, SurfaceList } from 'surface-runtime'
import { workCatalog } from 'surface-runtime/catalogs/extended'
import { workRenderers } from 'surface-runtime/renderers/extended'
import 'surface-runtime/extended.css'
import { linesOf } from '../../demo/gallery/exhibit.ts'
import { work } from '../../demo/gallery/work.ts'

/** `violations` takes codes of errors. */
export function draw(root: HTMLElement, violations: HTMLElement | null): void {
  const runtime = createRuntime({
    catalogs: [workCatalog],
    // The policy allows no picture that is part of its address.
    media: 'none',
    onEvent: () => new Promise<void>(() => {}),
    onError: ({ code, severity }) => severity === 'error' && violations?.append(`${code}\n`),
  })
  createRoot(root).render(<SurfaceList runtime={runtime} renderers={workRenderers} />)
  for (const exhibit of work) for (const one of exhibit.cases) runtime.push(linesOf(exhibit, one, workCatalog))
  runtime.end()
}
