// The short form of `npm run fleet`: real processes, a real PostgreSQL server, real kills.
import { afterAll, expect, it } from 'vitest'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it, and the rule takes those for the module.
import { noPostgres, startPostgres } from '../../.ci/postgres-server.mjs'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it, and the rule takes those for the module.
import { runFleet } from '../fleet/run.mjs'

const postgres = await startPostgres()
if (!postgres) console.warn(`The fleet is not tested. ${noPostgres}`)
afterAll(() => postgres?.stop())

it.skipIf(!postgres)('[AF-10] kills, a pause, a restart and a cut lose nothing, and repeat nothing', async () => {
  const plan = { conversations: 8, numbers: 15, kills: 3, restarts: 1, cuts: 1, pauses: 1, pause: 500, seconds: 240 }
  const { failures } = await runFleet(postgres ?? expect.fail(), plan)
  expect(failures).toEqual([])
})
