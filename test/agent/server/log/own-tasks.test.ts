// Tasks that a process works on, asked for at this process and at another one.
import type { Execute } from 'surface-runtime/agent/server'
import { afterAll, expect, it } from 'vitest'
import type { TaskLog } from '../../../../src/agent/server/log/task-log.ts'
import { waitUntil } from '../../../support/wait-until.ts'
import { gate } from '../agent-of.ts'
import { call, saying } from '../http-calls.ts'
import { embeddedLog, serverOver } from './servers-setup.ts'

const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

const pushing = { allowPrivatePushTargets: true, fetch: async () => new Response(null, { status: 204 }) }

it('[AF-16] the process that works on a task answers from memory, but for what other processes have done since', async () => {
  const { log: shared } = await embeddedLog()
  let loads = 0
  const deaf: TaskLog = {
    ...shared,
    load(...asked) {
      loads++
      return shared.load(...asked)
    },
    listen: async () => async () => undefined,
  }
  const { passed, open } = gate()
  ends.push(open)
  const execute: Execute = async function* () {
    yield { status: 'working' }
    yield { text: 'one ' }
    await passed
  }
  const [a, b] = [await serverOver(deaf, execute, ends, pushing), await serverOver(shared, execute, ends, pushing)]
  const { result } = await call(a, 'HTTP+JSON', 'SendMessage', saying('go', {}, { returnImmediately: true }))
  const { id } = result.task
  const get = async (origin: string) => (await call(origin, 'HTTP+JSON', 'GetTask', { id })).result
  await waitUntil(async () => (await get(b)).artifacts?.length === 1)
  const before = loads
  expect(await get(a)).toEqual(await get(b))
  expect(loads).toBe(before)
  const config = { taskId: id, url: 'http://127.0.0.1:9/hook', configId: 'hook' }
  await call(b, 'HTTP+JSON', 'CreatePushNotificationConfig', config)
  const { result: listed } = await call(a, 'HTTP+JSON', 'ListPushNotificationConfigs', { taskId: id })
  expect(listed.configs).toHaveLength(1)
  // The first process hears nothing of the cancellation for a second.
  expect((await call(b, 'HTTP+JSON', 'CancelTask', { id })).result.status.state).toBe('TASK_STATE_CANCELED')
  expect((await get(a)).status.state).toBe('TASK_STATE_CANCELED')
})
