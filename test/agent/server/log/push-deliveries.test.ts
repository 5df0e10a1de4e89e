// Posts to receivers of shared tasks, at moments that a real log gives only by chance.
import { expect, it } from 'vitest'
import { createPushDeliveries } from '../../../../src/agent/server/log/push-deliveries.ts'
import type { DueReceiver, LoadedTask, StoredEvent, TaskLog } from '../../../../src/agent/server/log/task-log.ts'
import type { ServerParts } from '../../../../src/agent/server/options.ts'
import { waitUntil } from '../../../support/wait-until.ts'

const status = { state: 'TASK_STATE_WORKING' as const }
const stored = { owner: 'ada', task: { id: 't', contextId: 'c', status, history: [] }, bytes: 10, pushConfigs: [] }
const loaded: LoadedTask = { stored, key: 'k', seq: 12, fence: 0, snapshot: 10, works: true }

function eventAt(seq: number): StoredEvent {
  const artifact = { artifactId: 'a', parts: [{ text: `event ${seq}` }] }
  const event = { kind: 'artifact', taskId: 't', contextId: 'c', artifact, append: true } as const
  return { seq, at: '', event, body: JSON.stringify(event) }
}

interface Situation {
  /** Places of the events that are left. */
  readonly left: () => readonly number[]
  /** Place of the latest event, removed ones included. */
  readonly end: () => number
  /** Place of the latest event that the receiver has. */
  readonly sent: number
  readonly attempts?: number
  readonly fetch: typeof globalThis.fetch
}

/** One receiver, which is posted to. */
function deliver({ left, end, sent, attempts = 0, fetch }: Situation) {
  const config = { taskId: 't', configId: 'hook', url: 'http://127.0.0.1:9/hook', format: 'document' } as const
  const receiver: DueReceiver = {
    ...{ key: 'k', id: 'hook', config, body: JSON.stringify(config), sent, attempts, due: '' },
    ...{ owner: 'ada', taskId: 't', caller: 'ada' },
  }
  const noted: number[] = []
  const errors: unknown[] = []
  let taken = false
  let released: unknown
  const log: Pick<TaskLog, 'load' | 'read' | 'places' | 'receivers'> = {
    load: async () => loaded,
    read: async ([from], most) => {
      const { seq = 0 } = from ?? {}
      const events = left().filter((place) => place > seq)
      return new Map(end() > seq ? [['k', events.slice(0, most).map(eventAt)]] : [])
    },
    places: async () => new Map([['k', { fence: 0, seq: end() }]]),
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
  const server = {
    options: { fetch, allowPrivatePushTargets: true, pushRetryDelay: 5 },
    ...{ pushTargets: 4, pushTargetsPerCaller: 4, onError: (error: unknown) => errors.push(error) },
  }
  const pushes = createPushDeliveries(log, 'p1', server as unknown as ServerParts)
  pushes.wake()
  return { pushes, noted, errors, released: () => released }
}

/** Takes every post. */
function receiving() {
  const posts: string[] = []
  const fetch: typeof globalThis.fetch = async (_, init) => {
    posts.push(String(init?.body))
    return new Response(null, { status: 204 })
  }
  return { posts, fetch, kinds: () => posts.map((post) => Object.keys(JSON.parse(post))[0]) }
}

it('[AF-6] a receiver whose next events were removed gets the task as it is, and what follows', async () => {
  const { posts, fetch, kinds } = receiving()
  // Up to the tenth they are gone. The last one comes while the task is posted.
  const end = (): number => (posts.length > 0 ? 13 : 12)
  const left = (): readonly number[] => [11, 12, 13].filter((place) => place <= end())
  const { pushes, noted, errors, released } = deliver({ left, end, sent: 3, fetch })
  await waitUntil(released)
  expect(errors).toEqual([])
  expect(kinds()).toEqual(['task', 'taskArtifactUpdate'])
  expect(posts[1]).toContain('event 13')
  expect(noted).toEqual([12, 13])
  expect(released()).toEqual({ attempts: 0 })
  await pushes.close()
})

it('[AF-6] a receiver behind whose place no event is left gets the task as it is', async () => {
  const { fetch, kinds } = receiving()
  const { pushes, noted, errors, released } = deliver({ left: () => [], end: () => 12, sent: 3, fetch })
  await waitUntil(released)
  expect(errors).toEqual([])
  expect(kinds()).toEqual(['task'])
  expect(noted).toEqual([12])
  expect(released()).toEqual({ attempts: 0 })
  await pushes.close()
})

it('[AF-6] a post that the end of its process ends is no attempt', async () => {
  let posts = 0
  const fetch: typeof globalThis.fetch = (_, init) => {
    posts++
    return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  }
  // One more would be the last one, and the event would be left out.
  const situation = { left: () => [12], end: () => 12, sent: 11, attempts: 4, fetch }
  const { pushes, noted, errors, released } = deliver(situation)
  await waitUntil(() => posts === 1)
  await pushes.close()
  expect(released()).toEqual({ attempts: 4, wait: 0 })
  expect([noted, errors]).toEqual([[], []])
})
