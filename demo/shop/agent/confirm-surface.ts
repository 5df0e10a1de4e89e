/** The question before the checkout, and the link that takes its place. */
import type { Fields } from '../../agent/surface-messages.ts'
import { type SurfaceWriter, type WrittenComponent, wholeSurface } from '../../agent/surface-writer.ts'
import { linkTo, plain } from './plain.ts'

export function confirmSurface(surface: SurfaceWriter, question: string, shopName: string): readonly Fields[] {
  return wholeSurface(surface, [
    { id: 'root', component: 'Card', child: 'body' },
    { id: 'body', component: 'Column', children: ['title', 'hint', 'buttons'] },
    { id: 'title', component: 'Text', text: plain(question), variant: 'h4' },
    { id: 'hint', component: 'Text', text: plain(`You pay at ${shopName}, not here.`), variant: 'caption' },
    { id: 'buttons', component: 'Row', children: ['keep', 'confirm'], justify: 'end' },
    { id: 'keep-text', component: 'Text', text: 'Not yet' },
    { id: 'keep', component: 'Button', child: 'keep-text', action: { event: { name: 'keep', context: {} } } },
    { id: 'confirm-text', component: 'Text', text: 'Confirm' },
    {
      ...{ id: 'confirm', component: 'Button', child: 'confirm-text', variant: 'primary' },
      action: { event: { name: 'confirm', context: {} } },
    },
  ])
}

/** Takes the place of the question, so that nobody answers it again. */
export function linkSurface(
  surface: SurfaceWriter,
  link: { readonly title: string; readonly url: string; readonly isNew: boolean },
): readonly Fields[] {
  const components: readonly WrittenComponent[] = [
    { id: 'root', component: 'Card', child: 'body' },
    { id: 'body', component: 'Column', children: ['title', 'buttons'] },
    { id: 'title', component: 'Text', text: plain(link.title), variant: 'h4' },
    { id: 'buttons', component: 'Row', children: ['go'] },
    { id: 'go-text', component: 'Text', text: 'Go to the checkout' },
    {
      ...{ id: 'go', component: 'Button', child: 'go-text', variant: 'primary' },
      action: { functionCall: { call: 'openUrl', args: { url: link.url }, returnType: 'void' } },
      // v0.8 has no functions: a link in Markdown.
      v08: { component: 'Text', text: linkTo(link.url, 'Go to the checkout') ?? '' },
    },
  ]
  return link.isNew ? wholeSurface(surface, components) : [surface.components(...components)]
}
