// Makes a fresh clone runnable. It runs before anything is installed, so it imports nothing that would have to be.
//   node .ci/setup.mjs             the npm packages of the lock
//   node .ci/setup.mjs --browser   and a Chromium for the end-to-end tests
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { minute, node, npm, root, run } from './tools.mjs'

checkNode()
installPackages()
if (process.argv.includes('--browser')) installBrowser()

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) fail(`Node 20.19 or newer is needed; this is ${process.version}.`)
}

/** `npm ci` costs seconds even when nothing changed, so a stamp beside the packages remembers which lock they are from. */
function installPackages() {
  const stamp = join(root, 'node_modules/.cache/setup.sha256')
  const lock = readFileSync(join(root, 'package-lock.json'))
  const hash = createHash('sha256').update(lock).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.log('Installing the npm packages …')
  if (!npm(['ci', '--prefer-offline', '--loglevel=error'], { timeout: 8 * minute })) fail('npm ci failed.')
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}

function installBrowser() {
  if (findBrowser()) return
  console.log("No Chromium found. Trying Playwright's own …")
  const playwright = join(root, 'node_modules/@playwright/test/cli.js')
  node(playwright, ['install', '--no-shell', 'chromium'], { timeout: 3 * minute })
  if (findBrowser()) return
  if (existsSync('/usr/bin/apt-get')) installDebianChromium()
  if (!findBrowser()) fail('No Chromium. Install one, or give its path in CHROMIUM_PATH.')
}

/** With a font: where the system has none, Chromium draws no text at all, not even with web fonts. */
function installDebianChromium() {
  console.log('Trying the Debian package …')
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const apt = (...args) => {
    const [program, ...rest] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', ...args]
    return run(program, rest, { timeout: 5 * minute })
  }
  apt('update')
  apt('install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core')
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
