/** The code that computes where the rows of a long list lie. It is loaded when a page first has such a list. */
import { createLazyModule, type LazyModule } from '../../live/lazy-module.ts'

export type WindowingModule = typeof import('./virtual-rows.tsx')

export const windowing: LazyModule<WindowingModule> = createLazyModule(() => import('./virtual-rows.tsx'))
