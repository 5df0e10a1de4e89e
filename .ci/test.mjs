// `npm test`: every check there is. The last line is "N passed, N failed", and ", N skipped" where a browser could not
// be had; the exit code says the same.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, minute, node, nodeBeside, root, tool } from './tools.mjs'

const cache = join(root, 'node_modules/.cache')
const total = { passed: 0, failed: 0, skipped: 0 }
const times = []

try {
  if (!node(join(root, '.ci/setup.mjs'), [], { timeout: 10 * minute })) throw new Error('the setup failed')
  await everything()
} catch (error) {
  console.error(error)
  total.failed++
}
report()

async function everything() {
  mkdirSync(cache, { recursive: true })
  const [tsc, biome, vite] = [tool('typescript', 'tsc'), tool('@biomejs/biome', 'biome'), tool('vite')]
  const code = ['src', 'demo', 'test', 'e2e', '.ci', 'vite.config.ts']
  // Each of them leaves a core idle for a while.
  await Promise.all([
    checks([
      ['typecheck', tsc],
      ['lint', biome, ['ci', '--error-on-warnings', ...code]],
      ['unused', tool('knip'), ['--config', '.ci/knip.json']],
    ]),
    checks([
      ['library', vite, ['build', '--mode', 'lib', '--logLevel', 'warn']],
      ['declarations', tsc, ['-p', 'src']],
      ['package', join(root, '.ci/package.mjs')],
      ['audit', join(root, '.ci/audit.mjs')],
    ]),
  ])
  const unitReport = `--outputFile.json=${reportOf('unit')}`
  suite('unit', unitCounts, tool('vitest'), ['run', '--reporter=default', '--reporter=json', unitReport])
  check('demo', join(root, '.ci/demo.mjs'))
  await endToEnd()
}

async function endToEnd() {
  const browser = timed('browser', join(root, '.ci/setup.mjs'), ['--browser'], { timeout: 10 * minute })
  if (!browser) throw new Error('the end-to-end tests need a browser')
  const env = { E2E_PORT: String(await freePort()) }
  suite('e2e', e2eCounts, tool('@playwright/test', 'playwright'), ['test', '--config', 'e2e/playwright.config.ts'], env)
  otherBrowsers()
}

/** Firefox and WebKit: what cannot be installed here is skipped, and counted as such. */
function otherBrowsers() {
  timed('other browsers', join(root, '.ci/setup.mjs'), ['--browsers'], { timeout: 25 * minute })
  const config = ['test', '--config', 'e2e/browsers/playwright.config.ts']
  // The end-to-end tests have built the test pages.
  suite('browsers', e2eCounts, tool('@playwright/test', 'playwright'), config, { E2E_PAGES: 'built' })
}

/** Steps, one after the other; the output of each is printed when it is done, since other steps run at the same time. */
async function checks(steps) {
  for (const [name, script, args] of steps) {
    const start = performance.now()
    const { ok, output } = await nodeBeside(script, args, { env: { ...process.env, CI: '1' } })
    console.log(`\n── ${name}\n${output.trimEnd()}`)
    note(name, start, ok)
    if (ok) total.passed++
    else total.failed++
  }
}

/** A step that either works or does not: one check. */
function check(name, script, args) {
  if (timed(name, script, args)) total.passed++
  else total.failed++
}

/** A step that runs tests: as many checks as its report has, and one failure when it died without saying of what. */
function suite(name, counts, script, args, env) {
  const file = reportOf(name)
  // An old report must never stand for a run that did not happen.
  rmSync(file, { force: true })
  const ok = timed(name, script, args, { env })
  const [passed, failed, skipped = 0] = readCounts(file, counts)
  total.skipped += skipped
  total.passed += passed
  total.failed += ok ? failed : Math.max(failed, 1)
}

/** Playwright's reports have these names in their configurations. */
function reportOf(name) {
  return join(cache, `${name}.json`)
}

function readCounts(file, counts) {
  if (!existsSync(file)) return [0, 1]
  try {
    return counts(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return [0, 1] // it died while writing
  }
}

/** A file that fails to load has no tests to count; it still is a failure. */
function unitCounts({ numPassedTests, numFailedTests, testResults }) {
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return [numPassedTests, numFailedTests + broken.length]
}

function e2eCounts({ stats, errors }) {
  return [stats.expected, stats.unexpected + stats.flaky + errors.length, stats.skipped]
}

function timed(name, script, args, { env, ...options } = {}) {
  console.log(`\n── ${name}`)
  const start = performance.now()
  const ok = node(script, args, { ...options, env: { ...process.env, CI: '1', ...env } })
  note(name, start, ok)
  return ok
}

function note(name, start, ok) {
  times.push(`${name} ${((performance.now() - start) / 1000).toFixed(1)} s${ok ? '' : ' FAILED'}`)
}

function report() {
  console.log(`\n${times.join(' · ')}`)
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
  process.exitCode = total.failed === 0 ? 0 : 1
}
