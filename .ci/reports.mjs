// What the reports of Vitest and Playwright say: how many tests passed, what became of each, and what is to be known of one that
// failed.

/** Lines of a message that are repeated: the rest stands where the test ran. */
const mostLines = 20

/**
 * Of Vitest's report in JSON. A file that fails to load has no tests to count; it still is a failure. Tests whose titles hold `leftOut`
 * were not asked for.
 */
export function readUnitReport({ testResults }, leftOut) {
  const failures = testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    if (status === 'failed' && assertionResults.length === 0) return [{ name: 'does not load', file, message }]
    return assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ ancestorTitles, title, failureMessages }) => {
        return { name: [...ancestorTitles, title].join(' > '), file, message: failureMessages.join('\n') }
      })
  })
  const tests = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ ancestorTitles, title, status }) => {
      return {
        titles: [...ancestorTitles, title],
        state: status === 'passed' || status === 'failed' ? status : 'skipped',
      }
    })
    .filter(({ titles }) => !leftOut || titles.every((title) => !title.includes(leftOut)))
  const count = (state) => tests.filter((test) => test.state === state).length
  return { passed: count('passed'), skipped: count('skipped'), failures, tests }
}

/** Of Playwright's report in JSON. What passed at the second attempt failed. */
export function readE2eReport({ stats, errors, suites }) {
  const all = suites.flatMap((suite) => testsIn(suite, []))
  const failures = [
    ...errors.map(({ message }) => ({ name: 'no test of its own', file: '', message })),
    ...all
      .filter(({ state }) => state === 'failed')
      .map(({ titles, file, projectName, results }) => ({
        name: [projectName, ...titles].join(' > '),
        file,
        message: results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n'),
      })),
  ]
  const tests = all.map(({ titles, state }) => ({ titles, state }))
  return { passed: stats.expected, skipped: stats.skipped, failures, tests }
}

const states = { expected: 'passed', skipped: 'skipped' }

/** The outermost suite is a file. Its name is in each test, and in no title. */
function testsIn({ specs = [], suites = [] }, above) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map((test) => ({ ...test, file, titles: [...above, title], state: states[test.status] ?? 'failed' })),
  )
  return [...own, ...suites.flatMap((suite) => testsIn(suite, [...above, suite.title]))]
}

/** A line for each title of which tests were skipped, with their number. What all lack that need one file has one title. */
export function skippedLines(tests) {
  const counts = new Map()
  for (const { titles, state } of tests) {
    const title = titles.at(-1)
    if (state === 'skipped') counts.set(title, (counts.get(title) ?? 0) + 1)
  }
  return [...counts].map(([title, count]) => `${count} × ${title}`)
}

/** A failure for the end of a log: where, what, and the first lines of why. */
export function failureText(suite, { name, file = '', message = '' }, root) {
  const lines = stripColours(message).trimEnd().split('\n')
  const more = lines.length - mostLines
  const kept = more > 0 ? [...lines.slice(0, mostLines - 1), `… and ${more + 1} lines more`] : lines
  const place = file.replace(root, '').replace(/^[\\/]/, '')
  return [`✗ ${[suite, place, name].filter(Boolean).join(': ')}`, ...kept.map((line) => `    ${line}`.trimEnd())].join(
    '\n',
  )
}

function stripColours(text) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with one
  return text.replace(/\u001b\[[\d;]*m/g, '')
}
