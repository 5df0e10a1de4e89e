// The long form of the tests that chance and endurance make.
// `npm run soak -- mutants` runs those whose file name has this in it; `endurance` are those in Chromium. Each run has cases of its
// own: it prints their seed, and `npm run soak -- --seed 7` runs those again. `mutations` are changes of the code, see mutations.mjs.
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { mutations } from './mutations.mjs'
import { minute, node, root, tool } from './tools.mjs'

const files = [
  ...['test/soak', 'test/stream/cuts', 'test/catalog/agreement', 'test/compiler/table', 'test/catalog/read'],
  ...['test/react/typed-text', 'test/surface/data-bytes', 'test/surface/user-input-bytes'],
  ...[
    'test/surface/writes-in-place',
    'test/protocol/plain-update',
    'test/features/sync',
    'test/features/drafts/corpus',
  ],
  ...['test/authoring/message-schema', 'test/authoring/verdict', 'test/authoring/repair', 'test/runtime/hold'],
  ...['test/surface/data-model', 'test/surface/cycles', 'test/basic/functions/format-date', 'test/agent/client/sse'],
]
const inBrowser = 'endurance'
const options = {
  seed: { type: 'string' },
  // Of mutations alone.
  from: { type: 'string', default: '1' },
  count: { type: 'string', default: '80' },
  jobs: { type: 'string', default: '2' },
  under: { type: 'string', default: 'src/surface,src/catalog,src/protocol,src/react' },
}
const { values, positionals: named } = parseArgs({ options, allowPositionals: true })
const seed = values.seed ?? String(randomInt(2 ** 30))
console.log(`The seed is ${seed}.`)
const wanted = named.length > 0 ? named : [...files, inBrowser]
const env = { ...process.env, SOAK: '1', SOAK_SEED: seed, NODE_OPTIONS: '--expose-gc' }
const hours = { env, timeout: 240 * minute }

if (named.includes('mutations')) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  const [from, count, jobs] = [values.from, values.count, values.jobs].map(Number)
  await mutations({ seed: Number(seed), from, count, jobs, under: values.under.split(',') })
}
const others = wanted.filter((name) => !inBrowser.includes(name) && name !== 'mutations')
const inBrowserToo = wanted.some((name) => inBrowser.includes(name))
const done = [others.length === 0 || unit(others), !inBrowserToo || endToEnd()]
process.exitCode = done.every(Boolean) ? 0 : 1

function unit(names) {
  const projects = ['node', 'dom', 'production'].flatMap((name) => ['--project', name])
  const args = ['run', ...projects, '--reporter', 'verbose', '--testTimeout', String(hours.timeout), ...names]
  return node(tool('vitest'), args, hours)
}

function endToEnd() {
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--workers', '1', '--global-timeout', '0', inBrowser]
  return (
    node(join(root, '.ci/setup.mjs'), ['--browser']) &&
    node(tool('vite'), ['build', '--logLevel', 'warn']) &&
    node(tool('@playwright/test', 'playwright'), args, hours)
  )
}
