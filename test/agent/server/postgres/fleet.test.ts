// The short form of `npm run fleet`: real processes, a real PostgreSQL or NATS server, real kills.
import { connectAgent } from 'surface-runtime/agent'
import { afterAll, describe, expect, it } from 'vitest'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it, and the rule takes those for the module.
import { noNats, startNats } from '../../../../.ci/nats-server.mjs'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it, and the rule takes those for the module.
import { noPostgres, startPostgres } from '../../../../.ci/postgres-server.mjs'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it, and the rule takes those for the module.
import { startMachines } from '../../../soak/fleet/machines.mjs'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it, and the rule takes those for the module.
import { runFleet } from '../../../soak/fleet/run.mjs'

const [postgres, nats] = [await startPostgres(), await startNats()]
if (!postgres) console.warn(`The fleet is not tested on PostgreSQL. ${noPostgres}`)
if (!nats) console.warn(`The fleet is not tested on JetStream. ${noNats}`)
afterAll(() => {
  postgres?.stop()
  nats?.stop()
})

describe.each([
  ['PostgreSQL', postgres],
  ['NATS JetStream', nats],
])('a fleet on %s', (_name, server) => {
  it.skipIf(!server)('[AF-10] kills, a pause, a restart and a cut lose nothing, and repeat nothing', async () => {
    const plan = { conversations: 8, numbers: 15, kills: 3, restarts: 1, cuts: 1, pauses: 1, pause: 500, seconds: 240 }
    const { failures } = await runFleet(server ?? expect.fail(), plan)
    expect(failures.join('\n')).toBe('')
  })

  it.skipIf(!server)(
    '[AF-13] a client of three processes behind a proxy notices nothing when the one that works dies',
    async () => {
      const { url } = server ?? expect.fail()
      /** Of each number. A process that comes again does so as another run. */
      const runs: string[] = []
      // As it works, however late its reader hears of it.
      const onStep = (index: number, run: string): void => {
        if (runs.push(run) === 5) void machines.kill(index)
      }
      const machines = await startMachines(url, { lease: 2_000, pause: 100, onStep })
      try {
        const agent = await connectAgent(machines.origin, { allowInsecureLoopback: true })
        const stream = agent.streamMessage({ message: { parts: [{ text: '40' }] } })
        for await (const _ of stream);
        const task = stream.task.getSnapshot()
        expect(task?.status.state).toBe('TASK_STATE_COMPLETED')
        const said = task?.artifacts?.flatMap(({ parts }) => parts.map(({ text }) => text)).join('')
        expect(said).toBe(Array.from({ length: 40 }, (_, number) => `${number};`).join(''))
        expect(new Set(runs).size).toBeGreaterThan(1)
        expect(runs.at(-1)).not.toBe(runs[4])
      } finally {
        await machines.stop()
      }
    },
  )
})
