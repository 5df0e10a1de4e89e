// Rules and tests name one another: every rule of rules.md has a test, and no test serves a rule that is not there.
import { readdirSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it, and the rule takes those for the module.
import { citedIn, rulesOf, unserved } from '../../.ci/rules.mjs'

const repository = resolve(import.meta.dirname, '../..')

describe('the rules', () => {
  const rules = rulesOf(readFileSync(resolve(import.meta.dirname, '../rules.md'), 'utf8'))
  const files = ['test', 'e2e'].flatMap((folder) => testsIn(resolve(repository, folder)))
  const cited = files.flatMap((file) => citedIn(readFileSync(file, 'utf8')).map((rule) => [rule, file] as const))

  it('are there, each once', () => {
    expect(rules.length).toBeGreaterThan(0)
    expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([])
  })

  it('are each served by a test', () => {
    const served = new Set(cited.map(([rule]) => rule))
    expect(rules.filter((rule) => !served.has(rule))).toEqual([])
  })

  it('are known wherever a test names them', () => {
    const unknown = cited.filter(([rule]) => !rules.includes(rule))
    expect(unknown.map(([rule, file]) => `${rule} in ${relative(repository, file)}`)).toEqual([])
  })
})

describe('reading them', () => {
  it('takes the bold ids at the start of list items', () => {
    expect(
      rulesOf('# Rules\n- **S-1** A stream.\n- **V8-10** Another **bold** word, like **X-9**.\n**Y-1** no item'),
    ).toEqual(['S-1', 'V8-10'])
  })

  it.each([
    ["it('[S-1] a name', run)", ['S-1']],
    ['it.each(rows)(`[V8-3] ${name}`, run)', ['V8-3']],
    ["test('[S-1] [D-4] two', run)", ['S-1', 'D-4']],
    ["test('[S-1, D-4] two', run)", ['S-1', 'D-4']],
    ["['[S-2] of a table', 1],\n['[S-3] of a table', 2]", ['S-2', 'S-3']],
    ["// [S-1] in a comment\nit('serves [S-2] too late', run)", []],
    ["const row = ['[a]', '[1-2]', '[B7]']", []],
  ])('takes from the names of tests what stands in front: %s', (text, rules) => {
    expect(citedIn(text)).toEqual(rules)
  })

  it('takes from a report the rules of tests that passed, and tells those of others', () => {
    const tests = [
      { titles: ['a.spec.ts', '[S-1] a group', 'a test'], state: 'passed' },
      { titles: ['[S-2] [S-3] a test'], state: 'skipped' },
      { titles: ['[S-3] a test'], state: 'passed' },
      { titles: ['a test of [S-4]'], state: 'passed' },
      { titles: ['[S-5] a test'], state: 'failed' },
    ] as const
    const rules = ['S-1', 'S-2', 'S-3', 'S-4', 'S-5']
    expect(unserved(rules, tests)).toEqual({ skipped: ['S-2'], notRun: ['S-4', 'S-5'] })
  })
})

/** The test files below a folder, this one left out: its made-up names serve nothing. */
function testsIn(folder: string): readonly string[] {
  // A folder of pictures is called as the spec that compares them.
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const files = entries.map((entry) => resolve(entry.parentPath, entry.name))
  return files.filter((file) => /\.(?:test|spec)\.tsx?$/.test(file) && file !== import.meta.filename)
}
