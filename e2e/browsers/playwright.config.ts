// The same checks in Firefox and in WebKitGTK. Playwright only runs and reports them: the browsers are the machine's own.
import { resolve } from 'node:path'
import { defineConfig, type ReporterDescription } from '@playwright/test'
import type { BrowserOptions } from './fixtures.ts'

const cache = resolve(import.meta.dirname, '../../node_modules/.cache')
const ci = Boolean(process.env.CI)
const report: ReporterDescription[] = [['list'], ['json', { outputFile: `${cache}/browsers.json` }]]

export default defineConfig<object, BrowserOptions>({
  testDir: '.',
  outputDir: `${cache}/browsers`,
  globalSetup: '../build-pages.ts',
  workers: 2,
  forbidOnly: ci,
  globalTimeout: 600_000,
  // A busy machine takes its time.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: ci ? report : 'list',
  projects: [
    // A file that is left out is about the other browser alone.
    { name: 'firefox', use: { engine: 'firefox' }, testIgnore: 'webkit.spec.ts' },
    { name: 'webkit', use: { engine: 'webkit' }, testIgnore: ['firefox.spec.ts', 'forced-colors.spec.ts'] },
  ],
})
