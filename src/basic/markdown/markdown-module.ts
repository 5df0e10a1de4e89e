/** The parser of Markdown and what draws its result. They are loaded when the first text that may be Markdown is drawn. */
import { createLazyModule, type LazyModule } from '../../live/lazy-module.ts'
import type { TextDrawing } from './text-drawing.ts'

export const markdown: LazyModule<TextDrawing> = createLazyModule(async () =>
  (await import('./draw-text.ts')).createTextDrawing(),
)
