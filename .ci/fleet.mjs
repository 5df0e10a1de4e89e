// `npm run fleet`: three agents on one PostgreSQL server, which is this machine's own, while processes are killed (100 times)
// and paused, the database restarts, and the way to it is cut. Takes about ten minutes; `--quick` half a minute.
// `--load` measures instead how fast events go from one process to the reader of another. `--serve` starts three processes
// behind a proxy and leaves them to you: an agent on several machines, as on one.
import { startMachines } from '../test/soak/fleet/machines.mjs'
import { measureLoss, runFleet } from '../test/soak/fleet/run.mjs'
import { measureLoad } from './fleet-load.mjs'
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
const postgres = await startPostgres()
if (!postgres) {
  console.error(noPostgres)
  process.exit(1)
}
try {
  await (has('--load') ? measureLoad(postgres) : has('--serve') ? serve() : endure())
} finally {
  postgres.stop()
}

async function serve() {
  const machines = await startMachines(postgres.url, { port: Number(process.env.PORT || 4180) })
  console.log(`proxy     ${machines.origin}/`)
  for (const { origin, pid } of machines.processes) console.log(`process   ${origin}/ (${pid})`)
  console.log(`database  ${postgres.url}`)
  console.log(
    'The agent counts to the number that it is sent. End one of the processes: the others go on. Ctrl-C ends all.',
  )
  await new Promise((resolve) => process.once('SIGINT', resolve))
  await machines.stop()
}

async function endure() {
  const { failures, ...figures } = await runFleet(postgres, has('--quick') ? quick : whole)
  const failedAfter = await measureLoss(postgres.url)
  console.log(JSON.stringify({ ...figures, failedAfter }))
  if (failedAfter > 10_000) failures.push(`a task whose process had ended failed after ${failedAfter} ms`)
  for (const failure of failures) console.error(failure.slice(0, 500))
  console.log(failures.length === 0 ? 'Every reader and every receiver got everything.' : `${failures.length} faults`)
  process.exitCode = failures.length === 0 ? 0 : 1
}
