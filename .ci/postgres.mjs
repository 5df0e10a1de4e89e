// `npm run postgres`: the tests of stores, of the business, of the demo's shop and of shared tasks on a PostgreSQL server too.
// DATABASE_URL names one whose user may make schemas. Without it a server of this machine's own packages (Debian:
// `apt-get install postgresql`) runs in a temporary folder, and ends with the tests.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { noPostgres, startPostgres } from './postgres-server.mjs'
import { node, root, tool } from './tools.mjs'

const shop = readdirSync(join(root, 'test/shop')).filter((file) => file.endsWith('.test.ts'))
const tested = ['test/commerce/business', 'test/agent/task-stores', 'test/agent/shared-tasks']

const given = process.env.DATABASE_URL
process.exitCode = (given ? test(given) : await onOwnServer()) ? 0 : 1

function test(url) {
  const files = [...tested, ...shop.map((file) => `test/shop/${file}`)]
  const env = { ...process.env, DATABASE_URL: url }
  return node(tool('vitest'), ['run', '--project', 'node', ...files], { env })
}

async function onOwnServer() {
  const server = await startPostgres()
  if (!server) {
    console.error(noPostgres)
    return false
  }
  try {
    return test(server.url)
  } finally {
    server.stop()
  }
}
