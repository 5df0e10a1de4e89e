// Makes a fresh clone runnable. It runs before anything is installed, so it imports nothing that would have to be.
//   node .ci/setup.mjs             the npm packages of the lock
//   node .ci/setup.mjs --browser   and a Chromium for the end-to-end tests
//   node .ci/setup.mjs --browsers  and Firefox and WebKitGTK, where this machine can have them
// Browsers of the distribution are brought to its current version: what fails in that must not pass on a machine that was kept.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findBrowser, findFirefox, findShell, findWebKit } from './browser.mjs'
import { createDebian } from './debian.mjs'
import { minute, node, npm, root } from './tools.mjs'

const debian = createDebian(join(root, 'node_modules/.cache/debian.json'))

checkNode()
installPackages()
const [one, others] = ['--browser', '--browsers'].map((flag) => process.argv.includes(flag))
if (one) {
  installBrowser()
  installShell()
}
if (others) installOthers()
debian.upgrade(
  [...(one ? [findBrowser(), findShell()] : []), ...(others ? [findFirefox(), findWebKit()?.driver] : [])].filter(
    isOurs,
  ),
)

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) fail(`Node 20.19 or newer is needed; this is ${process.version}.`)
}

/** `npm ci` costs seconds even when nothing changed, so a stamp beside the packages remembers which lock they are from. */
function installPackages() {
  const stamp = join(root, 'node_modules/.cache/setup.sha256')
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const hash = createHash('sha256').update(lock).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  if (!areInstalled(JSON.parse(lock).packages)) {
    console.log('Installing the npm packages …')
    if (!npm(['ci', '--prefer-offline', '--loglevel=error'], { timeout: 8 * minute })) fail('npm ci failed.')
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}

/**
 * Whether npm's own record of node_modules says what the lock says; who has run `npm ci` has no stamp. npm writes the record
 * last. An optional package may be for another system.
 */
function areInstalled({ '': _, ...wanted }) {
  const record = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const { packages = {} } = JSON.parse(readFileSync(record, 'utf8'))
  const same = (path) => JSON.stringify(packages[path]) === JSON.stringify(wanted[path])
  const needed = Object.keys(wanted).filter((path) => !wanted[path].optional)
  return [...needed, ...Object.keys(packages)].every(same)
}

function installBrowser() {
  if (findBrowser()) return
  console.log("No Chromium found. Trying Playwright's own …")
  const playwright = join(root, 'node_modules/@playwright/test/cli.js')
  node(playwright, ['install', '--no-shell', 'chromium'], { timeout: 3 * minute })
  if (findBrowser()) return
  // With a font: where the system has none, Chromium draws no text at all, not even with web fonts.
  debian.install('chromium', 'fonts-dejavu-core')
  if (!findBrowser()) fail('No Chromium. Install one, or give its path in CHROMIUM_PATH.')
}

/** Who names a browser cares for it. */
function isOurs(path) {
  const { CHROMIUM_PATH, FIREFOX_PATH, WEBKIT_DRIVER_PATH } = process.env
  return path !== undefined && ![CHROMIUM_PATH, FIREFOX_PATH, WEBKIT_DRIVER_PATH].includes(path)
}

/** The tests run without it, in twice the time. So one attempt, which may fail. */
function installShell() {
  const stamp = join(root, 'node_modules/.cache/shell-was-tried')
  if (process.env.CHROMIUM_PATH || findShell() || existsSync(stamp)) return
  debian.install('chromium-headless-shell')
  writeFileSync(stamp, '')
}

/** Nothing fails here: the tests of a browser that cannot be had are skipped, and the run says so. */
function installOthers() {
  // Each by itself: Ubuntu, for one, has no firefox-esr.
  if (!findFirefox()) debian.install('firefox-esr', 'fonts-dejavu-core')
  if (!findWebKit()) debian.install('webkit2gtk-driver', 'xvfb', 'fonts-dejavu-core')
  if (!findFirefox()) console.log('No Firefox: its tests are skipped. FIREFOX_PATH may say where one is.')
  if (!findWebKit()) console.log('No WebKitGTK with its driver and Xvfb: its tests are skipped.')
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
