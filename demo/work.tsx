/** Every component of the catalog for work in every state. */
// Before the surfaces' styles: of two layers the later one wins, and the page must not restyle its guests.
import './demo.css'
import './styles/gallery.css'
import 'surface-runtime/styles.css'
import 'surface-runtime/extended.css'
import { workCatalog } from 'surface-runtime/catalogs/extended'
import { preloadWork, workRenderers } from 'surface-runtime/renderers/extended'
import { showGallery } from './gallery/Gallery.tsx'
import { work } from './gallery/work.ts'
import { preloadParts } from './site/preload-parts.ts'

await Promise.all([preloadParts(), preloadWork()])
showGallery({
  ...{ title: 'Components for work', exhibits: work },
  other: { label: 'Those of the basic catalog', href: './gallery.html' },
  ...{ catalog: workCatalog, renderers: workRenderers },
})
