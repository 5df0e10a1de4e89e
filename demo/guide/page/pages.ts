/** The pages of the guide: their order is that of its index, and each is loaded when it is read. */
import type { ListItem, Paragraph } from 'mdast'
import index from '../README.md?guide'
import { elsewhere, type GuideDocument, plainText } from './document.ts'

const own = import.meta.glob<GuideDocument>(['../*.md', '!../README.md'], { query: '?guide', import: 'default' })
const others = import.meta.glob<GuideDocument>(
  ['../../../src/errors.md', '../../../src/SECURITY.md', '../../../src/api.md'],
  {
    query: '?guide',
    import: 'default',
  },
)

const loaders: { readonly [page: string]: () => Promise<GuideDocument> } = {
  ...Object.fromEntries(Object.entries({ ...own, ...others }).map(([file, load]) => [nameOf(file), load])),
  index: async () => index,
}

/** Of a file by its path from here. */
function nameOf(file: string): string {
  const path = file.replace(/^(\.\.\/)+/, '')
  return elsewhere[path] ?? path.slice(0, -'.md'.length)
}

export interface Chapter {
  readonly title: string
  readonly pages: readonly { readonly id: string; readonly title: string }[]
}

/** As the lists of the index have them: each item begins with a link. */
export const chapters: readonly Chapter[] = index.nodes.flatMap((node, at) => {
  const list = index.nodes[at + 1]
  if (node.type !== 'heading' || list?.type !== 'list') return []
  return [{ title: plainText(node.children), pages: list.children.map(linkOf) }]
})

function linkOf(item: ListItem): { readonly id: string; readonly title: string } {
  const [link] = (item.children[0] as Paragraph).children
  if (link?.type !== 'link') throw new Error('An item of the index does not begin with a link')
  return { id: link.url.slice(1), title: plainText(link.children) }
}

/** In reading order. */
const order = chapters.flatMap(({ pages }) => pages)

export interface Place {
  readonly page: string
  /** Id of the heading; the page's own where there is none. */
  readonly heading: string | undefined
}

/** Where `#chat/the-ai-sdk` leads. An address that is none leads to the index. */
export function placeOf(hash: string): Place {
  const [page = '', anchor] = hash.replace(/^#/, '').split('/')
  if (!Object.hasOwn(loaders, page)) return { page: 'index', heading: undefined }
  return { page, heading: anchor === undefined ? undefined : `${page}/${anchor}` }
}

export async function loadPage(page: string): Promise<GuideDocument> {
  return await (loaders[page] ?? (async () => index))()
}

/** The pages before and after one, where there are any. */
export function neighboursOf(page: string) {
  const at = order.findIndex(({ id }) => id === page)
  return { before: at > 0 ? order[at - 1] : undefined, after: at >= 0 ? order[at + 1] : order[0] }
}
