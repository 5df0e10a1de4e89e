// document-001.md leads from the statements of the protocol's document to tests: those tests are there, and none is skipped.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const table = readFileSync(resolve(import.meta.dirname, 'document-001.md'), 'utf8')
const decisions = readFileSync(resolve(import.meta.dirname, '../src/decisions.md'), 'utf8')
const document = resolve(import.meta.dirname, '../../shared/seeds/001_surface-protocol.md')
const name = 'document 001'

interface NamedTest {
  readonly title: string
  readonly file: string
}

describe(name, () => {
  const { statements, open } = rowsOf(table)

  it('has statements, each with a test', () => {
    expect(statements.length).toBeGreaterThan(100)
    expect(statements.filter(({ tests }) => tests.length === 0)).toEqual([])
  })

  it('has each statement once', () => {
    const said = statements.map(({ line, statement }) => `${line} ${statement}`)
    expect(said.filter((text, index) => said.indexOf(text) !== index)).toEqual([])
  })

  it('names tests that are there, each one test of a rule', () => {
    const named = statements.flatMap(({ tests }) => tests)
    const texts = new Map(named.map(({ file }) => [file, sourceOf(file)]))
    const wrong = named.filter(
      ({ title, file }) => !title.startsWith('[') || countOf(title, texts.get(file) ?? '') !== 1,
    )
    expect(wrong).toEqual([])
  })

  it('names no file that leaves tests out', () => {
    const files = new Set(statements.flatMap(({ tests }) => tests.map(({ file }) => file)))
    expect([...files].filter((file) => leavesOut(sourceOf(file)))).toEqual([])
  })

  it('has a decision for what is left open', () => {
    expect(open.length).toBeGreaterThan(0)
    expect(open.filter(({ question }) => !decisions.includes(`\n| ${question} | `))).toEqual([])
  })

  if (existsSync(document)) {
    it('has all lines of the document that say something, and no others', () => {
      const covered = new Set([...statements, ...open].map(({ line }) => line))
      expect([...covered].sort((a, b) => a - b)).toEqual(linesThatSay(readFileSync(document, 'utf8')))
    })
  } else {
    const reason = 'there is no ../shared/seeds/001_surface-protocol.md beside this checkout'
    console.info(`${name}: skipped, ${reason}`)
    it.runIf(false)(reason)
  }
})

describe('reading them', () => {
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

interface Rows {
  readonly statements: readonly {
    readonly line: number
    readonly statement: string
    readonly tests: readonly NamedTest[]
  }[]
  readonly open: readonly { readonly line: number; readonly question: string }[]
}

/** Rows of four cells have a statement, rows of three what is left open. */
function rowsOf(text: string): Rows {
  const rows = [...text.matchAll(/^\| (\d+) \| (.*) \|$/gm)].map(([, line, rest = '']) => {
    return { line: Number(line), cells: rest.split(' | ') }
  })
  return {
    statements: rows.flatMap(({ line, cells: [statement = '', , shown] }) => {
      if (shown === undefined) return []
      const tests = shown.split('<br>').flatMap((part) => {
        const [, title, file] = /^`([^`]+)` in `([^`]+)`$/.exec(part) ?? []
        return title && file ? [{ title, file }] : []
      })
      return [{ line, statement, tests }]
    }),
    open: rows.flatMap(({ line, cells }) => (cells.length === 2 ? [{ line, question: cells[1] ?? '' }] : [])),
  }
}

function sourceOf(file: string): string {
  const path = resolve(import.meta.dirname, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** How often a text stands in the code as a whole, comments left out. */
function countOf(title: string, code: string): number {
  const lines = code.split('\n').filter((line) => !/^\s*(?:\/\/|\*)/.test(line))
  return ["'", '"', '`'].reduce((sum, mark) => sum + lines.join('\n').split(mark + title + mark).length - 1, 0)
}

function leavesOut(code: string): boolean {
  return (
    /\.(?:skip|skipIf|runIf|todo|only|fails)\b[^'"`\n]*\(|\bdescribeCorpus\(/.test(code) ||
    /(?:\bif \(.*\)|\?|&&) *\{?\s*(?:it|test|describe)(?:\.each)?\(/.test(code)
  )
}

/** Numbers of the lines that are neither blank, nor a title, nor the head of a table. */
function linesThatSay(text: string): readonly number[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) =>
    /^\s*$|^#|^\|-/.test(line) || lines[index + 1]?.startsWith('|-') ? [] : [index + 1],
  )
}
