// `npm run bench`: what this library costs, beside a yardstick that is measured in the same run, in turns.
//   npm run bench -- --only pointer,texts --repeat 9     some of it; a name stands for all that begin with it
//   npm run bench -- --only hostile                      what inputs of up to a megabyte cost at most
//   npm run bench -- --only grpc                         gRPC beside the public SDK's server, without a browser
//   npm run bench -- --only commerce                     load, retries and kills of a business, without a browser
//   npm run bench -- --only reality                  what is lost of answers as agents write them, without a browser
//   npm run bench -- --only chat                     what answers cost a page while they come in, on a slow processor
//   npm run bench -- --beside PATH --only stream         this build and another one in one page, by turns: a folder with `dist`
//   npm run bench -- --quick                             one turn of everything, to see that it works
// Numbers depend on the machine and its mood, ratios less so; no test asserts either.
import { existsSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { version as react } from 'react'
import { build } from 'vite'
import { root } from '../../.ci/tools.mjs'
import { compareInBrowser, measureInBrowser } from './browser.mjs'
import { measureCommerce } from './commerce.mjs'
import { measureReality } from './reality.mjs'
import {
  growthInBrowser,
  growthInNode,
  tableOfAnswers,
  tableOfBrowser,
  tableOfBursts,
  tableOfFirstShown,
  tableOfGrpc,
  tableOfHostile,
  tableOfNode,
  tableOfSubscribers,
  tableOfTurns,
} from './report.mjs'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    repeat: { type: 'string' },
    quick: { type: 'boolean', default: false },
    beside: { type: 'string' },
  },
})
const repeat = Number(options.repeat ?? (options.quick ? 1 : options.beside ? 31 : 5))
if (!(repeat >= 1)) throw new Error('--repeat wants a number')
const only = options.only?.split(',')
const wanted = (name) => !only || only.some((part) => name === part || name.startsWith(`${part}-`))
const config = { configFile: join(root, 'test/bench/vite.config.ts'), logLevel: 'error' }

const started = performance.now()
console.log(`# Bench, ${new Date().toISOString().slice(0, 10)}\n`)
console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}, React ${react}, ${load()}`)
const needs = (...without) => !only?.every((name) => without.includes(name.split('-')[0]))
const failures = options.beside === undefined ? await measureAll() : await compareWith(resolve(options.beside))
for (const failure of failures) console.log(`\n**Failed**: ${failure}`)
console.log(`\nTook ${Math.round((performance.now() - started) / 1000)} s, ${load()}`)
process.exitCode = failures.length > 0 ? 1 : 0

async function measureAll() {
  const nothing = { results: [], bursts: [], hostile: [], answers: [], failures: [] }
  // The two builds below cost half a minute: not where only a part without them is wanted.
  const { measured, subscribers, rpcs } = needs('commerce', 'reality', 'chat')
    ? await inNode()
    : { measured: [], subscribers: [], rpcs: [] }
  const { results, bursts, hostile, answers, ...inPage } = needs('commerce', 'grpc', 'reality')
    ? await inBrowser()
    : nothing
  const commerce = await measureCommerce({ wanted, quick: options.quick })
  const reality = await measureReality({ config, wanted, quick: options.quick })
  const all = [measured, subscribers, rpcs, results, bursts, hostile, answers, inPage.failures, commerce.failures]
  if (all.flat().length + commerce.measured + reality === 0) throw new Error(`there is no "${only}"`)
  return [...inPage.failures, ...commerce.failures]
}

/** `path`: a folder with `dist`, such as an unpacked package, or a checkout that was built. */
async function compareWith(path) {
  process.env.BENCH_BESIDE = join(path, 'dist/entries/index.js')
  if (!existsSync(process.env.BENCH_BESIDE)) throw new Error(`there is no build in ${path}: run npm run build there`)
  await build({ ...config, mode: 'page' })
  const { browser, turns } = await compareInBrowser({ config, wanted, repeat })
  if (turns.length === 0) throw new Error(`there is no "${only}" to compare`)
  console.log(`\n## This build beside ${path}, in Chromium ${browser}\n\n${tableOfTurns(turns)}`)
  return []
}

async function inNode() {
  // React and others ask for this where no bundler has put the answer in.
  process.env.NODE_ENV = 'production'
  await build({ ...config, mode: 'node' })
  const built = pathToFileURL(join(root, 'node_modules/.cache/bench-node/main.js')).href
  const { run, measureFirstShown, measureGrpc, measureStreams, measureSubscribers } = await import(built)
  const measured = [...run(wanted, { samples: repeat * 2 + 1, length: options.quick ? 4 : 20 })]
  if (wanted('streams')) measured.push(...(await measureStreams(repeat * 2 + 1)))
  if (measured.length > 0) console.log(`\n## In Node\n\n${tableOfNode(measured)}\n`)
  console.log(growthInNode(measured))
  if (wanted('progressive'))
    console.log(`\n## Seconds to the first visible component\n\n${tableOfFirstShown(await measureFirstShown())}\n`)
  const subscribers = []
  if (wanted('subscribers')) {
    for (let turn = 0; turn < repeat; turn++) subscribers.push(await measureSubscribers(1_000, 100))
    console.log(`\n## Readers of one task on loopback\n\n${tableOfSubscribers(subscribers)}\n`)
  }
  const rpcs = []
  if (wanted('grpc')) {
    for (let turn = 0; turn < repeat; turn++)
      for (const server of ['ours', 'sdk']) rpcs.push(await measureGrpc(server, options.quick ? 0.1 : 1))
    console.log(`\n## gRPC on loopback\n\n${tableOfGrpc(rpcs)}\n`)
  }
  return { measured, subscribers, rpcs }
}

async function inBrowser() {
  await build({ ...config, mode: 'page' })
  // It lasts as long as the answers do, so only where it is asked for.
  const chat = only?.includes('chat') && { quick: options.quick }
  const measured = await measureInBrowser({ config, wanted, repeat, cycles: options.quick ? 2 : 5, chat })
  const { results, bursts, hostile, answers, browser } = measured
  if (results.length > 0) console.log(`\n## In Chromium ${browser}\n\n${tableOfBrowser(results)}`)
  const growth = growthInBrowser(results)
  if (growth) console.log(`\n## Growth\n\n${growth}`)
  if (bursts.length > 0) console.log(`\n## 100,000 updates while the user types\n\n${tableOfBursts(bursts)}`)
  if (hostile.length > 0) console.log(`\n## Inputs that ask for a great deal\n\n${tableOfHostile(hostile)}`)
  if (answers.length > 0)
    console.log(`\n## Answers at 60 tokens a second, the processor slowed six times\n\n${tableOfAnswers(answers)}`)
  return measured
}

function load() {
  return `load ${loadavg()
    .map((average) => average.toFixed(1))
    .join(' ')}`
}
