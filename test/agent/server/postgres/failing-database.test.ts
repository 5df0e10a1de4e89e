// A database that is away, full or slow: requests are refused for the moment, and no task is lost. And a process that dies.
import { connect, createServer, type Server, type Socket } from 'node:net'
import { postgresTaskStore } from 'surface-runtime/agent/postgres'
import { AgentError, createAgentServer, type Execute } from 'surface-runtime/agent/server'
import { afterAll, describe, expect, it } from 'vitest'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it, and the rule takes those for the module.
import { noPostgres, startPostgres } from '../../../../.ci/postgres-server.mjs'
import { createSharedStore } from '../../../../src/agent/server/log/shared-store.ts'
import { createPostgresLog } from '../../../../src/agent/server/postgres/postgres-log.ts'
import { agentSteps } from '../../../../src/agent/server/postgres/tables.ts'
import { sleep } from '../../../../src/shared/http/sleep.ts'
import type { Database, Query } from '../../../../src/shared/postgres/database.ts'
import { migrate } from '../../../../src/shared/postgres/migrate.ts'
import { openDatabase } from '../../../../src/shared/postgres/open.ts'
import { emptySchema } from '../../../support/embedded.ts'
import { waitUntil } from '../../../support/wait-until.ts'
import { gate } from '../agent-of.ts'
import { call, saying, serve } from '../http-calls.ts'

const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

const textOf = (event: unknown): string => (JSON.stringify(event ?? '').match(/(?<="text":")[^"]*/g) ?? []).join('')
const later = { returnImmediately: true }

/** Says one word, and the rest when the gate opens. */
const halting = (passed: Promise<void>, turns: string[] = []): Execute =>
  async function* ({ text }) {
    turns.push(text)
    yield { text: 'one ' }
    await passed
    yield { text: 'two ' }
    yield { text: 'three' }
  }

/** The parts of a store, so that a test can stand between a process and its database. */
async function openParts(lease: number) {
  const { database, schema } = await emptySchema()
  ends.push(database.close)
  await migrate(database, schema, agentSteps)
  /** An agent whose statements go through `pass`. */
  async function agent(execute: Execute, pass: (query: Query) => Query = (query) => query, resumable = true) {
    const between: Database = { ...database, query: pass(database.query), close: async () => undefined }
    const errors: unknown[] = []
    const onError = (error: unknown) => errors.push(error)
    const store = createSharedStore(createPostgresLog({ database: between, schema }, false), lease)
    ends.push(() => store.close({ grace: 0 }))
    const origin = await serve(createAgentServer({ card: { name: 'Agent' }, execute, store, resumable, onError }))
    return { origin, errors }
  }
  return { database, schema, agent }
}

