// What comes at the same moment at a PostgreSQL server: events and configurations, heartbeats and slow readers.
import { postgresTaskStore } from 'surface-runtime/agent/postgres'
import { type AgentServerOptions, createAgentServer, type Execute } from 'surface-runtime/agent/server'
import { afterAll, describe, expect, it } from 'vitest'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it, and the rule takes those for the module.
import { noPostgres, startPostgres } from '../../../../.ci/postgres-server.mjs'
import { agentSteps } from '../../../../src/agent/server/postgres/tables.ts'
import { openDatabase } from '../../../../src/shared/postgres/open.ts'
import { waitUntil } from '../../../support/wait-until.ts'
import { gate } from '../agent-of.ts'
import { call, saying, serve } from '../http-calls.ts'

const postgres = await startPostgres()
if (!postgres) console.warn(`Crowds at a database are not tested. ${noPostgres}`)
const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
  postgres?.stop()
})

const later = { returnImmediately: true }

/** As many processes of one agent as there are sets of options. */
async function processes(
  schema: string,
  execute: Execute,
  options: readonly Partial<AgentServerOptions>[],
  more: { readonly lease?: number; readonly connections?: number } = {},
) {
  const { url } = postgres ?? expect.fail()
  const origins: string[] = []
  for (const one of options) {
    const store = await postgresTaskStore({ url, schema, ...more })
    ends.push(() => store.close({ grace: 0 }))
    origins.push(await serve(createAgentServer({ card: { name: 'Agent' }, execute, store, ...one })))
  }
  const { database } = await openDatabase({ url, schema }, agentSteps)
  ends.push(database.close)
  return { origins, database }
}

describe.skipIf(!postgres)('a PostgreSQL server', () => {
  it('[AF-15] callers whose reads use up the connections end no turn, and their events are written meanwhile', async () => {
    const { url } = postgres ?? expect.fail()
    const owner = await openDatabase({ url }, agentSteps)
    ends.push(owner.database.close)
    await owner.database.query('CREATE ROLE crowd LOGIN')
    await owner.database.query('GRANT CREATE ON DATABASE postgres TO crowd')
    const errors: unknown[] = []
    const { passed, open } = gate()
    let aborted = 0
    const execute: Execute = async function* ({ signal }) {
      signal.addEventListener('abort', () => aborted++)
      yield { text: 'one ' }
      await passed
      yield { text: 'two' }
    }
    const onError = (error: unknown) => errors.push(error)
    const place = { url: url.replace('test@', 'crowd@'), schema: 'crowd', lease: 5_000, connections: 4 }
    const store = await postgresTaskStore(place)
    ends.push(() => store.close({ grace: 0 }))
    const origin = await serve(createAgentServer({ card: { name: 'Agent' }, execute, store, onError }))
    const { result } = await call(origin, 'HTTP+JSON', 'SendMessage', saying('go', {}, later))
    const { id } = result.task
    await waitUntil(async () => (await call(origin, 'HTTP+JSON', 'GetTask', { id })).result.artifacts?.length === 1)
    // From now on a list takes four seconds.
    await owner.database.query(`CREATE FUNCTION slow() RETURNS boolean LANGUAGE plpgsql AS 'BEGIN
      IF current_query() LIKE ''SELECT count(*)%'' THEN PERFORM pg_sleep(4); END IF; RETURN true; END'`)
    await owner.database.query('ALTER TABLE crowd.tasks ENABLE ROW LEVEL SECURITY')
    await owner.database.query('ALTER TABLE crowd.tasks FORCE ROW LEVEL SECURITY')
    await owner.database.query('CREATE POLICY slow ON crowd.tasks USING (slow()) WITH CHECK (true)')
    // Three read at a time, and two rounds get a turn within the time that a request waits: eight seconds. A lease lasts five.
    let reading = 18
    const lists = Array.from({ length: reading }, () =>
      call(origin, 'HTTP+JSON', 'ListTasks', {}).finally(() => reading--),
    )
    const until = async (): Promise<number> => {
      const [row] = await owner.database.query(
        `SELECT extract(epoch FROM max(until))::text AS seconds FROM crowd.processes`,
      )
      return Number(row?.['seconds'])
    }
    const first = await until()
    await waitUntil(async () => (await until()) > first + 5)
    open()
    const ended = async () => {
      const [row] = await owner.database.query(`SELECT state FROM crowd.tasks`)
      return row?.['state'] === 'TASK_STATE_COMPLETED'
    }
    await waitUntil(ended)
    expect(reading).toBeGreaterThan(0)
    const answers = await Promise.all(lists)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
    expect(aborted).toBe(0)
    const { result: task } = await call(origin, 'HTTP+JSON', 'GetTask', { id })
    expect(JSON.stringify(task.artifacts)).toContain('two')
  }, 60_000)

  it.each(['the event', 'the configuration'] as const)(
    '[AF-6] a configuration that is saved as the last event is written gets it, where %s is first',
    async (first) => {
      const posts: string[] = []
      const pushing = {
        ...{ allowPrivatePushTargets: true, pushRetryDelay: 5 },
        fetch: (async (_url, init) => {
          posts.push(String(init?.body))
          return new Response(null, { status: 204 })
        }) as typeof fetch,
      }
      const { passed, open } = gate()
      const execute: Execute = async function* () {
        yield { status: 'working' }
        await passed
        yield { status: 'completed' }
      }
      const schema = `push_${first.length}`
      const { origins, database } = await processes(schema, execute, [pushing, pushing])
      const [a = '', b = ''] = origins
      const { result } = await call(a, 'HTTP+JSON', 'SendMessage', saying('go', {}, later))
      const { id: taskId } = result.task
      const stored = async () => (await call(b, 'HTTP+JSON', 'GetTask', { id: taskId })).result
      await waitUntil(async () => (await stored()).status.state === 'TASK_STATE_WORKING')
      const config = { taskId, url: 'http://127.0.0.1:9/hook', configId: 'hook' }
      let saved: Promise<{ readonly status: number }> | undefined
      const save = (): void => {
        saved = call(b, 'HTTP+JSON', 'CreatePushNotificationConfig', config)
      }
      await database.transaction(async (query) => {
        // Both wait here, with what they knew when they began.
        await query(`SELECT 1::text FROM ${schema}.tasks FOR UPDATE`)
        const waiting = async () => (await query(`SELECT pid::text FROM pg_locks WHERE NOT granted`)).length
        for (const [index, begin] of (first === 'the event' ? [open, save] : [save, open]).entries()) {
          begin()
          await waitUntil(async () => (await waiting()) > index)
        }
      })
      expect((await saved)?.status).toBe(200)
      const tellsTheEnd = (post = ''): boolean => post.includes('TASK_STATE_COMPLETED')
      await waitUntil(() => tellsTheEnd(posts.at(-1)))
      // The task comes first. Where it has not ended yet, the event follows.
      expect(posts[0]).toMatch(/^\{"task":/)
      expect(posts.filter((post) => tellsTheEnd(post))).toHaveLength(1)
      expect(posts.length).toBeLessThanOrEqual(first === 'the event' ? 1 : 2)
    },
  )
})
