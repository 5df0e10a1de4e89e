// `npm run adopt`: the packed package in fresh apps of other people's tools, opened in Chromium. It takes minutes and
// needs the npm registry, so it is not part of `npm test`. One line per check; the last one is "N passed, N failed".
//   npm run adopt -- next esbuild    only these
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adoptCarriers } from './adopt/carriers.mjs'
import { adoptElements } from './adopt/elements.mjs'
import { adoptEsbuild } from './adopt/esbuild.mjs'
import { adoptGuide } from './adopt/guide.mjs'
import { adoptNext } from './adopt/next.mjs'
import { adoptNodes } from './adopt/nodes.mjs'
import { openBrowser } from './adopt/page.mjs'
import { adoptPeers } from './adopt/peers.mjs'
import { adoptReadme } from './adopt/readme.mjs'
import { adoptRollup } from './adopt/rollup.mjs'
import { run } from './adopt/run.mjs'
import { adoptVite } from './adopt/vite.mjs'
import { adoptWebpack } from './adopt/webpack.mjs'
import { minute, node, npm, root, tool } from './tools.mjs'

const hosts = {
  carriers: adoptCarriers,
  elements: adoptElements,
  next: adoptNext,
  readme: adoptReadme,
  guide: adoptGuide,
  webpack: adoptWebpack,
  esbuild: adoptEsbuild,
  rollup: adoptRollup,
  vite: adoptVite,
  peers: adoptPeers,
  nodes: adoptNodes,
}
const named = process.argv.slice(2)
const wanted = Object.keys(hosts).filter((name) => named.length === 0 || named.includes(name))
const total = { passed: 0, failed: 0 }
const temp = mkdtempSync(join(tmpdir(), 'surface-runtime-adopt-'))

let browser
try {
  if (wanted.length === 0)
    throw new Error(`There is no host ${named.join(', ')}; there are ${Object.keys(hosts).join(', ')}`)
  await askRegistry()
  const tarball = pack()
  browser = await openBrowser()
  for (const name of wanted) await adopt(name, tarball)
} catch (error) {
  fail(error.message)
} finally {
  await browser?.close()
  rmSync(temp, { recursive: true, force: true })
  console.log(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed === 0 ? 0 : 1
}

/** A host that cannot even be built is one failure; the next host is tried all the same. */
async function adopt(name, tarball) {
  try {
    await hosts[name]({ temp, tarball, browser, check: (what, task) => check(`${name}: ${what}`, task) })
  } catch (error) {
    fail(`${name}: ${error.message}`)
  }
}

async function check(name, task) {
  const start = performance.now()
  try {
    await task()
    total.passed++
    console.log(`ok      ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
  } catch (error) {
    fail(`${name}\n${error.message}`)
  }
}

function fail(message) {
  total.failed++
  console.log(`FAILED  ${message}`)
}

async function askRegistry() {
  const answer = await run('npm', ['view', 'next', 'version', '--prefer-online'], { cwd: temp, timeout: minute })
  if (!answer.ok) throw new Error('the npm registry cannot be reached, and every app here is installed from it')
}

function pack() {
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'] }
  const built =
    node(tool('vite'), ['build', '--mode', 'lib', '--logLevel', 'warn']) &&
    node(tool('vite'), ['build', '--mode', 'standalone', '--logLevel', 'warn']) &&
    node(tool('typescript', 'tsc'), ['-p', 'src']) &&
    npm(['pack', '--silent', '--pack-destination', temp], { cwd: root, ...quiet })
  if (!built) throw new Error('the package could not be built')
  return join(
    temp,
    readdirSync(temp).find((file) => file.endsWith('.tgz')),
  )
}
