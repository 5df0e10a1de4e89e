// When a process writes its tasks whole: neither readers nor the log get more than they can bear.
import { describe, expect, it } from 'vitest'
import type { TaskLog, TaskWrite } from '../../../../src/agent/server/log/task-log.ts'
import { createWriter } from '../../../../src/agent/server/log/writer.ts'

const first = { id: 't1', contextId: 'c1', status: { state: 'TASK_STATE_WORKING' as const } }
const made = { owner: 'ada', caller: undefined, digest: undefined, first, bytes: 100, pushConfigs: [] }

/** What is written of a task with so many events of so many characters. */
async function writesOf(count: number, size: number, bytesBefore = 100): Promise<readonly TaskWrite[]> {
  const writes: TaskWrite[] = []
  const log: Pick<TaskLog, 'append' | 'keyFor' | 'places'> = {
    keyFor: async () => 'k1',
    places: async () => expect.fail('nothing is refused'),
    async append(_, all) {
      writes.push(...all)
      return { written: new Set(all.map(({ key }) => key)), pushes: false }
    },
  }
  const ignore = (): void => undefined
  const writer = createWriter({
    log,
    holder: 'p1',
    onError: (error) => expect.fail(String(error)),
    onPushes: ignore,
    isAlive: () => true,
  })
  const own = writer.own({ made, onKey: ignore, onWritten: ignore, onLost: expect.fail })
  const artifact = { artifactId: 'a', parts: [{ text: 'x'.repeat(size) }] }
  for (let seq = 1; seq <= count; seq++) {
    const record = { owner: 'ada', task: first, pushConfigs: [], bytes: bytesBefore + seq * size }
    own.append({ kind: 'artifact', taskId: 't1', contextId: 'c1', artifact, append: true }, '', record)
    if (seq % 64 === 0) await own.written()
  }
  await own.written()
  return writes
}

const lastOf = ({ events, before }: TaskWrite): number => events.at(-1)?.seq ?? before

const placesOf = (writes: readonly TaskWrite[]): readonly number[] =>
  writes.filter(({ snapshot }) => snapshot).map(lastOf)

const lengthOf = (writes: readonly TaskWrite[]): number =>
  writes.flatMap(({ events }) => events).reduce((sum, { body }) => sum + body.length, 0)

describe('snapshots of a task', () => {
  it('[AF-16] nobody needs 2,048 events to read it, however long it is', async () => {
    const writes = await writesOf(5_000, 2, 10_000_000)
    let snapshot = 0
    for (const write of writes) {
      if (write.snapshot) snapshot = lastOf(write)
      expect(lastOf(write) - snapshot).toBeLessThan(2_048)
    }
    expect(placesOf(writes)).toEqual([2_048, 4_096])
  })

  it.each([200, 4_000])(
    '[AF-16] together they are at most three times as long as events of %d characters',
    async (size) => {
      const writes = await writesOf(3_000, size)
      const snapshots = writes.filter(({ snapshot }) => snapshot)
      const length = snapshots.reduce((sum, { bytes }) => sum + bytes, 0)
      expect(length).toBeLessThan(lengthOf(writes) * 3)
      expect(placesOf(writes)[0]).toBe(256)
      expect(snapshots.length).toBeGreaterThan(3)
    },
  )
})
