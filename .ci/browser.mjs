// Which Chromium the end-to-end tests drive. One answer for the setup, which may have to install one, and for Playwright.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

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

/** A downloaded Chromium may lie there and still not start, for want of system libraries: so ask it. */
function runs(path) {
  if (!existsSync(path)) return false
  // Chrome on Windows opens a window when asked for its version.
  if (process.platform === 'win32') return true
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}
