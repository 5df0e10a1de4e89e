// `npm run fleet`: three agents on one PostgreSQL server (`--store nats`: on one NATS server), which is this machine's own, while processes
// are killed (100 times) and paused, the server restarts, and the way to it is cut. Takes about ten minutes; `--quick` half a minute.
// `--load` measures instead how fast events go from one process to the reader of another, beside memory: on both servers, or on that of
// `--store`. `--large` does the same for 100,000 tasks, a task of 500,000 events, 1,000 followers at once and readers that do not read; it
// takes about ten minutes. `--serve` starts three processes behind a proxy and leaves them to you: an agent on several machines, as on one.
import { startMachines } from '../test/soak/fleet/machines.mjs'
import { measureLoss, runFleet } from '../test/soak/fleet/run.mjs'
import { measureLarge, measureLoad } from './fleet-load.mjs'
import { noNats, startNats } from './nats-server.mjs'
import { noPostgres, startPostgres } from './postgres-server.mjs'

const whole = {
  conversations: 100,
  numbers: 50,
  kills: 100,
  restarts: 5,
  cuts: 20,
  pauses: 10,
  pause: 5_000,
  seconds: 1_200,
}
const quick = { conversations: 12, numbers: 20, kills: 4, restarts: 1, cuts: 2, pauses: 1, pause: 600, seconds: 90 }

const has = (flag) => process.argv.includes(flag)
const kinds = {
  postgres: { name: 'PostgreSQL', start: startPostgres, none: noPostgres },
  nats: { name: 'NATS JetStream', start: startNats, none: noNats },
}
const store = has('--store') ? process.argv[process.argv.indexOf('--store') + 1] : undefined
const isMeasured = has('--load') || has('--large')
const wanted = store || !isMeasured ? [kinds[store ?? 'postgres']] : Object.values(kinds)
if (wanted.includes(undefined)) throw new Error(`There is no store "${store}": take one of ${Object.keys(kinds)}`)

const servers = []
try {
  for (const { name, start, none } of wanted) {
    const server = await start()
    if (server) servers.push({ ...server, name })
    else console.error(none)
  }
  if (servers.length < wanted.length) process.exitCode = 1
  else if (has('--load')) await measureLoad(servers)
  else if (has('--large')) await large()
  else await (has('--serve') ? serve(servers[0]) : endure(servers[0]))
} finally {
  for (const { stop } of servers) stop()
}

async function large() {
  const misses = await measureLarge(servers)
  for (const miss of misses) console.error(`Missed: ${miss}`)
  process.exitCode = misses.length === 0 ? 0 : 1
}

async function serve(server) {
  const machines = await startMachines(server.url, { port: Number(process.env.PORT || 4180) })
  console.log(`proxy     ${machines.origin}/`)
  for (const { origin, pid } of machines.processes) console.log(`process   ${origin}/ (${pid})`)
  console.log(`store     ${server.url}`)
  console.log(
    'The agent counts to the number that it is sent. End one of the processes: the others go on. Ctrl-C ends all.',
  )
  await new Promise((resolve) => process.once('SIGINT', resolve))
  await machines.stop()
}

async function endure(server) {
  const { failures, ...figures } = await runFleet(server, has('--quick') ? quick : whole)
  const failedAfter = await measureLoss(server.url)
  console.log(JSON.stringify({ ...figures, failedAfter }))
  if (failedAfter > 10_000) failures.push(`a task whose process had ended failed after ${failedAfter} ms`)
  for (const failure of failures) console.error(failure.slice(0, 500))
  console.log(failures.length === 0 ? 'Every reader and every receiver got everything.' : `${failures.length} faults`)
  process.exitCode = failures.length === 0 ? 0 : 1
}
