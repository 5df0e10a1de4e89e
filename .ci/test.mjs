// `npm test`: every check there is. The last line is "N passed, N failed", and ", N skipped" where a browser could not
// be had; the exit code says the same. What failed is listed before it, so that the end of a log is enough.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { failureText, readE2eReport, readUnitReport } from './reports.mjs'
import { freePort, minute, node, nodeBeside, root, tool } from './tools.mjs'

const cache = join(root, 'node_modules/.cache')
const total = { passed: 0, skipped: 0 }
const times = []
/** Each failure as a text. */
const failures = []

try {
  if (!node(join(root, '.ci/setup.mjs'), [], { timeout: 10 * minute })) throw new Error('the setup failed')
  await everything()
} catch (error) {
  console.error(error)
  failed('npm test', { name: error.message })
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
  suite('unit', readUnitReport, tool('vitest'), ['run', '--reporter=default', '--reporter=json', unitReport])
  check('demo', join(root, '.ci/demo.mjs'))
  await endToEnd()
}

async function endToEnd() {
  const browser = timed('browser', join(root, '.ci/setup.mjs'), ['--browser'], { timeout: 10 * minute })
  if (!browser) throw new Error('the end-to-end tests need a browser')
  const env = { E2E_PORT: String(await freePort()) }
  suite(
    'e2e',
    readE2eReport,
    tool('@playwright/test', 'playwright'),
    ['test', '--config', 'e2e/playwright.config.ts'],
    env,
  )
  otherBrowsers()
}

/** Firefox and WebKit: what cannot be installed here is skipped, and counted as such. */
function otherBrowsers() {
  timed('other browsers', join(root, '.ci/setup.mjs'), ['--browsers'], { timeout: 25 * minute })
  const config = ['test', '--config', 'e2e/browsers/playwright.config.ts']
  // The end-to-end tests have built the test pages.
  suite('browsers', readE2eReport, tool('@playwright/test', 'playwright'), config, { E2E_PAGES: 'built' })
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
function check(name, script, args) {
  if (timed(name, script, args)) total.passed++
  else failed(name, { name: 'see above' })
}

/** A step that runs tests: as many checks as its report has, and one failure when it died without saying of what. */
function suite(name, read, script, args, env) {
  const file = reportOf(name)
  // An old report must never stand for a run that did not happen.
  rmSync(file, { force: true })
  const ok = timed(name, script, args, { env })
  const { passed, skipped, failures: found } = readReport(file, read)
  total.passed += passed
  total.skipped += skipped
  for (const failure of found) failed(name, failure)
  if (!ok && found.length === 0) failed(name, { name: 'ended badly, with no test that failed: see above' })
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
  for (const text of failures) console.log(`\n${text}`)
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`${total.passed} passed, ${failures.length} failed${skipped}`)
  process.exitCode = failures.length === 0 ? 0 : 1
}
