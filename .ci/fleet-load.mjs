// `npm run fleet -- --load`: how many yields a second, and how long from a yield to a reader, in memory and where the reader
// is another process and the tasks are on a PostgreSQL or a NATS server of this machine. `--large`: how long it takes to read where
// much is stored, many followers at once, and readers that do not read.
import { spawn } from 'node:child_process'
import { request } from 'node:http'
import { join } from 'node:path'
import { buildAgents, createMember } from '../test/soak/fleet/process.mjs'
import { root } from './tools.mjs'

export async function measureLoad(servers) {
  await buildAgents(['load'])
  const orders = [
    { tasks: 200, yields: 50, rate: 0, readers: 1 },
    { tasks: 200, yields: 250, rate: 0, readers: 1 },
    { tasks: 200, yields: 125, rate: 5_000, readers: 1 },
  ]
  for (const { name, url } of [{ name: 'memory' }, ...servers]) {
    const members = await membersAt(url)
    for (const order of orders) {
      const { got, wanted, seconds, p50, p99 } = await measure(order, members)
      const whole = got === wanted ? '' : ` (of ${wanted})`
      const place = url ? `on ${name}, a reader at another process` : 'in memory'
      console.log(
        `${place}, ${order.rate ? `${order.rate} yields a second` : 'as fast as it goes'}: ${got}${whole} events in ` +
          `${seconds.toFixed(2)} s, ${Math.round(got / seconds)} a second; p50 ${p50} ms, p99 ${p99} ms`,
      )
    }
    await members.end()
  }
}

/** Milliseconds that a task, and a page of a list, may take at the median. Memory is the yardstick, and has no bound. */
const bound = 50
/** What is stored, and who reads it. */
const large = { tasks: 100_000, events: 500_000 }
const followers = {
  ofOne: { tasks: 1, yields: 100, rate: 10, readers: 1_000 },
  ofEach: { tasks: 1_000, yields: 20, rate: 2_000, readers: 1 },
}

/** Prints a table with a column for memory and for each server. Gives what missed its bound. */
export async function measureLarge(servers) {
  await buildAgents(['large', 'load', 'agent'])
  const columns = []
  for (const { name, url } of [{ name: 'memory' }, ...servers]) {
    const stored = await measureStored(url)
    const members = await membersAt(url)
    const crowds = {}
    for (const [crowd, order] of Object.entries(followers)) crowds[crowd] = await measure(order, members)
    await members.end()
    columns.push({ name, stored, crowds, slow: url && (await measureSlow(url)) })
  }
  const misses = []
  const figure = (title, of, most) => {
    const cells = columns.map(({ name, slow, ...column }) => {
      const { p50, p99 } = of(column) ?? {}
      if (slow && (p50 === undefined || p50 > most)) misses.push(`${name}: ${title}`)
      return p50 === undefined ? 'fails' : `${round(p50)} / ${round(p99)} ms`
    })
    row(title, cells)
  }
  const crowd = (title, name) =>
    row(
      title,
      columns.map(({ name: column, crowds }) => {
        const { got, wanted, p50, p99 } = crowds[name]
        if (got < wanted) misses.push(`${column}: ${title}`)
        return `${got} of ${wanted}; ${p50} / ${p99} ms`
      }),
    )
  row(
    'p50 / p99',
    columns.map(({ name }) => name),
  )
  row(
    '---',
    columns.map(() => '---'),
  )
  row(
    `${large.tasks} tasks are stored in`,
    columns.map(({ stored }) => `${round(stored.filled / 1_000)} s`),
  )
  const stored = (name) => (column) => column.stored.figures[name]
  figure('GetTask of one of them', stored('get'), bound)
  figure('a page of the list of a caller with 100 tasks', stored('few'), bound)
  figure('the same of one with 10,000', stored('many'), bound)
  figure('the same of one with 89,900', stored('most'), bound)
  figure('a page with artifacts and histories, of 10,000', stored('whole'), bound)
  row(
    `${large.events} events of one task are stored in`,
    columns.map(({ stored }) => `${round(stored.written / 1_000)} s`),
  )
  figure('GetTask of it, at its process', stored('longHere'), bound)
  figure('GetTask of it, at another process', stored('longThere'), bound)
  crowd('1,000 followers of one task, 10 yields a second', 'ofOne')
  crowd('1,000 followers of 1,000 tasks, 2,000 yields a second', 'ofEach')
  row(
    'ten readers that do not read',
    columns.map(({ name, slow }) => {
      if (!slow) return ''
      if (slow.turns !== 1 || slow.whole < slow.readers) misses.push(`${name}: ten readers that do not read`)
      return `${slow.turns} turn, ${slow.whole} of ${slow.readers} get all`
    }),
  )
  return misses
}

