// The end of `npm test`: each failure is listed there once more, as the reports of both runners tell of it.
import { describe, expect, it } from 'vitest'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it, and the rule takes those for the module.
import { failureText, readE2eReport, readUnitReport, skippedLines } from '../../.ci/reports.mjs'

const red = (text: string): string => `\u001b[31m${text}\u001b[39m`

describe('the report of the unit tests', () => {
  const report = {
    testResults: [
      {
        name: '/project/test/a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { ancestorTitles: ['a', 'b'], title: 'passes', status: 'passed', failureMessages: [] },
          { ancestorTitles: ['a', 'b'], title: 'fails', status: 'failed', failureMessages: [red('1 is not 2')] },
          { ancestorTitles: [], title: 'is not run', status: 'skipped', failureMessages: [] },
          { ancestorTitles: ['a'], title: 'is long @all', status: 'skipped', failureMessages: [] },
        ],
      },
      { name: '/project/test/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ],
  }

  it('counts tests, and files that do not load', () => {
    const { passed, skipped, failures, tests } = readUnitReport(report, '@all')
    expect([passed, skipped]).toEqual([1, 1])
    expect(tests.map(({ titles, state }) => [titles.join(' > '), state])).toEqual([
      ['a > b > passes', 'passed'],
      ['a > b > fails', 'failed'],
      ['is not run', 'skipped'],
    ])
    expect(readUnitReport(report).skipped).toBe(2)
    expect(skippedLines([...tests, ...tests])).toEqual(['2 × is not run'])
    expect(failures.map((failure) => failureText('unit', failure, '/project'))).toEqual([
      '✗ unit: test/a.test.ts: a > b > fails\n    1 is not 2',
      '✗ unit: test/b.test.ts: does not load\n    no such module',
    ])
  })
})

describe('the report of the end-to-end tests', () => {
  const test = (status: string, ...messages: string[]): object => {
    return { status, projectName: 'engine', results: messages.map((message) => ({ errors: [{ message }] })) }
  }
  const report = {
    stats: { expected: 1, skipped: 2 },
    errors: [{ message: 'no browser' }],
    suites: [
      {
        title: 'a.spec.ts',
        specs: [{ title: 'passes', file: 'a.spec.ts', tests: [test('expected')] }],
        suites: [
          {
            title: 'a group',
            specs: [{ title: 'fails', file: 'a.spec.ts', tests: [test('unexpected', 'one', 'two')] }],
            suites: [{ title: 'within', specs: [{ title: 'wavers', file: 'a.spec.ts', tests: [test('flaky')] }] }],
          },
        ],
      },
    ],
  }

  it('counts what failed, what passed at the second attempt, and what ended the run', () => {
    const { passed, skipped, failures, tests } = readE2eReport(report)
    expect([passed, skipped]).toEqual([1, 2])
    expect(tests.map(({ titles, state }) => [titles.join(' > '), state])).toEqual([
      ['passes', 'passed'],
      ['a group > fails', 'failed'],
      ['a group > within > wavers', 'failed'],
    ])
    expect(failures).toEqual([
      { name: 'no test of its own', file: '', message: 'no browser' },
      { name: 'engine > a group > fails', file: 'a.spec.ts', message: 'one\ntwo' },
      { name: 'engine > a group > within > wavers', file: 'a.spec.ts', message: '' },
    ])
  })
})

describe('the text of a failure', () => {
  const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at}`).join('\n')

  it.each([
    [20, 'line 19'],
    [21, '… and 2 lines more'],
    [5_000, '… and 4981 lines more'],
  ])('has 20 lines of %i at most', (count, last) => {
    const text = failureText('e2e', { name: 'fails', message: lines(count) }, '/project').split('\n')
    expect([text[0], text.length, text.at(-1)?.trim()]).toEqual(['✗ e2e: fails', 21, last])
  })
})
