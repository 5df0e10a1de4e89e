// What the reports of Vitest and Playwright say: how many tests passed, and what is to be known of each that failed.

/** Lines of a message that are repeated: the rest stands where the test ran. */
const mostLines = 20

/** Of Vitest's report in JSON. A file that fails to load has no tests to count; it still is a failure. */
export function readUnitReport({ numPassedTests, numPendingTests = 0, numTodoTests = 0, testResults }) {
  const failures = testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    if (status === 'failed' && assertionResults.length === 0) return [{ name: 'does not load', file, message }]
    return assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ ancestorTitles, title, failureMessages }) => {
        return { name: [...ancestorTitles, title].join(' > '), file, message: failureMessages.join('\n') }
      })
  })
  return { passed: numPassedTests, skipped: numPendingTests + numTodoTests, failures }
}

/** Of Playwright's report in JSON. What passed at the second attempt failed. */
export function readE2eReport({ stats, errors, suites }) {
  const failures = [
    ...errors.map(({ message }) => ({ name: 'no test of its own', file: '', message })),
    ...suites.flatMap((suite) => failuresIn(suite, [])),
  ]
  return { passed: stats.expected, skipped: stats.skipped, failures }
}

/** The outermost suite is a file, which has its name. */
function failuresIn({ specs = [], suites = [] }, titles) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) => ({
        name: [projectName, ...titles, title].join(' > '),
        file,
        message: results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n'),
      })),
  )
  return [...own, ...suites.flatMap((suite) => failuresIn(suite, [...titles, suite.title]))]
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
