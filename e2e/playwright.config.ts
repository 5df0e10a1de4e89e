// Drives the built demo in Chromium. Everything that could make two runs or two machines differ is pinned here.
import { resolve } from 'node:path'
import { defineConfig, type LaunchOptions, type ReporterDescription } from '@playwright/test'
import { findBrowser, findShell } from '../.ci/browser.mjs'

const port = Number(process.env.E2E_PORT ?? 4187)
const baseURL = `http://127.0.0.1:${port}`
const cache = resolve(import.meta.dirname, '../node_modules/.cache')
const ci = Boolean(process.env.CI)
const browser = findBrowser()
/** `npm test` runs Playwright twice: the tests that compare times come last, when the machine does nothing else. */
const suite = process.env.E2E_SUITE ?? 'e2e'

/** What needs a whole browser: pictures, since letters differ a little in the shell, new tabs, and names that are looked up ahead. */
const wholeBrowser = /(gallery|look|middle-click|host-names)\.spec\.ts$/

/**
 * Components one by one, rare moments, failures of the network, hostile content and matrices: `npm run test:all` has them, or their name.
 * What is left are the pages that users meet, and what they do there.
 */
const inDepth = new RegExp(
  `/(${[
    'accessibility|changed-presses|checks|color-scheme|content|content-texts|custom-properties|elements|endurance|frames|host-names',
    'hostile|identity|key-presses|keyboard-dates|keyboard-inputs|late-arrivals|lazy-parts|list|list-changes|many-media|markdown-table',
    'middle-click|modal|other-entries|page-frame|playing|react-18|requests|shaping|typed-text|waiting-boxes|widths|worker-page',
    'chat-(conversations|phone|reading|words)|model-start|shop-(answers|connection|failures|reconnection|reload)|sign-in|slips|workbench',
  ].join('|')})\\.spec\\.ts$`,
)
const omitted = process.env.TEST_SIZE === 'quick' ? [inDepth] : []

const report: ReporterDescription[] = [['list'], ['json', { outputFile: `${cache}/${suite}.json` }]]

/** Text is drawn the same with any set of fonts and any screen. */
const drawing = [
  '--font-render-hinting=none',
  '--disable-font-subpixel-positioning',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
  '--disable-gpu',
]

/** A fresh browser that talks to nobody but us. */
const quiet = [
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
]

/** Chromium's sandbox does not start as root, nor in most containers. */
const sandbox = ci || process.getuid?.() === 0 ? ['--no-sandbox'] : []

const launchWith = (executablePath: string | undefined): { readonly launchOptions: LaunchOptions } => ({
  launchOptions: { ...(executablePath && { executablePath }), args: [...drawing, ...quiet, ...sandbox] },
})

export default defineConfig({
  testDir: '.',
  outputDir: `${cache}/playwright-${suite}`,
  globalSetup: './build-pages.ts',
  // Without the platform: the settings above make the pictures the same everywhere.
  snapshotPathTemplate: '{testDir}/screenshots/{testFileName}/{arg}{ext}',
  fullyParallel: true,
  // Many tests wait for half of their time: for moments in which nothing may happen, and for frames. Two workers leave two
  // cores idle meanwhile.
  workers: 3,
  retries: 0,
  forbidOnly: ci,
  // On CI a missing picture is a failure; it is not made up on the spot.
  updateSnapshots: ci ? 'none' : 'missing',
  // A slow machine took 13 minutes for all of them.
  globalTimeout: 2_400_000,
  // A busy machine takes its time: what is waited for is waited for longer than Playwright would. Whatever comes costs nothing.
  timeout: 90_000,
  reporter: ci ? report : 'list',
  expect: {
    timeout: 20_000,
    toHaveScreenshot: {
      animations: 'disabled',
      caret: 'hide',
      scale: 'css',
      maxDiffPixelRatio: 0.001,
      stylePath: resolve(import.meta.dirname, 'pictures.css'),
    },
  },
  use: {
    baseURL,
    viewport: { width: 800, height: 600 },
    deviceScaleFactor: 1,
    colorScheme: 'light',
    locale: 'en-GB',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    // Firefox and WebKit have a configuration of their own.
    { name: 'engine', testIgnore: [wholeBrowser, 'browsers/**', ...omitted], use: launchWith(findShell() ?? browser) },
    { name: 'browser', testMatch: wholeBrowser, testIgnore: omitted, use: launchWith(browser) },
  ],
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview --config e2e/vite.config.ts --host 127.0.0.1 --port ${port} --strictPort`,
    cwd: '..',
    url: baseURL,
    reuseExistingServer: !ci,
    stdout: 'ignore',
  },
})
