// Loads of one task that come at one time.
import { expect, it } from 'vitest'
import { shareLoads } from '../../../../src/agent/server/log/shared-loads.ts'
import type { LoadedTask } from '../../../../src/agent/server/log/task-log.ts'
import { withResolvers } from '../../../../src/shared/http/sleep.ts'

function loads() {
  const begun: { readonly id: string; readonly end: (seq: number) => void; readonly fail: (error: Error) => void }[] =
    []
  const load = shareLoads((_, id) => {
    const { promise, resolve, reject } = withResolvers<LoadedTask | undefined>()
    begun.push({ id, end: (seq) => resolve({ seq } as LoadedTask), fail: reject })
    return promise
  })
  const seqOf = async (id: string): Promise<number | undefined> => (await load('ada', id))?.seq
  return { begun, seqOf }
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

it('[AF-18] a thousand that ask while a task is loaded get the next load, and none gets what was before its question', async () => {
  const { begun, seqOf } = loads()
  const first = seqOf('t')
  const others = Array.from({ length: 1_000 }, () => seqOf('t'))
  const another = seqOf('u')
  expect(begun.map(({ id }) => id)).toEqual(['t', 'u'])
  begun[0]?.end(1)
  begun[1]?.end(7)
  expect([await first, await another]).toEqual([1, 7])
  await settled()
  expect(begun).toHaveLength(3)
  // Asked for while the second one is under way.
  const late = seqOf('t')
  begun[2]?.end(2)
  expect(new Set(await Promise.all(others))).toEqual(new Set([2]))
  await settled()
  begun[3]?.end(3)
  expect(await late).toBe(3)
  expect(begun).toHaveLength(4)
})

it('[AF-18] a load that fails fails for those who waited for it, and the next one is another', async () => {
  const { begun, seqOf } = loads()
  const fault = new Error('away')
  const first = seqOf('t')
  const next = seqOf('t')
  begun[0]?.fail(fault)
  await expect(first).rejects.toBe(fault)
  await settled()
  begun[1]?.end(2)
  expect(await next).toBe(2)
  const last = seqOf('t')
  begun[2]?.end(3)
  expect(await last).toBe(3)
})
