// document-000.md, document-001.md and document-002.md lead from the statements of a protocol document to tests: those tests are there, and none is skipped.
import { describe, expect, it } from 'vitest'
import { countOf, describeDocument, leavesOut, linesThatSay, rowsOf, withFiles } from '../support/document-table.ts'

describeDocument('000', '000_commerce-protocol.md', 130)
describeDocument('001', '001_surface-protocol.md', 100)
describeDocument('002', '002_agent-protocol.md', 100)

describe('reading tables', () => {
  it('takes rows with a number in front, and what is in their cells', () => {
    const text = [
      '| Line | It says | We | Shown by |',
      '|---|---|---|---|',
      '| 7 | A | B | `[s1] one` in `a.test.ts`<br>`[s2] %s` in `b/c.test.tsx` |',
      '| 9 | E | F | [s4] |',
      '| 10 | G | H |',
    ].join('\n')
    const one = { title: '[s1] one', file: 'a.test.ts' }
    expect(rowsOf(text)).toEqual({
      statements: [
        { line: 7, statement: 'A', tests: [one, { title: '[s2] %s', file: 'b/c.test.tsx' }] },
        { line: 9, statement: 'E', tests: [] },
      ],
      open: [{ line: 10, question: 'H' }],
    })
  })

  it('takes the file from the test, if only one has the title', () => {
    const sources: Readonly<Record<string, string>> = {
      'a/one.test.ts': "it('[a1] x', f)\nit('[a2] y', f)",
      'b/two.test.ts': "it('[a2] y', f)\nit('[a3] z', f)",
    }
    const filled = (text: string): string => withFiles(text, Object.keys(sources), (file) => sources[file] ?? '')
    expect(filled('`[a1] x` in `one.test.ts`<br>`[a3] z` in `a/one.test.ts`')).toBe(
      '`[a1] x` in `a/one.test.ts`<br>`[a3] z` in `b/two.test.ts`',
    )
    const unclear = '`[a2] y` in `two.test.ts`<br>`[a4] gone` in `a/one.test.ts`'
    expect(filled(unclear)).toBe(unclear)
    expect(filled('`[a2] y` in `b/two.test.ts`')).toBe('`[a2] y` in `b/two.test.ts`')
  })

  it('counts whole texts of the code, in any quotation marks', () => {
    const code = 'it("[a1] x", f)\nit(`[a1] x`, f)\n// it("[a1] x", f)\n["[a1] xy"]\nit(\'[a2] y\', f)'
    expect([countOf('[a1] x', code), countOf('[a2] y', code), countOf('[a3] z', code)]).toEqual([2, 1, 0])
  })

  it.each([
    ["it.skip('[a1] x', f)", true],
    ["describe.runIf(there)('x', f)", true],
    ["it.each([1]).skip('x', f)", true],
    ["test.todo('x')", true],
    ["describeCorpus('x', f)", true],
    ["if (there) it('[a1] x', f)", true],
    ["if (there) {\n  describe('x', f)", true],
    ["there && it.each([1])('[a1] x', f)", true],
    ["it('skips nothing', f)\nit.each([1])('x', f)", false],
  ])('knows what leaves tests out: %s', (code, expected) => {
    expect(leavesOut(code)).toBe(expected)
  })

  it('takes no titles, heads of tables and blank lines for statements', () => {
    expect(linesThatSay('# T\n\nSays.\n\n| H |\n|---|\n| says |\n| too |\n')).toEqual([3, 7, 8])
  })
})
