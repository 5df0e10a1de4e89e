// Character references in Markdown are decoded as the parser itself decodes them, without its decoder, which writes HTML in a browser.
import { characterEntities } from 'character-entities'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { expect, it } from 'vitest'
import { parseBlocks } from '../../../src/basic/markdown/parse.ts'

const names = Object.keys(characterEntities)

const numbers = [
  '#0',
  '#9',
  '#11',
  '#38',
  '#x26',
  '#X1F600',
  '#128',
  '#xD800',
  '#xFDD0',
  '#xFFFF',
  '#x10FFFF',
  '#x110000',
]

const none = [
  'nothing',
  'ampe',
  'constructor',
  'toString',
  '#',
  '#x',
  '#xg',
  '#12345678',
  '#x1234567',
  '',
  'a b',
  'amp',
  '#38',
]

/** The texts of a tree, in order. */
function textOf(node: unknown): string {
  if (Array.isArray(node)) return node.map(textOf).join('')
  const { value, children } = Object(node)
  return typeof value === 'string' ? value : textOf(children ?? [])
}

it('[BC-14] every named and numeric reference is the character that CommonMark says', () => {
  const all = [...names, ...numbers]
  while (all.length > 0) {
    const some = all.splice(0, 50)
    const text = some.map((name) => `${name} &${name};`).join(' *b* ')
    expect(textOf(parseBlocks(text)), String(some)).toBe(textOf(fromMarkdown(text).children))
  }
})

it('[BC-14] what is no reference stays as it was written', () => {
  for (const name of none) {
    const text = `*a* &${name} b`
    expect(textOf(parseBlocks(text)), name).toBe(`a &${name} b`)
  }
  for (const name of none.slice(0, 9)) expect(textOf(parseBlocks(`*a* &${name};`)), name).toBe(`a &${name};`)
})

it('[BC-14] references in code and after a backslash stay, those in addresses and titles are decoded', () => {
  const text = '`&amp;` \\&amp; [a&lt;b](https://a.example/?a&amp;b "x&quot;y")\n\n```\n&amp;\n```'
  expect(parseBlocks(text)).toMatchObject([
    {
      children: [
        { type: 'inlineCode', value: '&amp;' },
        { type: 'text', value: ' &amp; ' },
        { type: 'link', url: 'https://a.example/?a&b', title: 'x"y', children: [{ type: 'text', value: 'a<b' }] },
      ],
    },
    { type: 'code', value: '&amp;' },
  ])
})
