// The server's clock as one process knows it.
import { expect, it } from 'vitest'
import type { Broker } from '../../../../src/agent/server/nats/broker.ts'
import { createMembers } from '../../../../src/agent/server/nats/members.ts'

it('[AF-6] what was written a moment ago has an age of 0 at least: a receiver without a pause is due, however late the answer that told the time', async () => {
  const told = new Date()
  const state = { put: async () => 1, get: async () => ({ created: told }) } as unknown as Broker['state']
  const { age, renew } = createMembers({ state, latestOfKeys: async () => [], forgetKey: async () => undefined })
  await renew('me', 1_000)
  expect(age(new Date(told.getTime() + 500))).toBe(0)
  expect(age(new Date(told.getTime() - 500))).toBeGreaterThanOrEqual(500)
})
