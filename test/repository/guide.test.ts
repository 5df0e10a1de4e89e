// Markdown → the pages of the guide: what is drawn, and where links lead when the pages are served.
import type { Nodes } from 'mdast'
import { describe, expect, it } from 'vitest'
import { readPage } from '../../demo/guide/page/vite-guide.ts'
import { documents, textOf } from '../support/documents.ts'

function addresses(node: Nodes): readonly string[] {
  if (node.type === 'link') return [node.url]
  return 'children' in node ? node.children.flatMap(addresses) : []
}

describe('a page of the guide', () => {
  it.each([
    ['[a](chat.md)', '#chat'],
    ['[a](chat.md#ag-ui)', '#chat/ag-ui'],
    ['[a](#the-build-step)', '#looks/the-build-step'],
    ['[a](README.md)', '#index'],
    ['[a](../../src/errors.md)', '#error-codes'],
    ['[a](../../test/rules.md)', 'https://github.com/surface-runtime/surface-runtime/blob/main/test/rules.md'],
    ['[a](https://a2ui.org/)', 'https://a2ui.org/'],
  ])('[GD-2] leads %s to where it is served', (markdown, address) => {
    const { nodes } = readPage('demo/guide/looks.md', `# Looks\n\n${markdown}\n`)
    expect(nodes.flatMap(addresses)).toEqual([address])
  })

  it.each(['<b>bold</b>', '![a picture](a.png)', '> said'])(
    '[GD-2] is refused with what is not drawn: %s',
    (markdown) => {
      expect(() => readPage('demo/guide/looks.md', `# Looks\n\n${markdown}\n`)).toThrow('does not draw')
      expect(() => readPage('demo/guide/looks.md', markdown)).toThrow('demo/guide/looks.md')
    },
  )

  it.each([...documents.filter((file) => file !== 'README.md'), 'src/errors.md', 'src/SECURITY.md', 'src/api.md'])(
    '[GD-2] %s can be drawn, and its tables are tables',
    (file) => {
      const { title, nodes } = readPage(file, textOf(file))
      expect(title).not.toBe('')
      expect(nodes.some(({ type }) => type === 'table')).toBe(/^\|-/m.test(textOf(file)))
    },
  )
})
