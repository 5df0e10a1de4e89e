// Builds the pages in `pages/`, which are for tests only, before the first test. `test-pages.ts` serves them.
import { resolve } from 'node:path'
import { build } from 'vite'

async function buildPages(): Promise<void> {
  const configFile = resolve(import.meta.dirname, '../vite.config.ts')
  await build({ configFile, mode: 'pages', logLevel: 'warn' })
}

// Playwright asks for a default export here.
export default buildPages
