// `npm run fleet`: three agents on one PostgreSQL server, which is this machine's own, while processes are killed (100 times)
// and paused, the database restarts, and the way to it is cut. Takes about ten minutes; `--quick` half a minute.
// `--load` measures instead how fast events go from one process to the reader of another.
import { runFleet } from '../test/fleet/run.mjs'
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

const postgres = await startPostgres()
if (!postgres) {
  console.error(noPostgres)
  process.exit(1)
}
try {
  await (process.argv.includes('--load') ? measureLoad(postgres) : endure())
} finally {
  postgres.stop()
}

async function endure() {
  const { failures, ...figures } = await runFleet(postgres, process.argv.includes('--quick') ? quick : whole)
  console.log(JSON.stringify(figures))
  for (const failure of failures) console.error(failure.slice(0, 500))
  console.log(failures.length === 0 ? 'Every reader and every receiver got everything.' : `${failures.length} faults`)
  process.exitCode = failures.length === 0 ? 0 : 1
}
