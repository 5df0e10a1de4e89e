/** What went wrong, and one button. It has no data model, so nothing of it can be out of date. */
import type { Fields } from '../../agent/surface-messages.ts'
import { type SurfaceWriter, wholeSurface } from '../../agent/surface-writer.ts'

export interface Problem {
  readonly title: string
  readonly hint: string
  /** Name of the action. */
  readonly action: string
  /** Of the button. */
  readonly label: string
}

export function problemSurface(surface: SurfaceWriter, { title, hint, action, label }: Problem): readonly Fields[] {
  return wholeSurface(surface, [
    { id: 'root', component: 'Card', child: 'body' },
    { id: 'body', component: 'Row', children: ['words', 'act'], justify: 'spaceBetween', align: 'center' },
    { id: 'words', component: 'Column', children: ['title', 'hint'], weight: 1 },
    { id: 'title', component: 'Text', text: title, variant: 'h4' },
    { id: 'hint', component: 'Text', text: hint, variant: 'caption' },
    { id: 'act-text', component: 'Text', text: label },
    {
      ...{ id: 'act', component: 'Button', child: 'act-text', variant: 'primary' },
      action: { event: { name: action, context: {} } },
    },
  ])
}
