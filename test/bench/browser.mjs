// Drives the page: each workload of each adapter in a context of its own, adapters in turns.
import { chromium } from '@playwright/test'
import { preview } from 'vite'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it, and the rule takes those for the module.
import { findBrowser } from '../../.ci/browser.mjs'
import { measureChat } from './chat.mjs'
import { median } from './report.mjs'

const adapters = ['ours', 'bare']
const updates = 100_000

/** As in the end-to-end tests: a fresh browser that talks to nobody but us. */
const flags = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  ...(process.env.CI || process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** `cycles`: how often a hundred surfaces come and go, after the first hundred. */
export async function measureInBrowser({ config, wanted, repeat, cycles, chat }) {
  const server = await preview({ ...config, mode: 'page', preview: { port: 0 } })
  const executablePath = findBrowser()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: flags })
  const book = createBook()
  try {
    const open = (adapter) => openPage(browser, `${server.resolvedUrls.local[0]}?adapter=${adapter}`)
    const names = (await namesOnPage(open)).filter(wanted)
    for (let turn = 0; turn < repeat; turn++) {
      for (const name of names) {
        for (const adapter of turn % 2 ? adapters.toReversed() : adapters) {
          await book.guarded(`${name}, ${adapter}`, () => measure({ name, adapter, open, book, cycles }))
        }
      }
      console.error(`turn ${turn + 1} of ${repeat} is done`)
    }
    const answers = chat ? await measureChat(open, chat) : []
    return { ...book.results(), answers, browser: browser.version() }
  } finally {
    await browser.close()
    await server.close()
  }
}

/**
 * This build and another one in one page, by turns: the speed of a machine jumps for seconds, and then both are as slow. A page that has
 * run one of them is no cold page for the other, so those workloads are left out.
 */
export async function compareInBrowser({ config, wanted, repeat }) {
  const server = await preview({ ...config, mode: 'page', preview: { port: 0 } })
  const executablePath = findBrowser()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: flags })
  const turns = new Map()
  try {
    const page = await openPage(browser, `${server.resolvedUrls.local[0]}?adapter=ours`)
    const names = await page.evaluate(() => window.bench.names)
    for (const name of names.filter((one) => wanted(one) && !one.startsWith('cold'))) {
      // The first turn runs code that is not warm yet.
      for (let turn = -1; turn < repeat; turn++) {
        const { ours, other } = await page.evaluate(
          ([workload, swap]) => window.bench.compare(workload, swap),
          [name, turn % 2 === 0],
        )
        for (const what of turn < 0 ? [] : Object.keys(ours)) {
          const key = `\`${name}\` ${what}`
          turns.set(key, [...(turns.get(key) ?? []), { ours: median(ours[what]), other: median(other[what]) }])
        }
      }
      console.error(`${name} is done`)
    }
    return { browser: browser.version(), turns: [...turns] }
  } finally {
    await browser.close()
    await server.close()
  }
}

async function namesOnPage(open) {
  const page = await open('ours')
  const names = await page.evaluate(() => window.bench.names)
  await page.context().close()
  return [...names, 'memory', 'cycles', 'burst', 'hostile']
}

