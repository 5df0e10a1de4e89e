/** The drawings of the icons. They are loaded when the first icon is drawn. */
import { createLazyModule, type LazyModule } from '../../live/lazy-module.ts'

export const icons: LazyModule<typeof import('./icons.ts')> = createLazyModule(() => import('./icons.ts'))
