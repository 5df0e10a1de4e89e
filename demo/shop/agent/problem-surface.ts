/** What went wrong, and one button. It has no data model, so nothing of it can be out of date. */
import { button, card, column, event, row, text } from '../../../src/builders/index.ts'
import type { SurfaceMessage } from '../../../src/entries/core.ts'
import { type SurfaceWriter, wholeSurface } from '../../agent/surface-writer.ts'

export interface Problem {
  readonly title: string
  readonly hint: string
  /** Name of the action. */
  readonly action: string
  /** Of the button. */
  readonly label: string
}

export function problemSurface(
  surface: SurfaceWriter,
  { title, hint, action, label }: Problem,
): readonly SurfaceMessage[] {
  const words = [text({ text: title, variant: 'h4' }), text({ text: hint, variant: 'caption' })]
  const act = button({ id: 'act', child: text({ text: label }), variant: 'primary', action: event(action, {}) })
  const body = row({
    children: [column({ children: words, weight: 1 }), act],
    justify: 'spaceBetween',
    align: 'center',
  })
  return wholeSurface(surface, card({ child: body }))
}