function row(title, cells) {
  console.log(`| ${[title, ...cells].join(' | ')} |`)
}

function round(value) {
  return value < 10 ? value.toFixed(1) : Math.round(value)
}

async function measureStored(url) {
  const child = spawn(process.execPath, [scriptOf('large'), url ?? '', large.events, large.tasks].map(String), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => reject(new Error(`The measurement ended with ${code}`)))
  })
}

/** The process that works on tasks, and the one that reads; in memory they are one. */
async function membersAt(url) {
  const run = await member(url ? 'run' : 'both', ...(url ? [url] : []))
  const read = url ? await member('read', url) : run
  const end = async () => {
    await run.end()
    if (read !== run) await read.end()
  }
  return { run, read, end }
}

async function measure(order, { run, read }) {
  run.send(order)
  if (read !== run) read.send({ ...order, ids: (await run.next()).ids })
  await read.next()
  const began = performance.now()
  run.send('begin')
  const { times } = await read.next()
  const seconds = (performance.now() - began) / 1_000
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
  const wanted = order.tasks * order.yields * order.readers
  return { got: times.length, wanted, seconds, p50: at(0.5), p99: at(0.99) }
}

const scriptOf = (name) => join(root, `node_modules/.cache/fleet/${name}.js`)

async function member(...args) {
  const child = spawn(process.execPath, [scriptOf('load'), ...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const come = []
  let notify = () => undefined
  child.on('message', (message) => {
    come.push(message)
    notify()
  })
  child.on('exit', () => notify())
  const next = async () => {
    while (come.length === 0) {
      if (child.exitCode !== null) throw new Error(`A process ended with ${child.exitCode}`)
      await new Promise((resolve) => {
        notify = resolve
      })
    }
    return come.shift()
  }
  await next()
  const end = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  return { send: (message) => child.send(message), next, end }
}

/**
 * Ten readers, at the process that works on a task and at another one, which open a stream and read nothing of it until the task is
 * over: the lease of neither is lost, so the task has one turn. Then they read, and get everything.
 */
async function measureSlow(url) {
  const [numbers, length, readers] = [15_000, 400, 10]
  const runs = new Set()
  const options = { lease: 5_000, pause: 1, onMessage: ({ run }) => runs.add(run) }
  const members = await Promise.all([0, 1].map(() => createMember(url, options)))
  await Promise.all(members.map(({ ready }) => ready()))
  const [first, second] = members
  const headers = { 'content-type': 'application/json', 'agent-version': '1.0' }
  const message = { messageId: 'slow', role: 'ROLE_USER', parts: [{ text: `${numbers} ${length}` }] }
  const body = JSON.stringify({ message, configuration: { returnImmediately: true } })
  const sent = await fetch(`${first.origin}/message:send`, { method: 'POST', headers, body })
  const { id } = (await sent.json()).task
  const open = async ({ origin }) => {
    const asked = request(`${origin}/tasks/${id}:subscribe`, { method: 'POST', headers })
    const answer = await new Promise((resolve, reject) => asked.on('response', resolve).on('error', reject).end())
    return answer.pause()
  }
  const streams = await Promise.all(Array.from({ length: readers }, (_, index) => open(members[index % 2])))
  for (;;) {
    const { status } = await (await fetch(`${second.origin}/tasks/${id}`, { headers })).json()
    if (status.state === 'TASK_STATE_COMPLETED') break
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  let whole = 0
  for (const stream of streams) {
    let text = ''
    for await (const chunk of stream.setEncoding('utf8')) text += chunk
    const said = [...text.matchAll(/(?<=["; ])(\d+);/g)].map(([, number]) => Number(number))
    if (said.length === numbers && said.every((number, index) => number === index)) whole++
  }
  for (const { stop } of members) await stop()
  return { turns: runs.size, readers, whole }
}
