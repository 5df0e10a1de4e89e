// What the tests of document tables share: the statements of a protocol document, each with the tests that show it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeOutside } from './outside.ts'

interface NamedTest {
  readonly title: string
  readonly file: string
}

/**
 * The tests of one table.
 *
 * @param number Of the document: its table is `test/document-{number}.md`.
 * @param seed The document, below `../shared/seeds`. It may not be there.
 * @param least Statements that the table has at least.
 */
export function describeDocument(number: string, seed: string, least: number): void {
  const at = (path: string): string => resolve(import.meta.dirname, path)
  const table = at(`../document-${number}.md`)
  const text = withFiles(readFileSync(table, 'utf8'), testFiles(), sourceOf)
  const { statements, open } = rowsOf(text)
  const decisions = readFileSync(at('../../src/decisions.md'), 'utf8')

  describe(`document ${number}`, () => {
    it('has statements, each with a test', () => {
      expect(statements.length).toBeGreaterThan(least)
      expect(statements.filter(({ tests }) => tests.length === 0)).toEqual([])
    })

    it('has each statement once', () => {
      const said = statements.map(({ line, statement }) => `${line} ${statement}`)
      expect(said.filter((text, index) => said.indexOf(text) !== index)).toEqual([])
    })

    it('has the file of each test: `npm run unit -- test/repository/documents -u` writes them', async () => {
      await expect(text).toMatchFileSnapshot(table)
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

    describeOutside(`seeds/${seed}`, 'the table', (document) => {
      it('has all lines of the document that say something, and no others', () => {
        const covered = new Set([...statements, ...open].map(({ line }) => line))
        expect([...covered].sort((a, b) => a - b)).toEqual(linesThatSay(readFileSync(document, 'utf8')))
      })
    })
  })
}

interface Rows {
  readonly statements: readonly {
    readonly line: number
    readonly statement: string
    readonly tests: readonly NamedTest[]
  }[]
  readonly open: readonly { readonly line: number; readonly question: string }[]
}

/** Rows of four cells have a statement, rows of three what is left open. */
export function rowsOf(text: string): Rows {
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

/** The table with the file of each test: the named one, or else the only one that has the title. */
export function withFiles(text: string, files: readonly string[], source: (file: string) => string): string {
  return text.replace(/`([^`]+)` in `([^`]+)`/g, (named, title: string, file: string) => {
    if (countOf(title, source(file)) > 0) return named
    const [found, another] = files.filter((other) => countOf(title, source(other)) > 0)
    return found && !another ? `\`${title}\` in \`${found}\`` : named
  })
}

/** Below `test/`. */
function testFiles(): readonly string[] {
  const all = readdirSync(resolve(import.meta.dirname, '..'), { recursive: true, encoding: 'utf8' })
  return all
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.includes('node_modules'))
}

function sourceOf(file: string): string {
  const path = resolve(import.meta.dirname, '..', file)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** How often a text stands in the code as a whole, comments left out. */
export function countOf(title: string, code: string): number {
  const lines = code.split('\n').filter((line) => !/^\s*(?:\/\/|\*)/.test(line))
  return ["'", '"', '`'].reduce((sum, mark) => sum + lines.join('\n').split(mark + title + mark).length - 1, 0)
}

export function leavesOut(code: string): boolean {
  return (
    /\.(?:skip|skipIf|runIf|todo|only|fails)\b[^'"`\n]*\(|\bdescribe(?:Corpus|Outside)\(/.test(code) ||
    /(?:\bif \(.*\)|\?|&&) *\{?\s*(?:it|test|describe)(?:\.each)?\(/.test(code)
  )
}

/** Numbers of the lines that are neither blank, nor a title, nor the head of a table. */
export function linesThatSay(text: string): readonly number[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) =>
    /^\s*$|^#|^\|-/.test(line) || lines[index + 1]?.startsWith('|-') ? [] : [index + 1],
  )
}
