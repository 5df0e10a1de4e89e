/** A page of the guide as the build makes it of Markdown: a tree that is data, in which links lead to where the page is served. */
import type { PhrasingContent, RootContent } from 'mdast'

export interface GuideDocument {
  readonly title: string
  readonly nodes: readonly RootContent[]
}

/** Names of pages in addresses, by their files, where they are not those of the files in `demo/guide`. */
export const elsewhere: { readonly [file: string]: string } = {
  'src/errors.md': 'error-codes',
  'src/SECURITY.md': 'security',
  'src/api.md': 'api',
  'demo/guide/README.md': 'index',
}

/** What a heading says, and the last part of its address. */
export const plainText = (nodes: readonly (PhrasingContent | RootContent)[]): string =>
  nodes.map((node) => ('children' in node ? plainText(node.children) : 'value' in node ? node.value : '')).join('')

/** As code hosts name headings, so that links work there and here. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .replaceAll(' ', '-')
