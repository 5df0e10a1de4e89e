// Posts to receivers of shared tasks, at moments that a real log gives only by chance.
import { expect, it } from 'vitest'
import { createPushDeliveries } from '../../../../src/agent/server/log/push-deliveries.ts'
import type { DueReceiver, LoadedTask, StoredEvent, TaskLog } from '../../../../src/agent/server/log/task-log.ts'
import type { ServerParts } from '../../../../src/agent/server/options.ts'
import { waitUntil } from '../../../support/wait-until.ts'

const status = { state: 'TASK_STATE_WORKING' as const }

function eventAt(seq: number): StoredEvent {
  const artifact = { artifactId: 'a', parts: [{ text: `event ${seq}` }] }
  const event = { kind: 'artifact', taskId: 't', contextId: 'c', artifact, append: true } as const
  return { seq, at: '', event, body: JSON.stringify(event) }
}

it('[AF-6] a receiver whose next events were removed gets the task as it is, and what follows', async () => {
  const posts: string[] = []
  const config = { taskId: 't', configId: 'hook', url: 'http://127.0.0.1:9/hook', format: 'document' } as const
  const receiver: DueReceiver = {
    ...{ key: 'k', id: 'hook', config, body: JSON.stringify(config), sent: 3, attempts: 0, due: '' },
    ...{ owner: 'ada', taskId: 't', caller: 'ada' },
  }
  const stored = { owner: 'ada', task: { id: 't', contextId: 'c', status, history: [] }, bytes: 10, pushConfigs: [] }
  const loaded: LoadedTask = { stored, key: 'k', seq: 12, fence: 0, snapshot: 10, works: true }
  const noted: number[] = []
  let taken = false
  let released: unknown
  const log: Pick<TaskLog, 'load' | 'read' | 'receivers'> = {
    load: async () => loaded,
    // Up to the tenth they are gone. The last one comes while the task is posted.
    read: async ([from], most) => {
      const { seq = 0 } = from ?? {}
      const places = [11, 12, ...(posts.length > 0 ? [13] : [])].filter((place) => place > seq)
      return new Map([['k', places.slice(0, most).map(eventAt)]])
    },
    receivers: {
      save: async () => undefined,
      async take() {
        if (taken) return []
        taken = true
        return [receiver]
      },
      async noteSent(_, { body }, { sent }) {
        noted.push(sent)
        return body
      },
      async release(...asked) {
        released = asked[2]
      },
    },
  }
  const fetch: typeof globalThis.fetch = async (_, init) => {
    posts.push(String(init?.body))
    return new Response(null, { status: 204 })
  }
  const errors: unknown[] = []
  const server = {
    options: { fetch, allowPrivatePushTargets: true, pushRetryDelay: 5 },
    ...{ pushTargets: 4, pushTargetsPerCaller: 4, onError: (error: unknown) => errors.push(error) },
  }
  const pushes = createPushDeliveries(log, 'p1', server as unknown as ServerParts)
  pushes.wake()
  await waitUntil(() => released)
  expect(errors).toEqual([])
  expect(posts.map((post) => Object.keys(JSON.parse(post))[0])).toEqual(['task', 'taskArtifactUpdate'])
  expect(posts[1]).toContain('event 13')
  expect(noted).toEqual([12, 13])
  expect(released).toEqual({ attempts: 0 })
  await pushes.close()
})