describe('a database in this process', () => {
  it('[AF-12] a full disk refuses a message for the moment; sent again when there is room, it has its one task', async () => {
    const { database, schema, agent } = await openParts(60_000)
    const turns: string[] = []
    const { passed, open } = gate()
    const { origin, errors } = await agent(halting(passed, turns))
    await database.query(`CREATE FUNCTION ${schema}.fill() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN RAISE EXCEPTION ''could not extend file: No space left on device'' USING ERRCODE = ''53100''; END'`)
    await database.query(`CREATE TRIGGER full_disk BEFORE INSERT ON ${schema}.events EXECUTE FUNCTION ${schema}.fill()`)
    const message = saying('go', { messageId: 'message-0123456789' }, later)
    const refused = await call(origin, 'HTTP+JSON', 'SendMessage', message)
    expect(refused).toMatchObject({ status: 503, reason: 'UNAVAILABLE' })
    expect(errors).toMatchObject([{ code: '53100' }])
    open()
    await database.query(`DROP TRIGGER full_disk ON ${schema}.events`)
    const { result } = await call(origin, 'HTTP+JSON', 'SendMessage', saying('go', { messageId: 'message-0123456789' }))
    expect(textOf(result.task.artifacts)).toBe('one two three')
    expect(result.task.status.state).toBe('TASK_STATE_COMPLETED')
    expect(turns).toEqual(['go'])
    const { result: listed } = await call(origin, 'HTTP+JSON', 'ListTasks', {})
    expect(listed.tasks).toHaveLength(1)
  }, 60_000)

  it.each([
    ['53100', 'could not extend file'],
    ['57014', 'canceling statement due to statement timeout'],
    ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432'],
  ])(
    '[AF-12] while statements fail with %s a turn goes on, and its events are written afterwards',
    async (code, words) => {
      const { agent } = await openParts(60_000)
      let fails = false
      let failed = 0
      const { passed, open } = gate()
      const pass =
        (query: Query): Query =>
        async (...statement) => {
          if (!fails) return query(...statement)
          failed++
          throw Object.assign(new Error(words), { code })
        }
      const { origin, errors } = await agent(halting(passed), pass)
      const { result } = await call(origin, 'HTTP+JSON', 'SendMessage', saying('go', {}, later))
      const { id } = result.task
      const reader = (async () => call(origin, 'HTTP+JSON', 'GetTask', { id }))()
      expect((await reader).status).toBe(200)
      fails = true
      open()
      for (const [name, params] of [
        ['GetTask', { id }],
        ['ListTasks', {}],
        ['CancelTask', { id: 'other' }],
      ] as const) {
        const refused = await call(origin, 'HTTP+JSON', name, params)
        expect(refused).toMatchObject({ status: 503, reason: 'UNAVAILABLE' })
        // What the database says is for the host alone.
        expect(JSON.stringify(refused)).not.toContain(words)
      }
      const before = failed
      await waitUntil(() => failed > before + 1)
      fails = false
      const read = async () => (await call(origin, 'HTTP+JSON', 'GetTask', { id })).result
      await waitUntil(async () => (await read()).status.state === 'TASK_STATE_COMPLETED')
      expect(textOf((await read()).artifacts)).toBe('one two three')
      expect(errors).toContainEqual(expect.objectContaining({ code }))
    },
  )

  it.each([true, false])(
    '[AF-7] the task of a process that died goes on or fails within a lease and two looks (resumable: %s)',
    async (resumable) => {
      const lease = 1_000
      const { agent } = await openParts(lease)
      let isDead = false
      let looks = 0
      // A dead process has no connection; its code goes on here, which nobody may notice.
      const dying =
        (query: Query): Query =>
        (...statement) =>
          isDead ? Promise.reject(new Error('dead')) : query(...statement)
      const counting =
        (query: Query): Query =>
        (...statement) => {
          if (isDead && statement[0].includes('pg_postmaster_start_time')) looks++
          return query(...statement)
        }
      const { passed } = gate()
      const resumed: Execute = async function* (context) {
        if (context.resumed) yield { text: 'and on' }
        else yield* halting(passed)(context) as AsyncIterable<{ text: string }>
      }
      const a = await agent(resumed, dying, resumable)
      const b = await agent(resumed, counting, resumable)
      const { result } = await call(a.origin, 'HTTP+JSON', 'SendMessage', saying('go', {}, later))
      const read = async () => (await call(b.origin, 'HTTP+JSON', 'GetTask', { id: result.task.id })).result
      await waitUntil(async () => (await read()).artifacts?.length === 1)
      isDead = true
      const wanted = resumable ? 'TASK_STATE_COMPLETED' : 'TASK_STATE_FAILED'
      await waitUntil(async () => (await read()).status.state === wanted)
      // A look a second: with the lease of five seconds that is on by default, seven or eight seconds.
      expect(looks).toBeLessThanOrEqual(lease / 1_000 + 2)
      const task = await read()
      if (resumable) expect(textOf(task.artifacts)).toBe('one and on')
      else expect(textOf(task.status)).toBe('The process that worked on this task has ended.')
    },
  )

  it.each([
    ['answer of its take-over is lost', 'pg_postmaster_start_time'],
    ['record cannot be read', "'snapshot', snapshot"],
  ])('[AF-12] [AF-7] a task goes on whose %s as its process has died', async (_, words) => {
    const { agent } = await openParts(1_000)
    let isDead = false
    let isTaken = false
    let lost = 0
    const dying =
      (query: Query): Query =>
      (...statement) =>
        isDead ? Promise.reject(new Error('dead')) : query(...statement)
    /** The statement has its effect, once, but nobody hears of it. */
    const losing =
      (query: Query): Query =>
      async (...statement) => {
        const rows = await query(...statement)
        isTaken ||= rows.length > 0 && statement[0].includes('pg_postmaster_start_time')
        if (!isTaken || lost > 0 || !statement[0].includes(words)) return rows
        lost++
        throw new Error('Connection terminated')
      }
    const resumed: Execute = async function* (context) {
      if (context.resumed) yield { text: 'and on' }
      else yield* halting(gate().passed)(context) as AsyncIterable<{ text: string }>
    }
    const a = await agent(resumed, dying)
    const b = await agent(resumed, losing)
    const { result } = await call(a.origin, 'HTTP+JSON', 'SendMessage', saying('go', {}, later))
    const stored = async () => (await call(b.origin, 'HTTP+JSON', 'GetTask', { id: result.task.id })).result
    await waitUntil(async () => (await stored()).artifacts?.length === 1)
    isDead = true
    await waitUntil(() => lost > 0)
    await waitUntil(async () => (await stored())?.status.state === 'TASK_STATE_COMPLETED')
    expect(textOf((await stored()).artifacts)).toBe('one and on')
    expect(b.errors).toMatchObject([{ message: 'Connection terminated' }])
  })

  it('[AF-4] a task that begins while its process looks for what others have left keeps its one turn', async () => {
    const { agent } = await openParts(60_000)
    let [origin, id, looked] = ['', '', false]
    const stored = async () => (await call(origin, 'HTTP+JSON', 'GetTask', { id })).result
    const meanwhile =
      (query: Query): Query =>
      async (...statement) => {
        const begins = origin && !id && statement[0].includes('pg_postmaster_start_time')
        if (begins) {
          id = (await call(origin, 'HTTP+JSON', 'SendMessage', saying('go', {}, later))).result.task.id
          await waitUntil(async () => (await stored()).artifacts?.length === 1)
        }
        const rows = await query(...statement)
        looked ||= !!begins
        return rows
      }
    const turns: string[] = []
    const { passed, open } = gate()
    origin = (await agent(halting(passed, turns), meanwhile)).origin
    await waitUntil(() => looked)
    open()
    await waitUntil(async () => (await stored()).status.state === 'TASK_STATE_COMPLETED')
    expect([textOf((await stored()).artifacts), turns]).toEqual(['one two three', ['go']])
  })

  it('[AF-12] a task fails whose event the database never takes', async () => {
    const { database, schema, agent } = await openParts(60_000)
    await database.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN RAISE EXCEPTION ''value too long'' USING ERRCODE = ''22001''; END'`)
    await database.query(`CREATE TRIGGER refusing BEFORE INSERT ON ${schema}.events FOR EACH ROW
      WHEN (NEW.body LIKE '%two%') EXECUTE FUNCTION refuse()`)
    const turns: string[] = []
    const { passed, open } = gate()
    const { origin, errors } = await agent(halting(passed, turns))
    const { result } = await call(origin, 'HTTP+JSON', 'SendMessage', saying('go', {}, later))
    open()
    const read = async () => (await call(origin, 'HTTP+JSON', 'GetTask', { id: result.task.id })).result
    await waitUntil(async () => (await read()).status.state === 'TASK_STATE_FAILED')
    expect([textOf((await read()).artifacts), turns]).toEqual(['one ', ['go']])
    expect(errors).toContainEqual(expect.objectContaining({ code: '22001' }))
  })

  it('[AF-5] a message that a living process could not give up is answered by another one after its lease', async () => {
    const { agent } = await openParts(1_000)
    const losing =
      (query: Query): Query =>
      (...statement) =>
        /DELETE FROM \w+.messages WHERE name/.test(statement[0])
          ? Promise.reject(new Error('Connection terminated'))
          : query(...statement)
    const a = await agent(() => {
      throw new AgentError('RATE_LIMITED', 'Later', { hint: 'Wait.' })
    }, losing)
    const b = await agent(async function* () {
      yield { text: 'done' }
    })
    const message = saying('go', { messageId: 'message-0123456789' })
    expect((await call(a.origin, 'HTTP+JSON', 'SendMessage', message)).reason).toBe('RATE_LIMITED')
    const { result } = await call(b.origin, 'HTTP+JSON', 'SendMessage', message)
    expect(textOf(result.task.artifacts)).toBe('done')
    expect(a.errors).toMatchObject([{ message: 'Connection terminated' }])
  })

  it('[AF-5] a message keeps its process for longer than a lease, and nobody looks for it whose client is gone', async () => {
    const { agent } = await openParts(1_000)
    const { passed, open } = gate()
    const turns: string[] = []
    const a = await agent(async function* ({ text }) {
      turns.push(text)
      await passed
      yield { message: 'done' }
    })
    let looks = 0
    let renewals = 0
    const counting =
      (query: Query): Query =>
      (...statement) => {
        if (statement[0].includes('messages AS x (name, holder')) looks++
        if (statement[0].includes('.processes VALUES')) renewals++
        return query(...statement)
      }
    const b = await agent(async function* ({ text }) {
      turns.push(text)
      yield { message: 'again' }
    }, counting)
    /** A process renews its lease four times in the time of one. */
    async function afterLeases(count: number): Promise<void> {
      const last = renewals + 4 * count
      await waitUntil(() => renewals > last)
    }
    const message = saying('go', { messageId: 'message-0123456789' })
    const first = call(a.origin, 'HTTP+JSON', 'SendMessage', message)
    await waitUntil(() => turns.length === 1)
    const leaving = new AbortController()
    const again = call(b.origin, 'HTTP+JSON', 'SendMessage', message, { signal: leaving.signal }).catch(() => 'gone')
    await afterLeases(2)
    leaving.abort()
    expect(await again).toBe('gone')
    await sleep(300)
    const before = looks
    await afterLeases(1)
    expect(looks).toBe(before)
    open()
    const answers = [await first, await call(b.origin, 'HTTP+JSON', 'SendMessage', message)]
    expect(answers.map(({ result }) => textOf(result.message))).toEqual(['done', 'done'])
    expect(turns).toEqual(['go'])
  })

  it('[AF-12] a message whose claim of the task was not answered has one turn, sent again or not', async () => {
    const { agent } = await openParts(60_000)
    let lost = 0
    const losing =
      (query: Query): Query =>
      async (...statement) => {
        const rows = await query(...statement)
        if (lost > 0 || !statement[0].includes('SET fence = x.fence + 1')) return rows
        lost++
        throw new Error('Connection terminated')
      }
    const turns: string[] = []
    const { origin } = await agent(async function* ({ text }) {
      turns.push(text)
      if (text === 'go') yield { status: 'TASK_STATE_INPUT_REQUIRED', text: 'Which one?' }
      else yield { text: 'done' }
    }, losing)
    const { result } = await call(origin, 'HTTP+JSON', 'SendMessage', saying('go'))
    const { id: taskId } = result.task
    const answer = saying('the first', { taskId, messageId: 'message-0123456789' })
    expect(await call(origin, 'HTTP+JSON', 'SendMessage', answer)).toMatchObject({
      status: 503,
      reason: 'UNAVAILABLE',
    })
    const read = async () => (await call(origin, 'HTTP+JSON', 'GetTask', { id: taskId })).result
    await waitUntil(async () => (await read()).status.state === 'TASK_STATE_COMPLETED')
    const again = await call(origin, 'HTTP+JSON', 'SendMessage', answer)
    expect(textOf(again.result?.task?.artifacts)).toBe('done')
    expect(turns).toEqual(['go', 'the first'])
  })
})

