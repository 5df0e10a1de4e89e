// `npm run postgres`: the tests of stores, of the business, of the demo's shop, of shared tasks and of the guide's agent on a PostgreSQL server too;
// then, in Chromium, those of what a customer of the demo's shop relies on.
// DATABASE_URL names one whose user may make schemas. Without it a server of this machine's own packages (Debian:
// `apt-get install postgresql`) runs in a temporary folder, and ends with the tests.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { noPostgres, startPostgres } from './postgres-server.mjs'
import { freePort, node, root, tool } from './tools.mjs'

const shop = readdirSync(join(root, 'test/shop')).filter((file) => file.endsWith('.test.ts'))
const tested = [
  'test/commerce/business',
  'test/agent/task-stores',
  'test/agent/shared-tasks',
  'test/readme/executed.test.ts',
]
/** Right answers, a shop that fails, and a page that is loaded again. */
const inBrowser = ['shop-answers', 'shop-failures', 'shop-reload'].map((name) => `${name}.spec.ts`)

const given = process.env.DATABASE_URL
process.exitCode = (await (given ? test(given) : onOwnServer())) ? 0 : 1

async function test(url) {
  const files = [...tested, ...shop.map((file) => `test/shop/${file}`)]
  const env = { ...process.env, DATABASE_URL: url, E2E_PORT: String(await freePort()) }
  const done = [
    node(tool('vitest'), ['run', '--project', 'node', ...files], { env }),
    node(join(root, '.ci/setup.mjs'), ['--browser']) &&
      node(tool('vite'), ['build', '--logLevel', 'error']) &&
      node(tool('@playwright/test', 'playwright'), ['test', '--config', 'e2e/playwright.config.ts', ...inBrowser], {
        env,
      }),
  ]
  return done.every(Boolean)
}

async function onOwnServer() {
  const server = await startPostgres()
  if (!server) {
    console.error(noPostgres)
    return false
  }
  try {
    return await test(server.url)
  } finally {
    server.stop()
  }
}
