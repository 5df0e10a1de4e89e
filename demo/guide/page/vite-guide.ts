/**
 * Markdown → a module with its tree, at build time: `import page from './chat.md?guide'`. The parser is the one that surfaces use,
 * with tables; no page loads either, and no HTML string is made. A node that the page cannot draw ends the build.
 */
import { readFileSync } from 'node:fs'
import { basename, dirname, posix, relative, resolve } from 'node:path'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import type { Plugin } from 'vite'
import { elsewhere, type GuideDocument, plainText, slugOf } from './document.ts'

const repository = resolve(import.meta.dirname, '../../..')

/** Where the code host has a file that is no page. */
const host = 'https://github.com/surface-runtime/surface-runtime/blob/main/'

const drawn = new Set(
  'root paragraph heading text inlineCode strong emphasis link list listItem code table tableRow tableCell break thematicBreak'.split(
    ' ',
  ),
)

export function guidePages(): Plugin {
  return {
    name: 'surface-runtime:guide',
    load(id) {
      const [file = '', query] = id.split('?')
      if (query !== 'guide') return undefined
      const page = readPage(relative(repository, file).replaceAll('\\', '/'), readFileSync(file, 'utf8'))
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(page))})`
    },
  }
}

/** @throws {Error} For a node that the page cannot draw. */
export function readPage(file: string, text: string): GuideDocument {
  const tree = fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })
  prepare(tree, file)
  const [first, ...nodes] = tree.children
  if (first?.type !== 'heading' || first.depth !== 1) throw new Error(`${file} does not begin with its title`)
  return { title: plainText(first.children), nodes }
}

/** Takes places in the text away, which the page does not need, and leads links to where they are served. */
function prepare(node: Nodes, file: string): void {
  if (!drawn.has(node.type)) throw new Error(`${file} has ${node.type}, which the guide does not draw`)
  delete node.position
  if (node.type === 'link') node.url = addressOf(node.url, file)
  if ('children' in node) for (const child of node.children) prepare(child, file)
}

function addressOf(url: string, from: string): string {
  if (/^\w+:/.test(url)) return url
  const [path = '', anchor = ''] = url.split('#')
  const file = path === '' ? from : posix.join(dirname(from), path)
  const page = pageOf(file)
  if (page === undefined) return `${host}${file}`
  return `#${page}${anchor === '' ? '' : `/${slugOf(anchor)}`}`
}

/** The last part of a page's address; `undefined` for a file that is no page. */
function pageOf(file: string): string | undefined {
  return elsewhere[file] ?? (dirname(file) === 'demo/guide' ? basename(file, '.md') : undefined)
}
