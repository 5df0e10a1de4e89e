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

/** A log in which tasks have the events of these places. `endOf`: the place of the task; undefined: it is not there. */
function logOf(
  placesOf: (key: string) => readonly number[],
  endOf: (key: string) => number | undefined = (key) => placesOf(key).at(-1) ?? 0,
) {
  const reads: (readonly ReadFrom[])[] = []
  const asked: (readonly string[])[] = []
  const read = async (after: readonly ReadFrom[], most: number) => {
    reads.push(after)
    await sleep(0)
    return new Map(
      after.flatMap(({ key, seq }) => {
        const events = placesOf(key).filter((place) => place > seq)
        return (endOf(key) ?? seq + 1) > seq ? [[key, events.slice(0, most).map(eventAt)] as const] : []
      }),
    )
  }
  const places = async (keys: readonly string[]) => {
    asked.push(keys)
    return new Map(
      keys.flatMap((key) => {
        const seq = endOf(key)
        return seq === undefined ? [] : [[key, { fence: 0, seq }] as const]
      }),
    )
  }
  return { reads, asked, read, places }
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
  const { reads, ...log } = logOf(() => places)
  const followers = createFollowers(log, 1_000_000, (error) => errors.push(error))
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
  const log = logOf(() => places)
  const followers = createFollowers(log, 1_000_000, (error) => expect.fail(String(error)))
  const seen = readerOf(followers.open('t', 0), 0, () => 42, 'TASK_STATE_INPUT_REQUIRED')
  followers.wake()
  await waitUntil(() => seen.length === 1)
  places = [41, 42]
  followers.wake()
  await waitUntil(() => seen.length === 3)
  expect(seen).toEqual(['1 ', 'as of 42', 'end'])
})

it('[AF-3] very many tasks are read in pages of 64 at most, and none is forgotten', async () => {
  const { reads, ...log } = logOf(() => [1, 2, 3])
  const followers = createFollowers(log, 1_000_000, (error) => expect.fail(String(error)))
  const all = Array.from({ length: 200 }, (_, index) => followers.open(`t${index}`, 0))
  const readers = all.map((followed) => readerOf(followed, 0, () => 3))
  followers.wake()
  await waitUntil(() => readers.every(({ length }) => length === 3))
  expect(reads.map(({ length }) => length)).toEqual([64, 64, 64, 8])
})

it('[AF-3] a reader goes on with the task as it is where no event behind its place is left, and nothing comes', async () => {
  let [places, end] = [[1, 2] as readonly number[], 2]
  const { asked, reads, ...log } = logOf(
    () => places,
    () => end,
  )
  const followers = createFollowers(log, 1_000_000, (error) => expect.fail(String(error)))
  const seen = readerOf(followers.open('t', 0), 0, () => end)
  followers.wake()
  await waitUntil(() => seen.length === 2)
  // Nothing new: no second statement.
  followers.wake()
  await waitUntil(() => reads.length === 2)
  expect(asked).toEqual([])
  ;[places, end] = [[], 9]
  followers.wake()
  await waitUntil(() => seen.length === 3)
  ;[places, end] = [[10], 10]
  followers.wake()
  await waitUntil(() => seen.length === 4)
  expect(seen).toEqual(['1 ', '2 ', 'as of 9', '10 '])
  expect(asked.length).toBeLessThanOrEqual(2)
})

it('[AF-3] a reader hears that its task is not in the store any more', async () => {
  let end: number | undefined = 2
  const log = logOf(
    () => (end === undefined ? [] : [1, 2]),
    () => end,
  )
  const followers = createFollowers(log, 1_000_000, (error) => expect.fail(String(error)))
  const gone = new Error('There is no such task')
  const reader = followers.open('t', 2).read(
    async () => {
      if (end === undefined) throw gone
      return { seq: end }
    },
    { onClose: () => undefined },
  )
  await waitUntil(() => reader.read() === 'wait')
  end = undefined
  followers.wake()
  await expect
    .poll(() => {
      try {
        return reader.read()
      } catch (error) {
        return error
      }
    })
    .toBe(gone)
  reader.close()
})

it('[AF-3] events on both sides of a gap reach a slow reader once', async () => {
  const places = [1, 2, 5, 6]
  const log = logOf(() => places)
  // Only the latest event is kept: the others are read again.
  const followers = createFollowers(log, 1, (error) => expect.fail(String(error)))
  const followed = followers.open('t', 6)
  const seen = readerOf(followed, 0, () => 6)
  await waitUntil(() => seen.length === 3)
  followed.take([eventAt(7)])
  await waitUntil(() => seen.length === 4)
  expect(seen).toEqual(['1 ', '2 ', 'as of 6', '7 '])
})

it('[AF-3] a page that cannot be read does not hold up the other ones', async () => {
  const { read, ...log } = logOf(() => [1, 2, 3])
  const errors: unknown[] = []
  const fault = new Error('not this page')
  const failing: typeof read = async (after, most) => {
    if (after.some(({ key }) => key === 't7') && errors.length === 0) throw fault
    return read(after, most)
  }
  const followers = createFollowers({ ...log, read: failing }, 1_000_000, (error) => errors.push(error))
  const all = Array.from({ length: 200 }, (_, index) => followers.open(`t${index}`, 0))
  const readers = all.map((followed) => readerOf(followed, 0, () => 3))
  followers.wake()
  await waitUntil(() => readers.slice(64).every(({ length }) => length === 3))
  expect(errors).toEqual([fault])
  expect(readers[7]).toEqual([])
  // The next look.
  followers.wake()
  await waitUntil(() => readers.every(({ length }) => length === 3))
})
