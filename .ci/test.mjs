// `npm test`: types, lint, units, the pages that users meet in Chromium, the package. `npm run test:all`: besides, Firefox and
// WebKit, all of each matrix, hostile input of a megabyte, endurance, PostgreSQL, several processes, long properties and
// comparisons of times. The last line is "N passed, N failed", and ", N skipped" where some were; the exit code says the same.
// What failed is listed before it, so that the end of a log is enough.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describeVersions } from './browser.mjs'
import { failureText, readE2eReport, readUnitReport, skippedLines } from './reports.mjs'
import { rulesOf, unserved } from './rules.mjs'
import { freePort, minute, node, nodeBeside, root, tool } from './tools.mjs'

const all = process.argv.includes('--all')
const cache = join(root, 'node_modules/.cache')
const total = { passed: 0, skipped: 0 }
const times = []
const setup = join(root, '.ci/setup.mjs')
/** Each failure as a text. */
const failures = []
/** What became of each test. */
const tests = []

try {
  if (!node(setup, [], { timeout: 10 * minute })) throw new Error('the setup failed')
  // Firefox and WebKit: what cannot be installed here is skipped, and counted as such.
  const browser = node(setup, ['--browser', ...(all ? ['--browsers'] : [])], { timeout: 20 * minute })
  console.log(describeVersions())
  await everything(browser)
  rules()
  if (total.skipped > 0) console.log(`\n── skipped\n${skippedLines(tests).join('\n')}`)
} catch (error) {
  broken(error)
}
report()

async function everything(browser) {
  mkdirSync(cache, { recursive: true })
  const [tsc, biome, vite] = [tool('typescript', 'tsc'), tool('@biomejs/biome', 'biome'), tool('vite')]
  const code = ['src', 'demo', 'test', 'e2e', '.ci', 'vite.config.ts']
  // Units and pages each keep all cores busy. Side by side they take as long as one after the other (two cores: 570 s and 534 s), and
  // a page that gets no turn for seconds is red by load.
  await Promise.all([
    check('demo', join(root, '.ci/demo.mjs')),
    checks([
      ['typecheck', tsc],
      ['lint', biome, ['ci', '--error-on-warnings', ...code]],
      ['unused', tool('knip'), ['--config', '.ci/knip.json']],
    ]),
  ])
  await unitTests()
  await endToEnd(browser).catch(broken)
  // The tests in Firefox and WebKit are few, and wait for half of their time.
  await Promise.all([
    browser && all ? playwright('browsers', [], { E2E_PAGES: 'built' }) : undefined,
    checks([
      ['library', vite, ['build', '--mode', 'lib', '--logLevel', 'warn']],
      ['standalone', vite, ['build', '--mode', 'standalone', '--logLevel', 'warn']],
      ['declarations', tsc, ['-p', 'src']],
      ['package', join(root, '.ci/package.mjs')],
      ['audit', join(root, '.ci/audit.mjs')],
      ['gRPC schema', join(root, '.ci/grpc-schema.mjs'), ['--check']],
    ]),
  ])
  if (browser && all) await comparisons()
}

async function unitTests() {
  const file = `--outputFile.json=${reportOf('unit')}`
  const read = (report) => readUnitReport(report, all ? undefined : '@all')
  await suite('unit', read, tool('vitest'), ['run', '--reporter=default', '--reporter=json', file])
}

async function endToEnd(browser) {
  if (!browser) throw new Error('the end-to-end tests need a browser')
  await playwright('e2e', ['--grep-invert', all ? '@alone' : '@alone|@all'])
}

/** The end-to-end tests whose times a machine that does something else would change. */
async function comparisons() {
  await playwright('comparisons', ['--grep', '@alone', '--workers', '1'], { E2E_PAGES: 'built' })
}

/** The pages for tests are built by the first of these runs. */
async function playwright(name, args, env) {
  const config = name === 'browsers' ? 'e2e/browsers/playwright.config.ts' : 'e2e/playwright.config.ts'
  const port = String(await freePort())
  const command = ['test', '--config', config, ...args]
  const variables = { E2E_PORT: port, E2E_SUITE: name, ...env }
  await suite(name, readE2eReport, tool('@playwright/test', 'playwright'), command, variables)
}

/** Steps, one after the other; the output of each is printed when it is done, since other steps run at the same time. */
async function checks(steps) {
  for (const [name, script, args] of steps) {
    const start = performance.now()
    const { ok, output } = await nodeBeside(script, args, { env: { ...process.env, CI: '1' } })
    console.log(`\n── ${name}\n${output.trimEnd()}`)
    note(name, start, ok)
    if (ok) total.passed++
    else failed(name, { name: 'see above', message: output.trimEnd().split('\n').slice(-10).join('\n') })
  }
}

/** A step that either works or does not: one check. */
async function check(name, script, args) {
  if (await timed(name, script, args)) total.passed++
  else failed(name, { name: 'see above' })
}

/** A step that runs tests: as many checks as its report has, and one failure when it died without saying of what. */
async function suite(name, read, script, args, env) {
  const file = reportOf(name)
  // An old report must never stand for a run that did not happen.
  rmSync(file, { force: true })
  const ok = await timed(name, script, args, env)
  const { passed, skipped, failures: found, tests: ran = [] } = readReport(file, read)
  for (const test of ran) tests.push(test)
  total.passed += passed
  total.skipped += skipped
  for (const failure of found) failed(name, failure)
  if (!ok && found.length === 0) failed(name, { name: 'ended badly, with no test that failed: see above' })
}

/** Each rule is served by a test that ran and passed. One that fails is told as a test. */
function rules() {
  const { skipped, notRun } = unserved(rulesOf(readFileSync(join(root, 'test/rules.md'), 'utf8')), tests)
  console.log('\n── rules')
  if (skipped.length > 0) console.log(`All tests are skipped of ${skipped.join(', ')}`)
  if (notRun.length > 0) console.log(`No test ran of ${notRun.join(', ')}${all ? '' : ': npm run test:all has them'}`)
  if (!all || failures.length > 0) return
  if (notRun.length === 0) total.passed++
  else failed('rules', { name: `no test ran of ${notRun.join(', ')}` })
}

function broken(error) {
  console.error(error)
  failed('npm test', { name: error.message })
}

function failed(step, failure) {
  failures.push(failureText(step, failure, root))
}

/** Playwright's reports have these names in their configurations. */
function reportOf(name) {
  return join(cache, `${name}.json`)
}

function readReport(file, read) {
  const none = { passed: 0, skipped: 0, failures: [{ name: 'died without a report: see above' }] }
  if (!existsSync(file)) return none
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return none // it died while writing
  }
}

async function timed(name, script, args, env) {
  console.log(`\n── ${name}`)
  const start = performance.now()
  const options = {
    live: true,
    timeout: 40 * minute,
    env: { ...process.env, CI: '1', TEST_SIZE: all ? 'all' : 'quick', ...env },
  }
  const { ok } = await nodeBeside(script, args, options)
  note(name, start, ok)
  return ok
}

function note(name, start, ok) {
  times.push(`${name} ${((performance.now() - start) / 1000).toFixed(1)} s${ok ? '' : ' FAILED'}`)
}

function report() {
  console.log(`\n${times.join(' · ')}`)
  for (const text of failures) console.log(`\n${text}`)
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`${total.passed} passed, ${failures.length} failed${skipped}`)
  process.exitCode = failures.length === 0 ? 0 : 1
}
