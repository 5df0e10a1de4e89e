// Builds the pages in `pages/`, which are for tests only, before the first test. `test-pages.ts` serves them. `npm test` says
// in E2E_PAGES that they are built: its second run of Playwright begins a moment after the first one.
import { resolve } from 'node:path'
import { build } from 'vite'
import { testPage } from './test-pages.ts'

async function buildPages(): Promise<void> {
  if (process.env['E2E_PAGES'] === 'built') return
  const configFile = resolve(import.meta.dirname, '../vite.config.ts')
  // In this order: the first build empties the folder, and the second one goes into a folder within.
  const modes = process.env['TEST_SIZE'] === 'quick' ? ['pages'] : ['pages', 'pages-18']
  for (const mode of modes) await build({ configFile, mode, logLevel: 'warn' })
  await build({ configFile, mode: 'standalone', logLevel: 'warn', build: { outDir: testPage('standalone') } })
}

// Playwright asks for a default export here.
export default buildPages
