// `npm run postgres`: the tests of stores, of the business, of the demo's shop, of shared tasks and of the guide's agent on a PostgreSQL server too;
// then, in Chromium, those of what a customer of the demo's shop relies on.
// DATABASE_URL names one whose user may make schemas. Without it a server of this machine's own packages (Debian:
// `apt-get install postgresql`) runs in a temporary folder, and ends with the tests.
import { join } from 'node:path'
import { noPostgres, startPostgres } from './postgres-server.mjs'
import { freePort, node, root, tool } from './tools.mjs'

const tested = [
  'test/commerce/business',
  'test/agent/server/postgres/task-stores',
  'test/agent/server/postgres/shared-tasks',
  'test/readme/executed.test.ts',
  'test/demo/shop',
  'test/demo/chat',
  'test/demo/servers',
]
/** Right answers, a shop that fails, and a page that is loaded again. */
const inBrowser = ['shop-answers', 'shop-failures', 'shop-reload'].map((name) => `${name}.spec.ts`)

const given = process.env.DATABASE_URL
process.exitCode = (await (given ? test(given) : onOwnServer())) ? 0 : 1

async function test(url) {
  const env = { ...process.env, DATABASE_URL: url, E2E_PORT: String(await freePort()) }
  const done = [
    node(tool('vitest'), ['run', '--project', 'node', ...tested], { env }),
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