const postgres = await startPostgres()
if (!postgres) console.warn(`A lost server is not tested. ${noPostgres}`)
ends.unshift(() => postgres?.stop())

/** A way to the server that can be closed: then connections are refused. */
async function wayTo(target: number) {
  const sockets = new Set<Socket>()
  let server: Server = createServer()
  const open = (port: number) =>
    new Promise<void>((resolve) => {
      server = createServer((client) => {
        const upstream = connect(target, '127.0.0.1')
        for (const [from, to] of [
          [client, upstream],
          [upstream, client],
        ] as const) {
          sockets.add(from)
          from.on('error', () => undefined)
          from.on('close', () => to.destroy())
          from.pipe(to)
        }
      }).listen(port, '127.0.0.1', resolve)
    })
  await open(0)
  const { port } = server.address() as { readonly port: number }
  const close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  ends.push(close)
  return { port, close, open: () => open(port) }
}

describe.skipIf(!postgres)('a PostgreSQL server', () => {
  const { url, port } = postgres ?? { url: '', port: 0 }

  it('[AF-12] connections that are refused are 503, readiness says so, and the turn is whole afterwards', async () => {
    const way = await wayTo(port)
    const through = url.replace(`:${port}/`, `:${way.port}/`)
    const store = await postgresTaskStore({ url: through, schema: 'refused', lease: 60_000 })
    ends.push(() => store.close({ grace: 0 }))
    const { passed, open } = gate()
    const onError = () => undefined
    const origin = await serve(createAgentServer({ card: { name: 'Agent' }, execute: halting(passed), store, onError }))
    const { result } = await call(origin, 'HTTP+JSON', 'SendMessage', saying('go', {}, later))
    const { id } = result.task
    await waitUntil(async () => (await store.readyz()).status === 200)
    way.close()
    open()
    expect(await call(origin, 'HTTP+JSON', 'GetTask', { id })).toMatchObject({ status: 503, reason: 'UNAVAILABLE' })
    expect([(await store.readyz()).status, store.healthz().status]).toEqual([503, 200])
    await way.open()
    const read = async () => (await call(origin, 'HTTP+JSON', 'GetTask', { id })).result
    await waitUntil(async () => (await read())?.status.state === 'TASK_STATE_COMPLETED')
    expect(textOf((await read()).artifacts)).toBe('one two three')
    await waitUntil(async () => (await store.readyz()).status === 200)
  })

  it('[AF-12] a statement that takes too long is 503, and the turn is whole afterwards', async () => {
    // The driver gives up a fifth later than the server: on a busy machine a fifth of less is nothing.
    const options = { schema: 'slow', lease: 60_000, queryTimeout: 1_500 }
    const store = await postgresTaskStore({ url, ...options })
    ends.push(() => store.close({ grace: 0 }))
    const { passed, open } = gate()
    const errors: unknown[] = []
    const server = {
      card: { name: 'Agent' },
      execute: halting(passed),
      store,
      onError: (error: unknown) => errors.push(error),
    }
    const origin = await serve(createAgentServer(server))
    const { result } = await call(origin, 'HTTP+JSON', 'SendMessage', saying('go', {}, later))
    const { id } = result.task
    const { database } = await openDatabase({ url }, agentSteps)
    ends.push(database.close)
    await database.transaction(async (query) => {
      await query('LOCK TABLE slow.tasks IN ACCESS EXCLUSIVE MODE')
      open()
      expect(await call(origin, 'HTTP+JSON', 'GetTask', { id })).toMatchObject({ status: 503, reason: 'UNAVAILABLE' })
    })
    expect(errors).toContainEqual(expect.objectContaining({ code: '57014' }))
    const read = async () => (await call(origin, 'HTTP+JSON', 'GetTask', { id })).result
    await waitUntil(async () => (await read())?.status.state === 'TASK_STATE_COMPLETED')
    expect(textOf((await read()).artifacts)).toBe('one two three')
  })
})