async function openPage(browser, address) {
  const context = await browser.newContext({ viewport: { width: 800, height: 600 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  await page.goto(address)
  await page.waitForFunction(() => window.bench !== undefined)
  return page
}

async function measure({ name, adapter, open, book, cycles }) {
  if (name === 'hostile') {
    if (adapter === 'ours') await beHostile(open, book)
    return
  }
  const page = await open(adapter)
  const note = (unit) => (what, values) => book.note({ name, adapter, what, unit, values })
  try {
    if (name === 'memory') await weigh(page, note('MB'))
    else if (name === 'cycles') await weighCycles(page, cycles, note('kB'))
    else if (name === 'burst') book.noteBurst({ adapter, ...(await typeDuringBurst(page)) })
    else {
      const samples = await page.evaluate((workload) => window.bench.run(workload), name)
      for (const [what, values] of Object.entries(samples)) note('ms')(what, values)
    }
  } finally {
    await page.context().close()
  }
}

async function weigh(page, note) {
  const heap = await heapOf(page)
  await page.evaluate(() => window.bench.open())
  const before = await heap()
  await page.evaluate(() => window.bench.show(10_000))
  note('heap for 10,000 mounted texts', [((await heap()) - before) / 1e6])
}

/**
 * What the first hundred leave is for the greater part code that has become warm. Of the further ones the median tells
 * whether something stays for good: tables grow, and code is compiled, in single steps.
 */
async function weighCycles(page, cycles, note) {
  const heap = await heapOf(page)
  await page.evaluate(() => window.bench.open())
  await page.evaluate(() => window.bench.cycle(3))
  const weights = [await heap()]
  for (let hundred = 0; hundred <= cycles; hundred++) {
    await page.evaluate(() => window.bench.cycle(100))
    weights.push(await heap())
  }
  note('left of 100 surfaces of 200 texts', [(weights[1] - weights[0]) / 1e3])
  note('more for each further 100', [medianStep(weights.slice(1)) / 1e3])
}

/** Bytes in use, after everything that can be collected was: of scripts alone, or with what elements and buffers take. */
async function heapOf(page, whole = false) {
  const session = await page.context().newCDPSession(page)
  return async () => {
    for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage')
    const { usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 } = await session.send('Runtime.getHeapUsage')
    return whole ? usedSize + embedderHeapUsedSize + backingStorageSize : usedSize
  }
}

/** Each input on a page of its own. */
async function beHostile(open, book) {
  const names = await onPage(open, (page) => page.evaluate(async () => (await window.bench.hostile()).names))
  for (const name of names) {
    await book.guarded(name, () =>
      onPage(open, async (page) => book.noteHostile({ name, ...(await outcomeOf(page, name)) })),
    )
  }
}

async function onPage(open, use) {
  const page = await open('ours')
  try {
    return await use(page)
  } finally {
    await page.context().close()
  }
}

async function outcomeOf(page, name) {
  const heap = await heapOf(page, true)
  await page.evaluate(async () => (await window.bench.hostile()).open())
  const before = await heap()
  const taking = page.evaluate(async (input) => (await window.bench.hostile()).take(input), name)
  const outcome = await Promise.race([taking, patienceOver()])
  const held = ((await heap()) - before) / 1e6
  await page.evaluate(async () => (await window.bench.hostile()).clear())
  return { ...outcome, held, left: ((await heap()) - before) / 1e6 }
}

function patienceOver() {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('the page stands still')), 60_000).unref())
}

function medianStep(weights) {
  return median(weights.slice(1).map((weight, index) => weight - weights[index]))
}

async function typeDuringBurst(page) {
  const begun = await page.evaluateHandle((count) => window.bench.burst(count), updates)
  let over = false
  const ended = begun
    .evaluate(({ ended }) => ended)
    .finally(() => {
      over = true
    })
  while (!over) {
    await page.keyboard.press('x')
    await page.waitForTimeout(5)
  }
  return ended
}

function createBook() {
  const rows = new Map()
  const bursts = []
  const hostile = new Map()
  const failures = []
  return {
    note({ name, adapter, what, unit, values }) {
      const key = `${name} ${what}`
      if (!rows.has(key)) rows.set(key, { name, what, unit, ours: [], bare: [] })
      rows.get(key)[adapter].push(...values)
    },
    noteBurst: (burst) => void bursts.push(burst),
    noteHostile({ name, ...outcome }) {
      if (!hostile.has(name)) hostile.set(name, [])
      hostile.get(name).push(outcome)
    },
    async guarded(what, run) {
      try {
        await run()
      } catch (error) {
        failures.push(`${what}: ${error instanceof Error ? error.message : error}`)
      }
    },
    results: () => ({ results: [...rows.values()], bursts, hostile: [...hostile], failures }),
  }
}
