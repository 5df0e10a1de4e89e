// `npm run fleet -- --load`: how many yields a second, and how long from a yield to a reader, in memory and where the reader
// is another process and the tasks are on a PostgreSQL or a NATS server of this machine.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildAgents } from '../test/soak/fleet/process.mjs'
import { root } from './tools.mjs'

export async function measureLoad(servers) {
  await buildAgents(['load'])
  const both = await member('both')
  await measure('in memory', both, both)
  await both.end()
  for (const { name, url } of servers) {
    const [run, read] = [await member('run', url), await member('read', url)]
    await measure(`on ${name}, a reader at another process`, run, read)
    await run.end()
    await read.end()
  }
}

/** Milliseconds to read a task of very many events, and lists among very many tasks. */
export async function measureLarge(server) {
  await buildAgents(['large'])
  const [events, tasks] = [500_000, 100_000]
  const child = spawn(process.execPath, [scriptOf('large'), server.url, events, tasks].map(String), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const figures = await new Promise((resolve) => child.once('message', resolve))
  console.log(JSON.stringify({ events, tasks, ...figures }))
}

async function measure(name, run, read) {
  for (const order of [
    { tasks: 200, yields: 50, rate: 0 },
    { tasks: 200, yields: 250, rate: 0 },
    { tasks: 200, yields: 125, rate: 5_000 },
  ]) {
    run.send(order)
    if (read !== run) read.send({ ...order, ids: (await run.next()).ids })
    await read.next()
    const began = performance.now()
    run.send('begin')
    const { times } = await read.next()
    const seconds = (performance.now() - began) / 1_000
    const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
    const wanted = order.tasks * order.yields
    const whole = times.length === wanted ? '' : ` (of ${wanted})`
    console.log(
      `${name}, ${order.rate ? `${order.rate} yields a second` : 'as fast as it goes'}: ${times.length}${whole} events in ` +
        `${seconds.toFixed(2)} s, ${Math.round(times.length / seconds)} a second; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
    )
  }
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
  const next = async () => {
    while (come.length === 0)
      await new Promise((resolve) => {
        notify = resolve
      })
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
