// Long Markdown: it parses in bounded time, and means the same as in one parse.
import { describe, expect, it } from 'vitest'
import { parseBlocks, parsePhrases } from '../../../src/basic/markdown/parse.ts'
import { cellsOf } from '../../../src/basic/markdown/table.ts'
import { defaultLimits } from '../../../src/errors/limits.ts'
import { cpuTimer } from '../../support/cpu-timer.ts'

const size = defaultLimits.stringLength
const filled = (part: string, length = size): string => part.repeat(Math.floor(length / part.length))

/** Texts of the greatest length that would take seconds to hours in one parse. */
const hostile: readonly (readonly [what: string, text: string])[] = [
  ['lists in lists', `${filled('- ')}a`],
  ['numbered lists in lists', `${filled('1) ')}a`],
  ['quotations in quotations', filled('>')],
  ['lists by indentation', Array.from({ length: 440 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')],
  ['stars that open', filled('*a ')],
  ['stars that open and close', filled('*a_')],
  ['stars only', filled('*')],
  ['stars around a letter', `${filled('*', size / 2 - 1)}a${filled('*', size / 2 - 1)}`],
  ['brackets that open', filled('[')],
  ['links that open', filled('[a](')],
  ['pictures that open', filled('![')],
  ['links', filled('[a](b)')],
  ['addresses that open', filled('<a:')],
  ['names of characters', filled('&a;')],
  ['escapes', filled('\\[')],
  ['runs of backticks', Array.from({ length: 440 }, (_, length) => '`'.repeat(length)).join('a')],
  ['a heading with a hole', `# a${filled(' ', size - 10)}b`],
  ['a heading that closes', `# a${filled(' #', size - 10)} b`],
  ['paragraphs', filled('*a*\n\n')],
  ['lines', filled('*a*\n')],
  ['underlined headings', filled('a\n=\n')],
  ['fences', filled('```\n')],
  ['items', filled('- a\n')],
  ['headings of a table', `${filled('a|', size / 2)}\n${filled('-|', size / 2)}`],
  ['rows of a table', `a|b\n-|-\n${filled('|\n')}`],
  ['cells of a table', `${'a|'.repeat(200)}\n${'-|'.repeat(200)}\n${filled('|')}`],
  ['marks in a table', `a|b\n-|-\n${filled('*a_|`[x](\n')}`],
  ['pipes behind backslashes', `a|b\n-|-\n${filled('\\|')}`],
  ['tables', filled('a|b\n-|-\n\n')],
  ['rows of dashes', filled('-|-\n')],
  ['blank lines', `*a*${filled('\n', size - 10)}*b*`],
]

describe('hostile Markdown of 100,000 characters', () => {
  it.each(hostile)('[R-19] [BC-14] is read in a moment: %s @all', (_, text) => {
    for (const one of [text, `first line\n${text}`]) {
      const spent = cpuTimer()
      parseBlocks(one)
      parsePhrases(one)
      // Without the bound, most texts take minutes.
      expect(spent()).toBeLessThan(10_000)
    }
  })
})

const many = '*a_'.repeat(90)

describe('hostile tables of 100,000 characters', () => {
  it.each([
    ['blanks behind the dashes', `a|b\n-|-${filled(' ', size - 10)}x`],
    ['rows of cells that have many marks', `a|b\n-|-\n${filled(`${many}|${many}\n`)}`],
    [
      'a row of cells that have many marks',
      `${'a|'.repeat(200)}\n${'-|'.repeat(200)}\n${filled(`${many}|`, size - 1_000)}`,
    ],
  ])('[R-19] [BC-14] are read as fast as other texts: %s', (_, text) => {
    const spent = cpuTimer()
    parseBlocks(text)
    // Without the bound, seconds.
    expect(spent()).toBeLessThan(700)
  })
})

describe('a row of a table', () => {
  it('[BC-14] has its last cell, where that ends with a backslash', () => {
    expect(cellsOf('| Root | C:\\')).toEqual(['Root', 'C:\\'])
    expect(cellsOf('Root | C:\\')).toEqual(['Root', 'C:\\'])
    expect(cellsOf('| a \\| b | c |')).toEqual(['a | b', 'c'])
  })
})

interface Node {
  readonly type: string
  readonly value?: string
  readonly ordered?: boolean | null
  readonly children?: readonly Node[]
}

/** The part of a tree that is drawn. */
function drawnOf(nodes: readonly unknown[] | undefined): readonly Node[] {
  return ((nodes ?? []) as readonly Node[]).map(({ type, value, ordered, children }) => ({
    type,
    ...(value !== undefined && { value }),
    ...(typeof ordered === 'boolean' && { ordered }),
    ...(children && { children: drawnOf(children) }),
  }))
}

describe('long Markdown', () => {
  it.each([
    ['paragraphs', '*Soft* and `code`,\nover two lines.\n\n'],
    ['headings and texts', '## A title\n\nA text with a [link](https://example.com).\n\n'],
    ['a list', '- **name**: what it *is*\n'],
    ['a list in a list', '- one\n  - inner *a*\n  - inner b\n'],
    ['a numbered list', '1. one\n'],
    ['code with blank lines and marks', 'Like *this*:\n\n```\nif (a[0] * b_c) {\n\n- no item\n}\n```\n\n'],
    ['quotations', '> *Said*\n> by somebody\n\n'],
    ['rules', '*a*\n\n---------------\n\n'],
  ])('[BC-14] means what a short one does: %s', (_, part) => {
    const few = drawnOf(parseBlocks(part.repeat(2)))
    const count = Math.ceil(6000 / part.length) * 2
    const many = drawnOf(parseBlocks(part.repeat(count)))
    const isList = few[0]?.type === 'list'
    expect(few[0]?.children ?? few[0]?.type).toBeTruthy()
    if (isList)
      expect(many).toEqual([
        {
          ...few[0],
          children: Array(count / 2)
            .fill(few[0]?.children)
            .flat(),
        },
      ])
    else
      expect(many).toEqual(
        Array(count / 2)
          .fill(few)
          .flat(),
      )
  })

  it('[BC-14] [R-19] has the first cells of a long table as cells, and the rows after them as characters', () => {
    const tree = drawnOf(parseBlocks(`a | b\n--- | ---\n${'x | y\n'.repeat(5_000)}`))
    expect(tree.map(({ type }) => type)).toEqual(['table', 'paragraph'])
    const rows = tree[0]?.children?.length ?? 0
    expect(rows).toBeGreaterThan(1_500)
    expect(rows).toBeLessThan(2_100)
    expect(tree[1]?.children?.[0]?.value?.split('\n')).toHaveLength(5_001 - rows)
  })

  it('[BC-14] [R-19] shows the characters of what comes after very many blocks', () => {
    const tree = drawnOf(parseBlocks(filled('*a*\n\n')))
    expect(tree.length).toBeLessThan(4000)
    expect(tree.at(-1)?.children?.[0]?.value).toMatch(/\*a\*$/)
  })

  it('[BC-14] [R-19] shows the characters where it is too much', () => {
    const text = `${'*a_'.repeat(500)}`
    expect(drawnOf(parseBlocks(`*soft*\n\n${text}`))).toEqual([
      { type: 'paragraph', children: [{ type: 'emphasis', children: [{ type: 'text', value: 'soft' }] }] },
      { type: 'paragraph', children: [{ type: 'text', value: text }] },
    ])
  })
})
