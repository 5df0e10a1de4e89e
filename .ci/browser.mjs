// Which browsers the end-to-end tests drive. One answer for the setup, which may have to install them, and for the tests.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { packageVersion } from './debian.mjs'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The program's path, or undefined. Call it only when node_modules is there: Playwright knows where its own lies. */
export function findBrowser() {
  const { chromium } = createRequire(import.meta.url)('@playwright/test')
  return [process.env.CHROMIUM_PATH, chromium.executablePath(), ...usual].find((path) => path && runs(path))
}

/**
 * Chromium's engine without windows and tabs, or undefined: a page costs half of the time. It draws letters a little
 * differently, so pictures are compared in `findBrowser`'s. Who names a browser gets it for everything.
 */
export function findShell() {
  if (process.env.CHROMIUM_PATH) return undefined
  return ['/usr/bin/chromium-headless-shell'].find(runs)
}

/** The path of a Firefox that is installed, or undefined. */
export function findFirefox() {
  const paths = [
    process.env.FIREFOX_PATH,
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ]
  return paths.find((path) => path && runs(path))
}

/** The paths of WebKitGTK's driver and of the virtual screen that WebKitGTK draws on; undefined unless both are there. */
export function findWebKit() {
  const driver = [process.env.WEBKIT_DRIVER_PATH, '/usr/bin/WebKitWebDriver'].find((path) => path && existsSync(path))
  const screen = '/usr/bin/Xvfb'
  return driver && existsSync(screen) ? { driver, screen } : undefined
}

/** Node and the browsers, with their versions: what a failure here has to be read with. */
export function describeVersions() {
  const [browser, shell, firefox, webkit] = [findBrowser(), findShell(), findFirefox(), findWebKit()?.driver]
  const parts = [
    `Node ${process.versions.node}`,
    browser ? `Chromium ${versionOf(browser)}` : 'no Chromium',
    ...(shell ? [`its headless shell ${versionOf(shell)}`] : []),
    firefox ? `Firefox ${versionOf(firefox)}` : 'no Firefox',
    // Its driver does not say.
    webkit ? `WebKitGTK ${packageVersion(webkit) ?? '?'}` : 'no WebKitGTK',
  ]
  return parts.join(' · ')
}

function versionOf(path) {
  const said = process.platform === 'win32' ? '' : spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout
  return /\d+\.[\w.]+/.exec(said ?? '')?.[0] ?? '?'
}

/** A downloaded Chromium may lie there and still not start, for want of system libraries: so ask it. */
function runs(path) {
  if (!existsSync(path)) return false
  // Chrome on Windows opens a window when asked for its version.
  if (process.platform === 'win32') return true
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}
