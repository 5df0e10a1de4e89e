/** The question before the checkout, and the link that takes its place. */
import { button, call, card, column, event, row, text } from '../../../src/builders/index.ts'
import type { SurfaceMessage } from '../../../src/entries/core.ts'
import { wholeSurface } from '../../agent/surface-writer.ts'
import { linkTo, plain } from './plain.ts'
import type { ShopSurface } from './shop-surface.ts'

export function confirmSurface(surface: ShopSurface, question: string, shopName: string): readonly SurfaceMessage[] {
  const { words } = surface
  const title = text({ text: plain(question), variant: 'h4' })
  const hint = text({ text: plain(words.payAt(shopName)), variant: 'caption' })
  const keep = button({ id: 'keep', child: text({ text: words.notYet }), action: event('keep', {}) })
  const confirm = button({
    ...{ id: 'confirm', child: text({ text: words.confirm }), variant: 'primary' },
    action: event('confirm', {}),
  })
  const buttons = row({ children: [keep, confirm], justify: 'end' })
  return wholeSurface(surface, card({ child: column({ id: 'body', children: [title, hint, buttons] }) }))
}

/** Takes the place of the question, so that nobody answers it again. */
export function linkSurface(
  surface: ShopSurface,
  link: { readonly title: string; readonly url: string; readonly isNew: boolean },
): readonly SurfaceMessage[] {
  const words = surface.words.goToCheckout
  const go =
    surface.version === 'v0.8'
      ? // v0.8 has no functions: a link in Markdown.
        text({ text: linkTo(link.url, words) ?? '' })
      : button({
          ...{ child: text({ text: words }), variant: 'primary' },
          action: { functionCall: call.openUrl({ url: link.url }) },
        })
  const title = text({ text: plain(link.title), variant: 'h4' })
  const root = card({ child: column({ id: 'body', children: [title, row({ children: [go] })] }) })
  return link.isNew ? wholeSurface(surface, root) : [surface.components(root)]
}
