/** Every component of the basic catalog in every state. */
// Before the surfaces' styles: of two layers the later one wins, and the page must not restyle its guests.
import './demo.css'
import './styles/gallery.css'
import 'surface-runtime/styles.css'
import { containers } from './gallery/containers.ts'
import { content } from './gallery/content.ts'
import { showGallery } from './gallery/Gallery.tsx'
import { inputs } from './gallery/inputs.ts'
import { preloadParts } from './site/preload-parts.ts'

await preloadParts()
showGallery({
  ...{ title: 'Components', exhibits: [...content, ...containers, ...inputs] },
  other: { label: 'Components for work', href: './work.html' },
})
