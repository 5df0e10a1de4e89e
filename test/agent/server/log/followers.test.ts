// What followers ask of a log, at moments that a real one gives only by chance.
import { expect, it } from 'vitest'
import type { Task, TaskState } from '../../../../src/agent/protocol/types.ts'
import { createFollowers, type Followed } from '../../../../src/agent/server/log/followers.ts'
import type { ReadFrom, StoredEvent } from '../../../../src/agent/server/log/task-log.ts'
import { sleep } from '../../../../src/shared/http/sleep.ts'
import { waitUntil } from '../../../support/wait-until.ts'

function eventAt(seq: number): StoredEvent {
  const artifact = { artifactId: 'a', parts: [{ text: `${seq} ` }] }
  const event = { kind: 'artifact', taskId: 't', contextId: 'c', artifact, append: true, lastChunk: false } as const
  return { seq, at: '', event, body: JSON.stringify(event) }
}

/** The task behind so many events. */
function taskAt(seq: number, state: TaskState = 'TASK_STATE_WORKING'): Task {
  return { id: 't', contextId: 'c', status: { state, message: textMessage(`as of ${seq}`) } }
}

const textMessage = (text: string) => ({ messageId: 'm', role: 'ROLE_AGENT', parts: [{ text }] }) as const

/** A log in which tasks have the events of these places. */
function logOf(placesOf: (key: string) => readonly number[]) {
  const reads: (readonly ReadFrom[])[] = []
  const read = async (after: readonly ReadFrom[], most: number) => {
    reads.push(after)
    await sleep(0)
    return new Map(
      after.map(({ key, seq }) => {
        const events = placesOf(key).filter((place) => place > seq)
        return [key, events.slice(0, most).map(eventAt)] as const
      }),
    )
  }
  return { reads, read }
}

/** Texts of a reader who begins at a place, and again with the task as it is at `now`. */
function readerOf(followed: Followed, begins: number, now: () => number, state?: TaskState): string[] {
  const seen: string[] = []
  let begun = false
  const reader = followed.read(
    async () => {
      if (begun) return { task: taskAt(now(), state), seq: now() }
      begun = true
      return { seq: begins }
    },
    { untilInterrupted: state !== undefined, onClose: () => undefined },
  )
  function readOn(): void {
    for (;;) {
      const step = reader.read()
      if (step === 'wait') return void reader.onNext(readOn)
      if (typeof step === 'string') return void seen.push(step)
      const { event } = step
      if (event.kind === 'task') seen.push(event.task.status.message?.parts[0]?.text ?? '')
      else if (event.kind === 'artifact') seen.push(event.artifact.parts[0]?.text ?? '')
    }
  }
  readOn()
  return seen
}

it('[AF-3] a reader whose next events were removed begins with the task as it is, and asks once', async () => {
  const errors: unknown[] = []
  let places = [1, 2]
  const { read, reads } = logOf(() => places)
  const followers = createFollowers({ read }, 1_000_000, (error) => errors.push(error))
  const followed = followers.open('t', 0)
  const seen = readerOf(followed, 0, () => places.at(-1) ?? 0)
  followers.wake()
  await waitUntil(() => seen.length === 2)
  places = [41, 42]
  // What this process has written itself.
  followed.take([eventAt(42)])
  await waitUntil(() => seen.length === 3)
  places = [41, 42, 43]
  followed.take([eventAt(43)])
  await waitUntil(() => seen.length === 4)
  expect(seen).toEqual(['1 ', '2 ', 'as of 42', '43 '])
  await sleep(50)
  // Two pages of all readers, one of the reader who lacks events, and nothing more.
  expect(reads.length).toBeLessThanOrEqual(4)
  expect(errors).toEqual([])
})

it('[AF-3] a reader who waits for an interruption ends, though the event that interrupted the task was removed', async () => {
  let places = [1]
  const { read } = logOf(() => places)
  const followers = createFollowers({ read }, 1_000_000, (error) => expect.fail(String(error)))
  const seen = readerOf(followers.open('t', 0), 0, () => 42, 'TASK_STATE_INPUT_REQUIRED')
  followers.wake()
  await waitUntil(() => seen.length === 1)
  places = [41, 42]
  followers.wake()
  await waitUntil(() => seen.length === 3)
  expect(seen).toEqual(['1 ', 'as of 42', 'end'])
})

it('[AF-3] very many tasks are read in pages of 64 at most, and none is forgotten', async () => {
  const { read, reads } = logOf(() => [1, 2, 3])
  const followers = createFollowers({ read }, 1_000_000, (error) => expect.fail(String(error)))
  const all = Array.from({ length: 200 }, (_, index) => followers.open(`t${index}`, 0))
  const readers = all.map((followed) => readerOf(followed, 0, () => 3))
  followers.wake()
  await waitUntil(() => readers.every(({ length }) => length === 3))
  expect(reads.map(({ length }) => length)).toEqual([64, 64, 64, 8])
})
